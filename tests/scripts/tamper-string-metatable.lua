-- failed score_position
return { api = 1, score_position = function(turn)
getmetatable("").__index = function() return 1 end return 1
end }
