-- memory|time score_position
local kept = {}
return { api = 1, score_position = function(turn)
while true do kept[#kept + 1] = string.rep("x", 1e5) .. #kept end
end }
