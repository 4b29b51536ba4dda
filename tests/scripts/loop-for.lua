-- time score_position
return { api = 1, score_position = function(turn)
for i = 1, 1e18 do end return 1
end }
