-- time nowhere
while true do end
