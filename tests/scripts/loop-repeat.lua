-- time score_position
return { api = 1, score_position = function(turn)
repeat until false
end }
