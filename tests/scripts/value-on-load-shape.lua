-- value on_load
return { api = 1, on_load = function() return { squares = { car = { white = { { 1 } } } } } end }
