"""Files that are whole, also when the disk is full."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.folders import write_text
from arnak_env.core.files import write_whole


@pytest.mark.parametrize("write", [lambda path: write_text(path, "new"), lambda path: write_whole(path, b"new")])
def test_a_full_disk_is_told_with_the_file_which_stays_as_it_was(
    write: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device: '.*file'"):
        write(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
