-- failed score_position
return { api = 1, score_position = function(turn)
local t = {} setmetatable(t, { __index = function(_, k) return t[k .. "x"] end }) return t.a
end }
