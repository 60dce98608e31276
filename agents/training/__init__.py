"""Training of agents with MaskablePPO: configuration, games, self-play, checkpoints, evaluation, model card.

`config` and `reading` need no extra; `run` and what it imports need the extra ``train``.
"""
