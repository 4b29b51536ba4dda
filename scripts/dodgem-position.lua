-- The textbook's evaluation of Dodgem, looking at the whole board.
--
-- `score_position` may do anything, and pays for it: it is called for every new position. `at(x, y)` is
-- what stands on a cell (0 nothing, -1 no such cell), `gone(player)` how many cars have left.
-- Points are good for the first player listed when positive, here White.
--
-- Games: dodgem

local WHITE, BLACK = game.pieces.white.car, game.pieces.black.car

-- As printed: the last rank on top.
local white = { { 30, 35, 40 }, { 15, 20, 25 }, { 0, 5, 10 } }
local black = { { -10, -25, -40 }, { -5, -20, -35 }, { 0, -15, -30 } }

local files, ranks = game.files, game.ranks

return script {
  api = 2,
  score_position = function(turn)
    local points = 120 * (gone(1) - gone(2))
    for y = 1, ranks do
      for x = 1, files do
        local car = at(x, y)
        if car == WHITE then
          points += white[ranks + 1 - y][x]
          -- White goes up. Whoever stands in its way earns points, here Black.
          if at(x, y + 1) == BLACK then points -= 40 end
          if at(x, y + 2) == BLACK then points -= 30 end
        elseif car == BLACK then
          points += black[ranks + 1 - y][x]
          -- Black goes to the right.
          if at(x + 1, y) == WHITE then points += 40 end
          if at(x + 2, y) == WHITE then points += 30 end
        end
      end
    end
    return points
  end,
}
