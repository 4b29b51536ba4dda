-- time score_position
return { api = 1, score_position = function(turn)
local m = { __eq = function() while true do end end } return setmetatable({}, m) == setmetatable({}, m) and 1 or 2
end }
