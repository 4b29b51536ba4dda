#!/usr/bin/env python3
"""python-chess (PyPI `chess`) drives banco over UCI and CECP: short games of several variants."""

import sys

import chess
import chess.engine
import chess.variant

PLIES = 24
VARIANTS = ["chess", "atomic", "crazyhouse", "antichess", "kingofthehill", "3check", "horde", "racingkings"]


def play(engine, variant, protocol, limit):
    """Both sides of a game; every move must be legal for python-chess, which checks it."""
    board = chess.variant.find_variant(variant)()
    for _ in range(PLIES):
        if board.is_game_over():
            break
        result = engine.play(board, limit, game=variant)
        assert result.move in board.legal_moves, (variant, board.fen(), result.move)
        board.push(result.move)
    assert board.ply() > 4, (variant, board.fen())
    print(f"ok: python-chess, {protocol}, {variant}: {board.ply()} plies")


def main(banco):
    with chess.engine.SimpleEngine.popen_uci([banco, "engine"], timeout=60) as engine:
        engine.configure({"Hash": 8, "Threads": 1, "Skill Level": 12})
        for variant in VARIANTS:
            play(engine, variant, "UCI", chess.engine.Limit(nodes=300, time=0.5))
        board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        info = engine.analyse(board, chess.engine.Limit(mate=2))
        assert info["score"].relative == chess.engine.Mate(2), info
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=3)
        assert len(lines) == 3, lines
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 3:
                    break
        engine.quit()
    with chess.engine.SimpleEngine.popen_xboard([banco, "engine"], timeout=60) as engine:
        for variant in ["chess", "atomic", "crazyhouse", "antichess"]:
            play(engine, variant, "CECP", chess.engine.Limit(depth=3))
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=3))
        assert info["score"] is not None, info
        engine.quit()
    print("ok: python-chess")


main(sys.argv[1])
