-- memory|time score_position
return { api = 1, score_position = function(turn)
local s = "x" while true do s = s .. s end
end }
