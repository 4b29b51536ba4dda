-- failed on_load
return { api = 1, on_load = function()
game = { files = 99 }
return {}
end }
