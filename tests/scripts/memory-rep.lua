-- memory score_position
return { api = 1, score_position = function(turn)
return #string.rep("x", 1e9)
end }
