-- failed on_load
return { api = 1, on_load = function() return score_position(1) end, score_position = function() return 1 end }
