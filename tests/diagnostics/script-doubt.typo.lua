-- A kind that is misspelt is nil, and no piece equals it.
-- Games: xiangqi

local horse = game.pieces.red.hors  -- # warning[script-doubt]: `hors` is no piece of red; did you mean `horse`?

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
