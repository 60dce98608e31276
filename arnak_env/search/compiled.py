"""The compile decorators for the tree, and the records that it is made of.

``N`` is a node, ``W`` a walker; ``x`` is a float64, ``V`` an int64 matrix, ``D`` a float64 matrix.
"""

import numba
import numpy as np

from arnak_env.core.compile import compiler

NODE = np.dtype(
    [
        ("first", "i4"),  # first child, NONE: no child yet
        ("sibling", "i4"),  # next child of the same parent
        ("action", "i4"),  # that leads here
        ("visits", "i4"),  # simulations that came through and are valued
        ("waiting", "i4"),  # simulations that came through and are not valued yet
        ("open", "i4"),  # choices at the parent in which the action was legal
        ("total", "f8"),  # sum of the values for the seats that chose the action
    ],
    align=True,
)
WALKER = np.dtype(
    [
        ("tree", "i4"),
        ("node", "i4"),  # NONE: it has arrived, and its world is to be valued
        ("depth", "i4"),  # actions taken
        ("row", "i4"),  # row of the priors that counts for the decision before it
    ],
    align=True,
)

kernel, entry = compiler(
    {"N": NODE, "W": WALKER}, {"x": numba.float64, "V": numba.int64[:, ::1], "D": numba.float64[:, ::1]}
)
