-- The textbook's evaluation of Dodgem by pairs of cars.
--
-- `score_pair` is asked when the game is loaded, about every piece on every cell together with every piece
-- on every cell, itself included, and never again: what it says becomes a table. So it costs next to
-- nothing, and can say all that depends on two pieces at a time. A pair is asked about both ways round.
--
-- Games: dodgem

local WHITE, BLACK = game.pieces.white.car, game.pieces.black.car

local white = { { 30, 35, 40 }, { 15, 20, 25 }, { 0, 5, 10 } }
local black = { { -10, -25, -40 }, { -5, -20, -35 }, { 0, -15, -30 } }

-- What a car in the way is worth, by its distance.
local in_the_way = { 40, 30 }

return script {
  api = 2,
  score_pair = function(a, ax, ay, b, bx, by)
    if a == b and ax == bx and ay == by then
      -- A car with itself: what it is worth where it stands. One that is still there has not left.
      if a == WHITE then
        return white[4 - ay][ax] - 120
      end
      return black[4 - ay][ax] + 120
    end
    if a == WHITE and b == BLACK and ax == bx then
      return -(in_the_way[by - ay] or 0)
    end
    if a == BLACK and b == WHITE and ay == by then
      return in_the_way[bx - ax] or 0
    end
    return 0
  end,
}
