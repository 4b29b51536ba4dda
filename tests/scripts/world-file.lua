-- failed score_position
return { api = 1, score_position = function(turn)
local x = io.open("/etc/passwd") return 1
end }
