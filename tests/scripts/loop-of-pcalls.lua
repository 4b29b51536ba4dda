-- time score_position
return { api = 1, score_position = function(turn)
while true do pcall(function() while true do end end) end
end }
