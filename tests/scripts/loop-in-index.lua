-- time score_position
return { api = 1, score_position = function(turn)
local t = setmetatable({}, { __index = function() while true do end end }) return t.x
end }
