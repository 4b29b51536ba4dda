-- A text is no number.
-- Games: tic-tac-toe

return {
  api = 1,
  score_position = function(turn)  -- # error[script]@3: it returned the text "12" where a number is expected
    return "12"
  end,
}
