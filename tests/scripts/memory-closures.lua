-- memory|time score_position
return { api = 1, score_position = function(turn)
local t = {} while true do local n = #t t[n + 1] = function() return n end end
end }
