#!/usr/bin/env bash
# XBoard under Xvfb plays whole games: banco against itself by CECP, and against HoiXiangqi through uci2wb by UCCI.
# The games are read back from the PGN that XBoard writes.
set -euo pipefail
banco=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Plays a game of a variant between two engines; $4 is the time control in minutes.
game() {
    local variant=$1 first=$2 second=$3 minutes=$4 file=$folder/$1-$RANDOM.pgn
    timeout 300 xvfb-run -a xboard -fcp "$first" -scp "$second" -variant "$variant" -mm -mg 1 -tc "$minutes" -inc 0 \
        -sgf "$file" -testLegality false -noGUI -popupExitMessage false -popupMoveErrors false \
        >"$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
    if ! grep -qE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$file" || grep -qiE 'illegal|forfeit|disconnect|exited' "$file"; then
        cat "$folder/log" "$file"
        return 1
    fi
    printf 'ok: xboard, %s: %s\n' "$variant" "$(grep -m 1 '^\[Result' "$file")"
}

game dodgem "$banco engine" "$banco engine" 0:20
game normal "$banco engine" "$banco engine" 0:20
game xiangqi "$banco engine" "$banco engine" 0:20
if command -v hoixiangqi >/dev/null && command -v uci2wb >/dev/null; then
    # The adapter takes a program without arguments.
    printf '#!/bin/sh\nexec "%s" engine --protocol ucci\n' "$banco" >"$folder/banco-ucci"
    chmod +x "$folder/banco-ucci"
    game xiangqi "uci2wb -x $folder/banco-ucci" hoixiangqi 0:20
fi
