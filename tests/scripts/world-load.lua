-- failed score_position
return { api = 1, score_position = function(turn)
local x = loadstring("return 1")() return 1
end }
