-- time on_load
return { api = 1, on_load = function() while true do end end }
