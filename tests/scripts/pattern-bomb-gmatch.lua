-- time score_position
return { api = 1, score_position = function(turn)
for _ in string.gmatch(string.rep("a", 20000), "(.-)(.-)(.-)b") do end return 1
end }
