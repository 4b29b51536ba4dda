-- time score_position
return { api = 1, score_position = function(turn)
return string.find(string.rep("a", 30000), string.rep("a*", 30) .. "b") or 1
end }
