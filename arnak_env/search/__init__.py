"""The compiled tree of a Monte-Carlo tree search over a batch; it knows no rules and no game."""
