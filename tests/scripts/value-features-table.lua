-- value score_features
return { api = 1, features = { "exited" }, score_features = function() return {} end }
