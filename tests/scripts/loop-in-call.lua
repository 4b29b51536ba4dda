-- time score_position
return { api = 1, score_position = function(turn)
return setmetatable({}, { __call = function() while true do end end })()
end }
