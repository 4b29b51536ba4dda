-- failed score_position
return { api = 1, score_position = function(turn)
local x = coroutine.wrap(function() while true do end end)() return 1
end }
