-- Breakthrough by numbers that are known already.
--
-- `features` names them, `score_features` is given whose turn it is (1 or 2) and then the numbers in that
-- order, each what the first player has more than the second. Equal numbers are asked about once.
--
-- Games: breakthrough

return script {
  api = 2,
  features = { "material", "squares", "foremost" },
  score_features = function(turn, material, squares, foremost)
    -- A lead in the race is worth more to whoever moves next.
    local race = 12 * foremost
    if turn == 1 and foremost > 0 or turn == 2 and foremost < 0 then
      race *= 2
    end
    return material + squares + race
  end,
}
