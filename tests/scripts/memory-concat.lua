-- memory|time score_position
return { api = 1, score_position = function(turn)
local t = table.create(1000, string.rep("x", 1e6)) return #table.concat(t)
end }
