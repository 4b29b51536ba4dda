-- Good for one side, whoever asks.
-- Games: tic-tac-toe

return {
  api = 1,
  score_position = function(turn)  -- # warning[script-doubt]@3: 7 where -7 is expected
    return 7
  end,
}
