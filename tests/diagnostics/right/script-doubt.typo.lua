-- The kind is there.
-- Games: xiangqi

local horse = game.pieces.red.horse

return {
  api = 1,
  score_position = function(turn)
    local found = 0
    for piece in pieces(1) do
      if piece == horse then
        found = 0
      end
    end
    return found
  end,
}
