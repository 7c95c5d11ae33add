"""Two-player games: every search of the alpha-beta family, proofs, and games of your own in thirty lines.

>>> import secateur
>>> position = secateur.game("connect4").position("4433")
>>> print(position.analyse(depth=8))
5: win in 3 at depth 1 (solved); 5

A game of one's own is a class with the methods ``moves`` and ``play``:

>>> class Matches:
...     '''Take one to three matches; whoever takes the last one wins.'''
...     cycles = False
...     def __init__(self, left=10):
...         self.left = left
...     def moves(self):
...         return range(1, min(self.left, 3) + 1)
...     def play(self, taken):
...         return Matches(self.left - taken)
...     def key(self):
...         return self.left
>>> str(secateur.game(Matches).start.analyse(depth=10))
'2: win in 5 at depth 6 (solved); 2 1 3 1 3'
"""

from __future__ import annotations

from ._algorithms import Algorithm, algorithms
from ._answer import Answer, Certificate, Proof, ProofNumbers, Solution
from ._check import check
from ._choice import Choice, Profile
from ._compare import Comparison, Contender
from ._game import Game, game, games
from ._kept import Book, Verified, verify
from ._match import Match, Pairing, PlayedGame
from ._position import Position
from ._records import frame
from ._secateur import Error, __version__
from ._trace import Trace

__all__ = [
    "Algorithm",
    "Answer",
    "Book",
    "Certificate",
    "Choice",
    "Comparison",
    "Contender",
    "Error",
    "Game",
    "Match",
    "Pairing",
    "PlayedGame",
    "Position",
    "Profile",
    "Proof",
    "ProofNumbers",
    "Solution",
    "Trace",
    "Verified",
    "__version__",
    "algorithms",
    "check",
    "frame",
    "game",
    "games",
    "verify",
]
