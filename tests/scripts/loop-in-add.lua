-- time score_position
return { api = 1, score_position = function(turn)
return setmetatable({}, { __add = function() while true do end end }) + 1
end }
