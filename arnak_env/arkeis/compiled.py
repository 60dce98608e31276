"""The compile decorators for the rules of Arkeis: ``G`` is a game record, ``T`` the table record."""

from arnak_env.arkeis.state import GAME
from arnak_env.arkeis.tables import TABLES
from arnak_env.core.compile import compiler

kernel, entry = compiler({"G": GAME, "T": TABLES})
