-- failed score_pair
return { api = 1, score_pair = function()
exited = nil
return 1
end }
