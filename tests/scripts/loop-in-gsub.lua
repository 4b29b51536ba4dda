-- time score_position
return { api = 1, score_position = function(turn)
string.gsub("aaa", "a", function() while true do end end) return 1
end }
