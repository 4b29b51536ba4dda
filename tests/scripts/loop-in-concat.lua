-- time score_position
return { api = 1, score_position = function(turn)
return setmetatable({}, { __concat = function() while true do end end }) .. "x"
end }
