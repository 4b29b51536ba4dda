-- time score_position
return { api = 1, score_position = function(turn)
while true do print(string.rep("x", 1000)) end
end }
