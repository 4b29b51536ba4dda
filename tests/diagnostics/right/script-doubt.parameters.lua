-- As many parameters as there are numbers.
-- Games: tic-tac-toe

return {
  api = 2,
  features = { "mobility", "gone" },
  score_features = function(turn, mobility, gone)
    return mobility + gone
  end,
}
