"""How `make` installs torch: the CPU build, from the configured index where it has it, else from PyTorch's own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arnak_env.core.extras import TRAIN_INSTALL_LINE

ROOT = Path(__file__).resolve().parents[2]
PYTORCH = "https://download.pytorch.org/whl/cpu"

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

# Stands in for pip: writes down how it was called and fails as the test says.
PIP = """
import sys
from pathlib import Path
words = sys.argv[1:]
with Path("calls").open("a") as calls:
    print(*words, file=calls)
if words[-1] == "torch" and {errors!r}["--index-url" in words]:
    sys.exit({errors!r}["--index-url" in words])
"""


def install(folder: Path, *errors: str) -> tuple[int, list[str], str]:
    """Run the part of `make test` that installs; returns its exit code, the calls of pip, and what it wrote.

    `errors` are what pip says of torch from the configured index and from PyTorch's; empty: it works.
    """
    for name in ("Makefile", "constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    (folder / ".venv").mkdir()
    (folder / ".venv" / "created").touch()
    (folder / "pip.py").write_text(PIP.format(errors=errors), encoding="utf-8")
    words = ["make", ".venv/installed-dev", f"PIP={sys.executable} pip.py"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return done.returncode, (folder / "calls").read_text(encoding="utf-8").splitlines(), done.stdout + done.stderr


def test_the_configured_index_is_enough_where_it_has_the_cpu_build(tmp_path: Path) -> None:
    code, calls, _ = install(tmp_path, "", "")
    assert code == 0
    assert [call.split()[-1] for call in calls] == ["torch", ".[dev]"]
    assert not any("--index-url" in call for call in calls)
    assert (tmp_path / ".venv" / "installed-dev").exists()


@pytest.mark.parametrize(
    "error",
    [
        "ERROR: No matching distribution found for torch==2.13.0+cpu",
        "ERROR: Cannot install torch because these package versions have conflicting dependencies.",
    ],
)
def test_elsewhere_it_comes_from_the_index_of_pytorch(tmp_path: Path, error: str) -> None:
    code, calls, said = install(tmp_path, error, "")
    assert code == 0
    first, second, rest = calls
    assert "--no-deps" in first
    assert f"--index-url {PYTORCH}" in second
    assert "--no-deps" in second
    assert "--index-url" not in rest
    assert PYTORCH in said
    assert "ERROR" not in said


def test_when_both_fail_both_answers_are_shown(tmp_path: Path) -> None:
    code, calls, said = install(tmp_path, "ERROR: No space left on device", "ERROR: no network")
    assert code != 0
    assert len(calls) == 2
    assert "No space left on device" in said
    assert "no network" in said
    assert not (tmp_path / ".venv" / "installed-dev").exists()


def test_everything_that_is_installed_is_pinned_and_torch_to_its_cpu_build() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert re.search(r'^torch==\S+\+cpu ; sys_platform == "linux"$', pins, re.MULTILINE)
    assert "nvidia" not in pins
    pinned = {name.lower().replace("_", "-") for name in re.findall(r"^([\w.-]+)==", pins, re.MULTILINE)}
    wanted = re.findall(r'"([\w-]+)(?:>=|<)', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {name.lower().replace("_", "-") for name in wanted} - {"hatchling"} <= pinned


def test_the_install_lines_name_the_index_of_pytorch() -> None:
    assert f"--extra-index-url {PYTORCH}" in TRAIN_INSTALL_LINE
    for page in ("README.md", "constraints.txt"):
        lines = [
            line
            for line in (ROOT / page).read_text(encoding="utf-8").splitlines()
            if "-c constraints" in line and "[train]" in line
        ]
        assert lines
        assert all(PYTORCH in line for line in lines), page
