"""Settings of all tests."""

from __future__ import annotations

import os

# Spinning worker threads of numerical libraries slow each other down when several tests run side by side.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import settings

settings.register_profile("repository", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("repository")
