"""The notebooks: executing them, and comparing what they print with the outputs that are committed.

`python tests/notebooks/run_notebooks.py` executes all of them, or those whose names are given, and writes the outputs
into the files. Outputs of cells tagged `varies` depend on the machine, such as those of a training.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

FOLDER = Path(__file__).resolve().parent.parent.parent / "notebooks"
VARIES = "varies"
_CURSOR = re.compile(r"\x1b\[[?\d;]*[A-Za-ln-z]")  # what a progress bar moves the cursor with
_STYLES = re.compile(r"\x1b\[[\d;]*m")  # of the terminal: which ones there are is a matter of taste
_COMPILING = re.compile(r"^arnak_env: compil.*\n?", re.M)  # told by whoever comes first to what is compiled
_SECONDS = 600  # for a cell, as the first one of all may have to compile the rules


def notebooks() -> list[Path]:
    """Return the files of all notebooks in order."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> Any:
    """Return a notebook; its form is checked."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def executed(notebook: Any, folder: Path) -> Any:
    """Execute the cells in a fresh kernel of this interpreter; returns a copy with the outputs.

    Args:
        notebook: the notebook; it is not changed.
        folder: an empty folder; the kernel works in its folder `work`, and its temporary files go to another one there.

    Raises:
        nbclient.exceptions.CellExecutionError: when a cell fails, with its traceback.
    """
    copy = deepcopy(notebook)
    places = {name: folder / name for name in ("work", "temporary", "ipython")}
    for place in places.values():
        place.mkdir()
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        copy,
        timeout=_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(places["work"])}},
        coalesce_streams=True,
        record_timing=False,
        config=Config(KernelManager={"transport_encryption": "auto"}),  # where kernel and client know how
    )
    client.execute(
        env={
            **os.environ,
            "IPYTHONDIR": str(places["ipython"]),
            "TMPDIR": str(places["temporary"]),
            "TEMP": str(places["temporary"]),
        }
    )
    for cell in copy.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                output.text = _CURSOR.sub("", output.text)
                if output.name == "stderr":
                    output.text = _COMPILING.sub("", output.text)
        if cell.cell_type == "code":
            cell.outputs = [one for one in cell.outputs if one.output_type != "stream" or one.text]
    copy.metadata = notebook.metadata  # without the version of the interpreter
    return copy


def shown(cell: Any) -> list[tuple[str, str]]:
    """Return the outputs of a code cell as (kind, text); of a picture only that it is there, as its bytes vary."""
    outputs = []
    for output in cell.outputs:
        if output.output_type == "stream":
            outputs.append((output.name, output.text))
        elif "image/png" in output.data:
            outputs.append(("image/png", ""))
        else:
            outputs.append(("text/plain", output.data["text/plain"]))
    return [(kind, "\n".join(line.rstrip() for line in _STYLES.sub("", text).splitlines())) for kind, text in outputs]


def varies(cell: Any) -> bool:
    """Return whether the outputs of a cell depend on the machine."""
    return VARIES in cell.metadata.get("tags", [])


def main(names: list[str]) -> None:
    """Execute notebooks and write their outputs into the files.

    Raises:
        SystemExit: when there is no notebook of a name.
    """
    known = {path.stem: path for path in notebooks()}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"no notebook {unknown[0]!r}; notebooks are {', '.join(known)}")
    for name in names or known:
        with tempfile.TemporaryDirectory() as folder:
            nbformat.write(executed(read(known[name]), Path(folder)), known[name])
        print("written:", known[name])


if __name__ == "__main__":
    main(sys.argv[1:])
