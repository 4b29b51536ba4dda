-- time score_pair
return { api = 1, score_pair = function() while true do end end }
