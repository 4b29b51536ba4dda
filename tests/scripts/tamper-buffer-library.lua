-- failed score_position
return { api = 1, score_position = function(turn)
buffer.readu8 = function() return 0 end return 1
end }
