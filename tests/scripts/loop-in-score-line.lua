-- time score_line in tic-tac-toe
return { api = 1, score_line = function() while true do end end }
