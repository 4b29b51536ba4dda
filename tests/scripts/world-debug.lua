-- failed score_position
return { api = 1, score_position = function(turn)
local x = debug.info(1, "s") return 1
end }
