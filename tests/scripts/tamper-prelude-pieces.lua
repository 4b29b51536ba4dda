-- failed nowhere
pieces = function() return function() return nil end end
return { api = 1, score_position = function(turn) return 1 end }
