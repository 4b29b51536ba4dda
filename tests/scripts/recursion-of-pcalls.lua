-- failed|value|time score_position
return { api = 1, score_position = function(turn)
local function f() local ok, v = pcall(f) return v end return f()
end }
