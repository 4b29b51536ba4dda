-- contract nowhere without-line
return { api = 1, features = { "luck" }, score_features = function() return 1 end }
