-- failed nowhere
-- A script is handed nothing of what the prelude was handed.
local board = ...
buffer.writeu8(board, 0, 1)
return { api = 1, score_position = function(turn) return 1 end }
