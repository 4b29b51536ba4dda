-- memory|time score_position
return { api = 1, score_position = function(turn)
local t = {} while true do t[#t + 1] = { {}, {}, {} } end
end }
