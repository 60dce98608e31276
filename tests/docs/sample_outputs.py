"""The outputs shown in the README: a ``text`` block right after a ``sh`` block is what its command prints.

`python tests/docs/sample_outputs.py` runs the commands and writes what they print into the page.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from typer.testing import CliRunner

from arnak_env.cli import app

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "README.md"
_SAMPLE = re.compile(r"^```sh\n(arnak [^\n]*)\n```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def samples(text: str) -> list[tuple[str, str]]:
    """Return command and shown output of each sample in a page."""
    return [(match[1], match[2]) for match in _SAMPLE.finditer(text)]


def printed(command: str) -> str:
    """Run a command in the current folder; returns what it prints, without spaces at the ends of lines."""
    result = CliRunner().invoke(app, shlex.split(command)[1:], env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


def main() -> None:
    """Rewrite the page."""
    text = PAGE.read_text(encoding="utf-8")
    os.chdir(tempfile.mkdtemp())
    new = _SAMPLE.sub(lambda match: match[0][: match.start(2) - match.start()] + printed(match[1]) + "```", text)
    PAGE.write_text(new, encoding="utf-8")
    print("written" if new != text else "all outputs were up to date")


if __name__ == "__main__":
    sys.exit(main())
