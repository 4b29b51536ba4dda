-- value on_load
return { api = 1, on_load = function() return { luck = 5 } end }
