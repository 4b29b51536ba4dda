-- failed score_position
return { api = 1, score_position = function(turn)
setmetatable(math, {}) return 1
end }
