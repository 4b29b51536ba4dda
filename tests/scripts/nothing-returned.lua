-- contract nowhere without-line
local x = 1
