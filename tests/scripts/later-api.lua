-- contract nowhere without-line
return { api = 2, score_position = function() return 1 end }
