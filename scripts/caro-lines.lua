-- Caro by lines: each row, column and diagonal is scored for what stands on it.
--
-- `score_line` is given the cells of a line in order: 0 where it is empty, 1 for the first player's stone,
-- 2 for the second's. It is asked once for each content that the search comes upon. A second parameter would
-- be the line's direction; without it, lines of all directions share their answers.
--
-- Games: caro

-- X own, O enemy, . empty, # the edge. Read in both directions, for both players.
local patterns: { { any } } = {
  { ".XXXX.", 3000 }, -- open-four
  { "OXXXX..", 450 }, -- four
  { "OXXXX.#", 450 }, -- four-to-the-edge
  { "#XXXX.", 450 }, -- four-from-the-edge
  { "XXX.X", 420 }, -- split-four
  { "XX.XX", 420 }, -- paired-four
  { "OXXX.XO", -420 }, -- void-split-four
  { "OXX.XXO", -420 }, -- void-paired-four
  { ".XXX.", 300 }, -- open-three
  { "..XXX.", 60 }, -- roomy-three
  { ".XX.X.", 260 }, -- split-three
  { "OXXX..", 60 }, -- three
  { "#XXX..", 60 }, -- three-from-the-edge
  { "OXX.X.", 50 }, -- split-held-three
  { "OX.XX.", 50 }, -- held-split-three
  { "..XX.", 25 }, -- open-two
  { ".X.X.", 30 }, -- split-two
  { ".X..X.", 15 }, -- wide-two
  { "..X..", 4 }, -- one
}

-- A window of seven cells is a number in base 4: 0 empty, 1 and 2 stones, 3 beyond the edge.
local WIDTH, EDGE = 7, 3
local TOP = 4 ^ (WIDTH - 1)

-- Each pattern as the first cells of a window, in both directions, for both players.
local digits = { { ["."] = 0, X = 1, O = 2, ["#"] = EDGE }, { ["."] = 0, X = 2, O = 1, ["#"] = EDGE } }
local readings = {}
for _, pattern in patterns do
  local text, value = pattern[1], pattern[2]
  local ways = if string.reverse(text) == text then { text } else { text, string.reverse(text) }
  for _, way in ways do
    for player = 1, 2 do
      local code = 0
      for i = 1, #way do
        code = code * 4 + digits[player][string.sub(way, i, i)]
      end
      table.insert(readings, { code, 4 ^ (WIDTH - #way), if player == 1 then value else -value })
    end
  end
end

-- What the patterns that begin a window are worth, for every window there is.
local worth = table.create(4 ^ WIDTH, 0)
for _, reading in readings do
  local code, rest, value = reading[1], reading[2], reading[3]
  for window = code * rest, (code + 1) * rest - 1 do
    worth[window + 1] += value
  end
end

return script {
  api = 2,
  score_line = function(cells: { number })
    -- The window slides in from beyond one edge and out beyond the other.
    local window, sum = 4 ^ WIDTH - 1, 0
    for _, cell in cells do
      window = (window % TOP) * 4 + cell
      sum += worth[window + 1]
    end
    for _ = 2, WIDTH do
      window = (window % TOP) * 4 + EDGE
      sum += worth[window + 1]
    end
    return sum
  end,
}
