-- time score_position
return { api = 1, score_position = function(turn)
for _ in setmetatable({}, { __iter = function() while true do end end }) do end return 1
end }
