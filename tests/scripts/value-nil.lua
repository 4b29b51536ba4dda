-- value score_position
return { api = 1, score_position = function(turn)
return nil
end }
