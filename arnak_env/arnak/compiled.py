"""The compile decorators for the rules of Lost Ruins of Arnak: ``G`` is a game record, ``T`` the table record."""

from arnak_env.arnak.state import GAME
from arnak_env.arnak.tables import TABLES
from arnak_env.core.compile import compiler

kernel, entry = compiler({"G": GAME, "T": TABLES})
