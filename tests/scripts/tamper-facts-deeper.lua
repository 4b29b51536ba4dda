-- failed score_position
return { api = 1, score_position = function(turn)
game.pieces.white.car = 2 return 1
end }
