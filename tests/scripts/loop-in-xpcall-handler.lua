-- time score_position
return { api = 1, score_position = function(turn)
xpcall(function() error("x") end, function() while true do end end) return 1
end }
