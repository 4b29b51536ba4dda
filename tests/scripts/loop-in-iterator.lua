-- time score_position
return { api = 1, score_position = function(turn)
for _ in function() return 1 end do end return 1
end }
