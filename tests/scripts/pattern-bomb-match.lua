-- time score_position
return { api = 1, score_position = function(turn)
return string.match(string.rep("a", 200), string.rep("a?", 200) .. string.rep("a", 100) .. "b") and 1 or 2
end }
