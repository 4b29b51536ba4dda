-- Two numbers are given besides whose turn it is, and one is taken.
-- Games: tic-tac-toe

return {
  api = 2,
  features = { "mobility", "gone" },
  score_features = function(turn, mobility)  -- # warning[script-doubt]: 2 features and `turn` make 3, the hook takes 2
    return mobility
  end,
}
