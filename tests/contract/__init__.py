"""The eleven sentences of the contract of the game core, each over both boards and all player counts.

A file holds one sentence; its tests bear the sentence's words as their names. Helpers: `tables` (the
configurations), `players` (random players that make games long), `bookkeeping` (what is conserved), `traces` (what
is compared byte for byte).
"""
