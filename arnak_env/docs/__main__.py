"""`python -m arnak_env.docs`: write the pages in `docs/`, or check them with `--check`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arnak_env.docs import FOLDER, stale_pages, write_pages


def main() -> int:
    """Return 0, or 1 when `--check` finds pages that are out of date."""
    parser = argparse.ArgumentParser(prog="python -m arnak_env.docs", description="Build the pages in docs/.")
    parser.add_argument("--check", action="store_true", help="write nothing, say which pages are out of date")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pages are (default: %(default)s)")
    arguments = parser.parse_args()
    if arguments.check:
        stale = stale_pages(arguments.folder)
        print("\n".join(f"out of date: {name}" for name in stale) or "all pages are up to date")
        return 1 if stale else 0
    changed = write_pages(arguments.folder)
    print("\n".join(f"written: {arguments.folder / name}" for name in changed) or "all pages were up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
