-- Names that nobody uses, and one that nothing is called by where no run comes.
-- Games: dodgem

local spare = 1  -- # warning[script-doubt]: `spare` is never used

local function helper()  -- # warning[script-doubt]: `helper` is never used
  return 2
end

return script {
  api = 2,
  score_position = function(turn)
    if turn > 2 then
      return att(1, 1)  -- # warning[script-doubt]: `att` is not defined; did you mean `at`?
    end
    return 0
  end,
}
