-- Tables for any board: every piece gains by standing near the middle.
--
-- `on_load` is asked once. What it returns is laid over the evaluation of the definition, in the same
-- words: values, squares, lines, blocks, mobility, gone. Nothing is called while the search runs.
--
-- Games: breakthrough, hexapawn, dodgem

-- Eight points in the middle, fewer towards the edges.
local function near_the_middle(x: number, y: number): number
  local across = math.abs(2 * x - game.files - 1)
  local along = math.abs(2 * y - game.ranks - 1)
  return math.max(0, 8 - math.max(across, along))
end

local function rows(sign: number)
  local all = {}
  for y = game.ranks, 1, -1 do
    local row = {}
    for x = 1, game.files do
      table.insert(row, sign * near_the_middle(x, y))
    end
    table.insert(all, row)
  end
  return all
end

return script {
  api = 2,
  on_load = function(facts)
    local squares = {}
    local first, second = facts.players[1], facts.players[2]
    for kind in facts.pieces[first] do
      squares[kind] = { [first] = rows(1), [second] = rows(-1) }
    end
    return { squares = squares }
  end,
}
