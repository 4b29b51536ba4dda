Lua text nowhere without-line
