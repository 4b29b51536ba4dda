-- value score_position
return { api = 1, score_position = function(turn)
local x = 1
end }
