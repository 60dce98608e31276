"""Thin adapters over `arnak_env.Batch`: they hold no rule, and the rules know nothing of them."""
