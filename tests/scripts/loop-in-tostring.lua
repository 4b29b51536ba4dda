-- time score_position
return { api = 1, score_position = function(turn)
return #tostring(setmetatable({}, { __tostring = function() while true do end end }))
end }
