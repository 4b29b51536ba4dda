-- contract nowhere without-line
return { api = 1, score_postion = function() return 1 end }
