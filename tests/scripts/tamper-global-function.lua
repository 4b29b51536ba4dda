-- failed score_position
return { api = 1, score_position = function(turn)
string.rep = function() return "" end return 1
end }
