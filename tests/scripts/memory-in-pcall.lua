-- memory|time|failed score_position
return { api = 1, score_position = function(turn)
while true do local ok, e = pcall(function() return string.rep("x", 1e9) end) if not ok then error(e) end end
end }
