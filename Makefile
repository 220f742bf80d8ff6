# `make demo` plays from a fresh checkout; run `make check test` before you commit.
# The environment is .venv, made by uv when it is on the PATH and by python3 otherwise. Packages
# are pinned with hashes: requirements.lock to play, -dev.lock to work, -bench.lock for the peers.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(if $(shell command -v uv 2>/dev/null),uv pip install -q -p $(BIN)/python,$(BIN)/pip install -q)
UNINSTALL := $(if $(shell command -v uv 2>/dev/null),uv pip uninstall -q -p $(BIN)/python,$(BIN)/pip uninstall -q -y)
LOCK := uv pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

# Else each of the hundred programs that the tests start compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

# A worker for each core, and one more (tests/conftest.py). Each begins with its own stretch of the
# tests and keeps to it, so that what a file's tests share is made once; who is done first takes
# over half of another's rest.
SIDE_BY_SIDE := -n auto --dist worksteal

help: ## List these targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 18

demo: .venv/.classics ## Play: run the host with a simulated table (ARGS="--fast --seed 7")
	$(BIN)/tricktable demo $(ARGS)

# The tests know the games of the tree, and bring others where they try them: what was installed for
# a demo goes, and comes again with the next one.
# What is read first in a new checkout is read by one process, and not by each worker.
test: .venv/.peers ## Run the tests side by side, after installing their browser (ARGS="-k wire", ARGS="-n 0 -x")
	test ! -e .venv/.classics || { $(UNINSTALL) tricktable-classics && rm .venv/.classics; }
	$(BIN)/python tests/rig/chromium.py
	test -e tests/web/__pycache__ || $(BIN)/pytest -q --collect-only -n 0 >/dev/null || true
	$(BIN)/pytest $(SIDE_BY_SIDE) $(ARGS)

test-long: .venv/.work ## Try each property with at least 1,000 examples, and all of what is sampled: hours (ARGS="tests/games")
	THOROUGH=2 EXAMPLES=1000 $(BIN)/pytest -m "hypothesis or sampled" --timeout 0 $(ARGS)

test-taps: .venv/.work ## Play a whole game of each kind by taps on five phones: minutes
	EXAMPLES=2 $(BIN)/pytest tests/web/games/test_taps.py $(ARGS)

check: .venv/.work ## Check the code: format, lint, types, imports, the firmware's types, the wiring, the tree
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy -n auto
	$(BIN)/python firmware/stubs.py .typings
	$(BIN)/mypy --config-file firmware/mypy.ini
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -q tests/hardware/test_wiring.py tests/hardware/test_board.py tests/hardware/test_supply.py tests/hardware/test_lines.py
	$(BIN)/pytest -q tests/test_one_game_one_folder.py
	$(BIN)/python tests/test_one_game_one_folder.py

fix: .venv/.work ## Format the code and repair what ruff can repair
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

dist: .venv/.work ## Build what is released into dist: sdist, wheel, bill of materials, SHA256SUMS
	PYTHONPATH=tests $(BIN)/python -m release.dist

release: .venv/.work ## Walk through what a release needs: tree, version, changelog, check, test, dist, a newcomer
	@PYTHONPATH=tests $(BIN)/python -m release

bench: .venv/.bench ## Measure against peers, and print one table (ONLY="wire journal")
	PYTHONPATH=tests $(BIN)/python -m bench $(ONLY)

peers: .venv/.peers ## Play 10,000 deals of each classic in OpenSpiel too: the same cards, calls and scores (ARGS="200 hearts")
	PYTHONPATH=tests:classics:examples/oh-hell $(BIN)/python -m classics.openspiel $(ARGS)

fast: .venv/.work ## Compile rules and review beside their sources, where there is a C compiler (ARGS=off: as written)
	$(BIN)/python host/fast.py $(ARGS)

# What is compiled goes again at the end, also after a test that failed.
test-fast: .venv/.work ## Run the tests of rules, games and reviews against compiled modules, where there is a C compiler
	@command -v cc >/dev/null || { echo "skipped: no C compiler"; exit 0; }; \
	trap '$(BIN)/python host/fast.py off' EXIT; \
	$(BIN)/python host/fast.py && $(BIN)/pytest $(SIDE_BY_SIDE) $(or $(ARGS),tests/rules tests/games tests/classics)

mutants: .venv/.bench ## Change the code token by token and see whether its tests notice (ARGS="tricktable.web.live.feed --most 50")
	PYTHONPATH=tests $(BIN)/python -m mutants $(ARGS)

soak: .venv/.work ## Live a day at the table in virtual time, faults and all (ARGS="--hours 24 --seed 1")
	PYTHONPATH=tests $(BIN)/python -m soak $(ARGS)

chaos: .venv/.work ## Break hosts, database and network at random and judge what is left (ARGS="--seeds 1000")
	PYTHONPATH=tests $(BIN)/python -m chaos $(ARGS)

pictures: .venv/.work ## Retake the pictures of the README and of how to add a game
	$(BIN)/python tests/pictures.py
	PYTHONPATH=tests:classics $(BIN)/python tests/pictures_of_moments.py

hardware: .venv/.work ## Draw the table: wiring, parts list and STL into build/hardware, the guide's pictures
	$(BIN)/python hardware/build.py

languages: .venv/.work ## Update the translation files from the program
	PYTHONPATH=tests $(BIN)/python tests/languages.py

display: .venv/.work ## Redraw every screen of the board into docs/pictures/display
	PYTHONPATH=tests $(BIN)/python -m board.display

lock: ## Pin the packages again after a change to pyproject.toml (needs uv)
	$(LOCK) --extra demo --group build -o requirements.lock
	$(LOCK) --extra demo --extra club --extra mqtt --group build --group dev -c requirements.lock -o requirements-dev.lock
	$(LOCK) --extra bench -c requirements-dev.lock -o requirements-bench.lock

clean: ## Remove everything that the other targets made
	rm -rf .venv .typings .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@rm -rf .venv
	@if command -v uv >/dev/null; then uv venv -q --seed; \
	elif $(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then $(PYTHON) -m venv .venv; \
	else echo 'Needs Python 3.11 or newer with venv, or uv on the PATH (Debian: apt-get install python3-venv)'; exit 1; fi

.venv/.play: requirements.lock pyproject.toml | $(BIN)/python
	$(INSTALL) -r requirements.lock
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# The games of classics/, for whoever plays: the tests find them without.
.venv/.classics: classics/pyproject.toml .venv/.play
	$(INSTALL) --no-deps --no-build-isolation -e classics
	@touch $@

.venv/.work: requirements-dev.lock .venv/.play
	$(INSTALL) --no-deps -r requirements-dev.lock
	@touch $@

# Alone, as its rules need nothing of what its learners need: 9 MB. Without a wheel for this system, what
# is compared with it is skipped.
.venv/.peers: requirements-bench.lock .venv/.work
	@awk '/^[a-z]/ { is_it = /^open-spiel==/ } is_it' requirements-bench.lock > .venv/open-spiel.lock
	$(INSTALL) --no-deps -r .venv/open-spiel.lock || echo 'OpenSpiel cannot be installed: no game is compared with it'
	@touch $@

.venv/.bench: requirements-bench.lock .venv/.work
	$(INSTALL) -r requirements-bench.lock
	@touch $@

.PHONY: help demo test test-long test-taps check fix bench peers fast test-fast mutants soak chaos pictures hardware languages display lock dist release clean
