-- memory|time|failed score_position
return { api = 1, score_position = function(turn)
local s = "x" while true do s = string.format("%s%s", s, s) end
end }
