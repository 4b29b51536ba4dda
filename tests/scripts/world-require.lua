-- failed score_position
return { api = 1, score_position = function(turn)
local x = require("x") return 1
end }
