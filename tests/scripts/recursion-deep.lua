-- failed score_position
return { api = 1, score_position = function(turn)
local function f(n) return 1 + f(n + 1) end return f(1)
end }
