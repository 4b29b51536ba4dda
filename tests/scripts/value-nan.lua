-- value score_position
return { api = 1, score_position = function(turn)
return 0 / 0
end }
