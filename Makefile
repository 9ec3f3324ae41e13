# make play   set up, open the board   make test   set up and run every test
# make check  lint and types           make bench  speed of the rules
# make words  catalogues up to date    make load   speed of the server
# make browser  tests in Chromium      make shots  pictures of pages and boards
# make kills  kill the server while people play: is anything lost?
# make container  build the image of deploy/ from Debian's packages, and play in it
# make page-speed  a table's page in Chromium: first board, rest, frames
# make site   the documentation as pages of a site, below build/site/html
# make clean  remove what was made
# make game   a new game in the workshop: ID=my-game LIKE=backgammon
# make game-data  what a machine can write about a game: ID=my-game
# make figures  strength and speed (REFEREE=DIR: against GNU Backgammon too)

PYTHON ?= python3
BIN = .venv/bin
# So many of the slowest tests are told: make test SLOWEST=5.
SLOWEST ?= 20
TYPESCRIPT = 5.9.3
CATALOGUES = $(wildcard src/tavola/words/locale/*/LC_MESSAGES/*.po)
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PIP_CONSTRAINT = constraints.txt
export PIP_BUILD_CONSTRAINT = constraints.txt

.PHONY: play test compiled test-fast test-plain browser shots nightly check client-types bench load kills container page-speed figures words game game-data site openspiel ray clean

play: .venv/.play
	@$(BIN)/tavola

# The compiler works while the plain tests run, so that no test waits for it.
test: .venv/.test
	@$(MAKE) --no-print-directory -j 2 compiled test-plain
	@$(MAKE) --no-print-directory test-fast

# What play and training need, compiled once: two workers of a test run would do it twice.
compiled: .venv/.test
	@$(BIN)/python -m tavola.bots.training.precompile
	@$(BIN)/python -m tavola.bots.precompile
	@$(BIN)/python -m tavola.rl.precompile

# Compiled by Numba, every test but those of `make browser`.
test-fast: .venv/.test
	$(BIN)/python -m pytest -n auto --dist worksteal --durations $(SLOWEST) --ignore=tests/browser

# Pages and boards in Chromium; without it they are skipped.
browser: .venv/.test
	$(BIN)/python -m pytest -n auto --durations $(SLOWEST) tests/browser

# Pictures of every page and board, to be looked at: make shots SHOTS=folder.
shots: .venv/.test
	$(BIN)/python -m scripts.shots $(or $(SHOTS),shots)

# What could differ in plain Python (tests marked so), as if Numba were not installed; coverage of the
# rules is measured here, since the compiler hides what it runs.  Tests of what stands above the rules
# do without it (`no_cover`): measured, plain code takes more than three times as long.
test-plain: .venv/.test
	PYTHONPATH=tests/without_numba $(BIN)/python -m pytest -n auto --dist worksteal -m plain \
	  --durations $(SLOWEST) --ignore=tests/browser --ignore=tests/server \
	  --cov=tavola.rules --cov=tavola.games --cov-branch --cov-report=term:skip-covered \
	  --cov-fail-under=98

# The sizes of a night: TAVOLA_NIGHTLY pairs of position and throw for each game.  Interrupted, it
# goes on with what has not passed yet (`tests/night.py`).
nightly: .venv/.test
	TAVOLA_NIGHTLY=$${TAVOLA_NIGHTLY:-20000} $(BIN)/python -m pytest -n auto -p night

# Lint, types, and the signature of the rules.
check: .venv/.test client-types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@$(BIN)/python -m scripts.signature

# Types of the client's scripts, from their JSDoc; the settings are in tsconfig.json.
client-types:
	@if command -v npm >/dev/null; then $(MAKE) -s .venv/.typescript-$(TYPESCRIPT) && \
	  node .venv/typescript/node_modules/typescript/bin/tsc -p . && echo "the client's types are sound"; \
	else echo "skipped: types of the client's scripts; npm is not installed: apt-get install nodejs npm"; fi

# Pinned here, in no lock file: a lock file names the hosts that it was made from.
.venv/.typescript-$(TYPESCRIPT): | .venv/bin/python
	@echo "Installing TypeScript (once) ..."
	@npm install --silent --no-save --no-package-lock --no-fund --no-audit --prefix .venv/typescript \
	  typescript@$(TYPESCRIPT)
	@touch $@

bench: .venv/.bench
	$(BIN)/python scripts/bench.py

# 500 games with two connections each; `make load GAMES=20 SECONDS=10` for a short look, KEEP=1 for the page of figures, REVIEW=1 with reviews beside, GROWTH=1 for the table of many sizes,
# WORKERS="2 4" ROUNDS=2 for several processes over PostgreSQL beside one.
load: .venv/.bench
	$(BIN)/python -m scripts.load $(if $(KEEP),--keep) $(if $(WORKERS),--workers $(WORKERS) --rounds $(or $(ROUNDS),1)) $(if $(REVIEW),--review) $(if $(GROWTH),--growth) --games $(or $(GAMES),500) --seconds $(or $(SECONDS),60)

# The server is killed while people play: make kills KILLS=1000 DATABASE=postgresql WORKERS=3 KEPT=folder.
kills: .venv/.test
	$(BIN)/python -m scripts.kills --kills $(or $(KILLS),200) $(if $(filter postgresql,$(DATABASE)),--postgresql) $(if $(WORKERS),--workers $(WORKERS)) $(if $(KEPT),--folder $(KEPT))

# The image of deploy/Containerfile, by root, with apt-get install buildah mmdebstrap; the night does it, too.
container: .venv/.test
	TAVOLA_CONTAINER=1 $(BIN)/python -m pytest -n 0 -rs tests/server/test_container.py

# A table's page in Chromium, on a machine that does nothing else; KEEP=1 for the page of figures, TRACE=FILE for the trace.
page-speed: .venv/.test
	$(BIN)/python -m scripts.page_speed $(if $(KEEP),--keep) $(if $(TRACE),--trace $(TRACE))

# What is missing in docs/figures.md, or was measured with other nets or settings.
figures: .venv/.test
	@$(BIN)/python -m scripts.figures run --missing --jobs $${JOBS:-2} \
	  $(if $(REFEREE),--referee $(REFEREE)); status=$$?; \
	  $(BIN)/python -m scripts.figures write; exit $$status

# Stubs of a game that is playable at once; they say what is to be filled in.
game: .venv/.test
	@$(BIN)/python -m scripts.new_game $(ID) --like $(or $(LIKE),backgammon)

game-data: .venv/.test
	@$(BIN)/python -m scripts.game_data $(ID)

words: .venv/.test
	$(BIN)/python scripts/words.py update
	$(BIN)/python scripts/words.py compile

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tavola needs Python 3.11 or newer; say which: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing: install the package python3-venv, then try again"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.play: pyproject.toml constraints.txt $(CATALOGUES) | .venv/bin/python
	@echo "Installing (once) ..."
	@$(BIN)/python -m pip install -q -e '.[fast]'
	@touch $@

.venv/.test: pyproject.toml constraints.txt $(CATALOGUES) | .venv/bin/python
	@echo "Installing what the tests need (once) ..."
	@$(BIN)/python -m pip install -q -e '.[fast,test]'
	@touch $@

site: .venv/.site
	@$(BIN)/python -m scripts.docs_site

.venv/.site: .venv/.test
	@echo "Installing what makes pages of the documentation (once) ..."
	@$(BIN)/python -m pip install -q -e '.[fast,test,site]'
	@touch $@

# The tests of OpenSpiel are skipped without it: 290 MB with SciPy, on which it stands.
openspiel: .venv/.openspiel

.venv/.openspiel: .venv/.test
	@echo "Installing OpenSpiel (once) ..."
	@$(BIN)/python -m pip install -q -e '.[fast,test,openspiel]'
	@touch $@

# The tests of Ray are skipped without it: 260 MB.
ray: .venv/.ray

.venv/.ray: .venv/.test
	@echo "Installing Ray (once) ..."
	@$(BIN)/python -m pip install -q -e '.[fast,test,ray]'
	@touch $@

.venv/.bench: .venv/.test
	@echo "Installing what the bench compares with (once) ..."
	@$(BIN)/python -m pip install -q -e '.[fast,bench]'
	@touch $@

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
