-- failed score_position
return { api = 1, score_position = function(turn)
game.files = 99 return 1
end }
