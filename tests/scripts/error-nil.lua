-- failed score_position without-line
return { api = 1, score_position = function(turn)
error(nil)
end }
