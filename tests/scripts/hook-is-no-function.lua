-- contract nowhere without-line
return { api = 1, score_position = 5 }
