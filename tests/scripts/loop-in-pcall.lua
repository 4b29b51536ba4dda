-- time score_position
return { api = 1, score_position = function(turn)
pcall(function() while true do end end) return 1
end }
