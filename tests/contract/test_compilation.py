"""Compiled code: never stale, kept where it can be kept, and inside its arrays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arnak_env.core import compile as compilation

HERE = Path(__file__).parent
PACKAGE = Path(compilation.__file__).resolve().parent.parent


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources that may be edited."""
    copy = tmp_path / "arnak_env"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.toml", "docs"))
    monkeypatch.setattr(compilation, "_PACKAGE", copy)
    return copy


def kernel_files(game: str) -> list[str]:
    marker = f"arnak_env.{game}.compiled import"
    return sorted(path.name for path in (PACKAGE / game).glob("*.py") if marker in path.read_text())


CONSTANTS = ("opcodes.py", "state.py", "tables.py", "actions.py", "observation.py", "compiled.py", "../core/compile.py")
GAMES = ("arnak", "arkeis")
SOURCES = [(game, name) for game in GAMES for name in (*kernel_files(game), *CONSTANTS)]


@pytest.mark.parametrize(("game", "name"), SOURCES)
def test_editing_a_kernel_source_or_table_changes_the_cache_folder(package: Path, game: str, name: str) -> None:
    before = {one: (compilation.source_hash(one), compilation.cache_folder(one)) for one in GAMES}
    path = package / game / name
    path.write_text(path.read_text() + "\n# one more line\n")
    after = {one: (compilation.source_hash(one), compilation.cache_folder(one)) for one in GAMES}
    for one in GAMES:
        changes = one == game or name.startswith("../core")
        assert [old != new for old, new in zip(before[one], after[one], strict=True)] == [changes, changes], one


@pytest.mark.parametrize("game", GAMES)
def test_every_module_that_kernels_take_something_from_is_part_of_the_hash(package: Path, game: str) -> None:
    """Whatever a kernel module imports from the package, directly or not, must change the hash when it changes."""
    import ast

    pending, seen = [package / game / name for name in kernel_files(game)], set()
    while pending:
        path = pending.pop()
        if path in seen:
            continue
        seen.add(path)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("arnak_env."):
                base = package.parent / Path(*node.module.split("."))
                found = [base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)]
                pending += [file for file in found if file.exists()]
    assert len(seen) > 15
    for path in seen:
        before = compilation.source_hash(game)
        path.write_text(path.read_text() + "\n# one more line\n")
        assert compilation.source_hash(game) != before, path.name


PLAY = {  # every interface of a game, a step each
    "arnak": """
import gymnasium, arnak_env
from arnak_env import arnak_v0
batch = arnak_env.Batch(2, num_players=2)
batch.step(batch.sample_actions())
single, vector, table = "arnak_env/ArnakSolo-v0", "arnak_env/ArnakSolo-v0", arnak_v0.env(num_players=2)
""",
    "arkeis": """
import gymnasium, arnak_env
from arnak_env import arkeis_v0
from arnak_env.arkeis.batch import Batch
batch = Batch(2, explorers=["rhiat", "franck"])
batch.step(batch.sample_actions())
single, vector = "arnak_env/ArkeisEpisode-v0", "arnak_env/ArkeisCampaign-v0"
table = arkeis_v0.env(explorers=["rhiat", "franck"])
""",
}
STEPS = """
environment = gymnasium.make(single)
_, info = environment.reset(seed=0)
environment.step(int(info["action_mask"].argmax()))
vectors = gymnasium.make_vec(vector, num_envs=2)
_, info = vectors.reset(seed=0)
vectors.step(info["action_mask"].argmax(axis=1))
table.reset(seed=0)
table.step(int(table.last()[0]["action_mask"].argmax()))
import sys
print(*sorted(name for name in sys.modules if name.startswith("arnak_env.")))
"""


@pytest.mark.parametrize(("game", "other"), [GAMES, GAMES[::-1]])
def test_who_plays_one_game_never_loads_compiled_code_of_the_other(game: str, other: str) -> None:
    """Signatures compile while a module is imported, so what is not imported is not compiled."""
    done = subprocess.run([sys.executable, "-c", PLAY[game] + STEPS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    loaded = done.stdout.splitlines()[-1].split()
    modules = {one: {f"arnak_env.{one}.{Path(name).stem}" for name in kernel_files(one)} for one in GAMES}
    assert len(modules[game] & set(loaded)) > 15
    assert modules[other] & set(loaded) == set()


def test_editing_what_is_not_compiled_keeps_the_folder(package: Path) -> None:
    before = compilation.source_hash("arnak")
    for name in ("arnak/batch.py", "arnak/words.py", "cli/play.py", "core/batch.py", "arkeis/opcodes.py"):
        path = package / name
        path.write_text(path.read_text() + "\n# one more line\n")
    assert compilation.source_hash("arnak") == before


def test_code_with_bounds_checks_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """numba itself would load the code without checks from its cache."""
    before = compilation.source_hash("arnak")
    monkeypatch.setattr(compilation.numba.config, "BOUNDSCHECK", None if compilation.numba.config.BOUNDSCHECK else 1)
    assert compilation.source_hash("arnak") != before


def test_a_letter_of_signatures_has_one_meaning() -> None:
    compilation.compiler({}, {"k": compilation.numba.int32[::1], "x": compilation.numba.float64})
    with pytest.raises(ValueError, match="'i' of signatures means int64 already, not float64"):
        compilation.compiler({}, {"i": compilation.numba.float64})


KERNELS = {
    "constants.py": "VALUE = 7\n",
    "helper.py": "from small.compiled import kernel\nfrom small.constants import VALUE\n\n\n@kernel('i:i')\n"
    "def helper(x):\n    return x + VALUE\n",
    "entries.py": "from small.compiled import entry\nfrom small.helper import helper\n\n\n@entry('v:i')\n"
    "def start(x):\n    return helper(x[0])\n",
    "compiled.py": "from arnak_env.core.compile import compiler\nkernel, entry = compiler({})\n",
    "__init__.py": "",
}


def test_an_edited_constant_of_another_module_is_seen_by_the_next_process(tmp_path: Path) -> None:
    """From end to end, with small kernels of its own: numba's cache alone would go on with the old value."""
    small = tmp_path / "small"
    small.mkdir()
    for name, text in KERNELS.items():
        (small / name).write_text(text)
    code = """
import sys, numpy as np
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from arnak_env.core import compile as c
c._PACKAGE = Path(sys.argv[1])
c._CONSTANTS = ("constants.py", "helper.py", "entries.py", "compiled.py")
def load():
    import small.entries
    return small.entries
print(c.load_compiled("small", load).start(np.array([1])))
"""

    def run() -> tuple[str, str]:
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            env={**os.environ, "ARNAK_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip(), done.stderr

    value, words = run()
    assert value == "8"
    assert "compiling the rules" in words
    value, words = run()
    assert value == "8"
    assert words == "", "a warm start says nothing"
    (small / "constants.py").write_text("VALUE = 500\n")
    value, words = run()
    assert value == "501"
    assert "compiling the rules" in words


def test_an_unwritable_place_falls_back_to_the_users_cache_folder_then_to_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file, so no folder can be made in it")
    monkeypatch.setenv("ARNAK_CACHE_DIR", str(tmp_path / "chosen"))
    assert compilation.cache_folder("arnak").is_relative_to(tmp_path / "chosen")
    monkeypatch.setenv("ARNAK_CACHE_DIR", str(blocked / "inside"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert compilation.cache_folder("arnak").is_relative_to(tmp_path / "user" / "arnak_env")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    folder = compilation.cache_folder("arnak")
    assert folder.is_dir()
    assert not folder.is_relative_to(blocked)
    (folder / "writable").touch()
    shutil.rmtree(folder)


DEEP_PLAY = """
import sys
sys.path.insert(0, sys.argv[1])
from contract.bounds import play_deep
play_deep()
"""


@pytest.mark.slow
def test_deep_random_play_stays_inside_all_arrays(tmp_path: Path) -> None:
    """The kernels compiled with bounds checks, in a cache folder of their own: an index outside raises IndexError."""
    done = subprocess.run(
        [sys.executable, "-c", DEEP_PLAY, str(HERE.parent)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "ARNAK_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "compiling the rules" in done.stderr
    assert done.stdout.splitlines()[-1].startswith("deep play ended well after ")
    assert int(done.stdout.split()[-2]) > 400_000
