"""The compile decorators for the rules of Arkeis: ``G`` is a game record, ``T`` the table record."""

from arnak_env.arkeis.state import GAME
from arnak_env.arkeis.tables import TABLES
from arnak_env.core.compile import compiler

# Many small helpers: compiling them without any optimisation costs no speed here and saves an eighth of the time.
kernel, entry = compiler({"G": GAME, "T": TABLES}, helper_level=0)
