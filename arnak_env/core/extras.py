"""How the optional parts are installed; error messages of packages that are missing say it."""

from __future__ import annotations

# The pinned CPU build of torch lies on PyTorch's own index.
TRAIN_INSTALL_LINE = (
    "pip install -c constraints.txt --extra-index-url https://download.pytorch.org/whl/cpu -e '.[train]'"
)
RAY_INSTALL_LINE = "pip install -c constraints.txt -e '.[ray]'"
# Without constraints.txt: it names a later Gymnasium than RLlib takes.
RLLIB_INSTALL_LINE = "pip install --extra-index-url https://download.pytorch.org/whl/cpu -e '.[rllib]'"
