-- value on_load
return { api = 1, on_load = function() return { exited = 0 / 0 } end }
