-- time score_position
return { api = 1, score_position = function(turn)
local function spin() while true do end end
while true do if not pcall(spin) then return 1 end end
end }
