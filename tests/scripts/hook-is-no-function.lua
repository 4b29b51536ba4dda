-- contract nowhere
return { api = 1, score_position = 5 }
