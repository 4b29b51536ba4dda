-- failed score_position
return { api = 1, score_position = function(turn)
rawset(math, "abs", nil) return 1
end }
