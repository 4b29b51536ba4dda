-- failed|time score_position without-line
return { api = 1, score_position = function(turn)
error(setmetatable({}, { __tostring = function() while true do end end }))
end }
