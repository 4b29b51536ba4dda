-- value score_pair
return { api = 1, score_pair = function() end }
