-- memory nowhere
local t = string.rep("x", 1e9)
return { api = 1 }
