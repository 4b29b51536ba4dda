#!/usr/bin/env python3
"""banco and gtp-rhino (Debian `grhino`) play Othello over GTP; both must agree on every move and the result."""

import subprocess
import sys


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"the engine went at `{request}`"
            if line.strip():
                lines.append(line.rstrip())
            elif lines:
                break
        answer = "\n".join(lines)
        assert answer.startswith("="), (request, answer)
        return answer[1:].strip()

    def quit(self):
        self.ask("quit")
        assert self.process.wait(10) == 0


def play(banco, rhino, black):
    """A game; who is `black` begins."""
    players = [black, rhino if black is banco else banco]
    for engine in players:
        engine.ask("set_game Othello")
        engine.ask("boardsize 8")
        engine.ask("clear_board")
        engine.ask("time_settings 0 1 10")
    passes = plies = 0
    empty = 60
    while passes < 2:
        mover, other = players[plies % 2], players[(plies + 1) % 2]
        colour = "bw"[plies % 2]
        move = mover.ask(f"genmove {colour}") or "pass"
        passed = move.lower() == "pass"
        passes = passes + 1 if passed else 0
        empty -= not passed
        # gtp-rhino knows by itself who has to pass, and takes no such move. Where nobody can move it says nothing.
        if other is banco or not passed:
            other.ask(f"play {colour} {move}")
        plies += 1
        assert plies < 200
    score = banco.ask("final_score")
    other = rhino.ask("final_score")
    # gtp-rhino counts the cells that stay empty for the winner.
    winner, points = score[0], score[2:]
    expected = score if score == "0" else f"{winner}+{int(points) + empty}"
    assert other == expected, (score, other, empty)
    print(f"ok: gtp-rhino, Othello: {plies} plies, {score}")


def main(command):
    banco, rhino = Engine([command, "engine", "--protocol", "gtp"]), Engine(["gtp-rhino"])
    play(banco, rhino, banco)
    play(banco, rhino, rhino)
    banco.quit()


main(sys.argv[1])
