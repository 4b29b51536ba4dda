-- time score_position
return { api = 1, score_position = function(turn)
table.sort({ 3, 2, 1 }, function() while true do end end) return 1
end }
