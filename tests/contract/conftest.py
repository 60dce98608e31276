"""Which contract tests run by default.

The ones listed here are written but have not yet passed as a whole; each comes off the list when it does. Run one with
`pytest --noconftest tests/contract/FILE`.
"""

collect_ignore = [
    "test_06_hidden_information.py",
    "test_07_determinize.py",
    "test_08_copies.py",
    "test_09_conserved.py",
    "test_10_reached.py",
    "test_11_replays.py",
    "test_bad_input.py",
    "test_compilation.py",
    "test_machine.py",
]
