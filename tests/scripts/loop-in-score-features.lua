-- time score_features
return { api = 1, features = { "mobility" }, score_features = function() while true do end end }
