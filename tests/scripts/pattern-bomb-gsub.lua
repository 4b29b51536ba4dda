-- time score_position
return { api = 1, score_position = function(turn)
return #string.gsub(string.rep("x", 20000), ".-.-.-.-.-y", "")
end }
