-- time score_position
return { api = 1, score_position = function(turn)
local t = setmetatable({}, { __newindex = function() while true do end end }) t.x = 1 return 1
end }
