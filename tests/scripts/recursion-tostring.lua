-- failed score_position
return { api = 1, score_position = function(turn)
local t t = setmetatable({}, { __tostring = function() return tostring(t) end }) return #tostring(t)
end }
