-- contract nowhere without-line
return { score_position = function() return 1 end }
