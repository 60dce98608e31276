# `make demo` and `make test` are all you need; each sets up .venv by itself and says what it does.
# Choose another interpreter with `make demo PYTHON=/path/to/python`.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip
DEMO := runs/demo
CONSTRAINTS := constraints.txt
TORCH_INDEX := https://download.pytorch.org/whl/cpu
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help demo test test-rllib lint format unit bench clean

help:
	@echo "make demo    set up .venv (without torch), rate the solo rival and an episode of Arkeis with two agents each"
	@echo "make test    set up .venv with everything, check style and types, run all tests"
	@echo "make test-rllib  set up .venv-rllib with RLlib, which wants an older Gymnasium, and test the example with it"
	@echo "make lint    style and types only"
	@echo "make format  let ruff rewrite the sources"
	@echo "make bench   measure speed, start-up and memory"
	@echo "make clean   remove .venv and everything the tools cache"

# The CPU build of torch lies on PyTorch's own index, which few package indexes mirror. The configured index is asked
# first, so that a mirror or a folder of wheels is enough where there is no way out; then PyTorch's. How pip says that an
# index lacks a version differs, so any failure leads on, and the first one is shown when the second index fails too.
# Without dependencies: those are pinned as well, and come from the configured index.
define install_torch
log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
if ! $(PIP) install --quiet --no-deps -c $(CONSTRAINTS) torch >"$$log" 2>&1; then \
  echo "The package index has no CPU build of torch; taking it from $(TORCH_INDEX)"; \
  $(PIP) install --quiet --no-deps -c $(CONSTRAINTS) --index-url $(TORCH_INDEX) torch || \
    { echo "The package index itself had answered:" >&2; cat "$$log" >&2; exit 1; }; \
fi
endef

# --- set-up: a stamp file marks what is installed, so that a second run starts at once -------------------------------
$(VENV)/created:
	@python=""; \
	for candidate in $(PYTHON) python3 python3.11 python3.12 python3.13 python; do \
	  if $$candidate -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    python=$$candidate; break; \
	  fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "Python 3.11 or newer (with its venv module) is needed; name one with: make $(MAKECMDGOALS) PYTHON=..." >&2; \
	  exit 1; \
	fi; \
	echo "Creating $(VENV) with $$($$python --version)"; \
	$$python -m venv $(VENV)
	@touch $@

$(VENV)/installed-core: $(VENV)/created pyproject.toml $(CONSTRAINTS)
	@echo "Installing arnak_env (about 600 MB with its dependencies, no torch)"
	@$(PIP) install --quiet -c $(CONSTRAINTS) -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/created pyproject.toml $(CONSTRAINTS)
	@echo "Installing arnak_env with everything for training and tests (CPU build of torch)"
	@$(install_torch)
	@$(PIP) install --quiet -c $(CONSTRAINTS) -e '.[dev]'
	@touch $@ $(VENV)/installed-core

# --- what to do ------------------------------------------------------------------------------------------------------
demo: $(VENV)/installed-core
	@$(BIN)/arnak warm-up arnak arkeis
	@$(BIN)/arnak rate-rival --boards bird,snake --difficulties 0-5 --agents random,greedy --games 100 --seed 1 \
	  --out $(DEMO) --overwrite
	@$(BIN)/arnak rate-episode --episodes 0 --players 1,2 --agents random,greedy --games 100 --seed 1 \
	  --out $(DEMO)/episode_0 --overwrite

test: lint unit

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The kernels are compiled once before the test workers start, so that these do not all wait for the same compiler.
unit: $(VENV)/installed-dev
	$(BIN)/arnak warm-up arnak arkeis
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2

# Without constraints but for torch: RLlib names another version of Gymnasium.
$(VENV)-rllib/installed: PIP := $(VENV)-rllib/bin/python -m pip
$(VENV)-rllib/installed: $(VENV)/created pyproject.toml $(CONSTRAINTS)
	@echo "Installing arnak_env with RLlib in $(VENV)-rllib (CPU build of torch)"
	@$(BIN)/python -m venv $(VENV)-rllib
	@$(install_torch)
	@$(PIP) install --quiet -e '.[rllib,test]'
	@touch $@

test-rllib: $(VENV)-rllib/installed
	OMP_NUM_THREADS=1 $(VENV)-rllib/bin/python -m pytest tests/agents/test_rllib_self_play.py

format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/installed-core
	@$(BIN)/arnak warm-up arnak arkeis
	@$(BIN)/python -m benchmarks.throughput
	@$(BIN)/python -m benchmarks.throughput_arkeis
	@$(BIN)/python -m benchmarks.startup
	@$(BIN)/python -m benchmarks.rating

clean:
	rm -rf $(VENV) $(VENV)-rllib .mypy_cache .ruff_cache .pytest_cache build dist
