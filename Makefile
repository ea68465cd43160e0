# make solutions   solve every puzzle of puzzles/ into solutions/ (also with -j)
# make gallery     puzzles/ as a page to play, with hints, build/gallery.html, and as a book to print, build/gallery.pdf
# make docs        docs/ and the gallery as a site, build/site/index.html
# make test        run the fast tests: a minute or two on two cores
# make test-slow   run all other tests, also those that need a browser
# make test-all    run all tests
# make stress      random puzzles through every solver, faults in batches, broken inputs, forged proofs, all 4x4 pictures,
#                  counts, mending and diagnoses against exhaustive search; minutes
# make check       what must hold besides: format, lint, types, the package builds
# Each sets itself up in a virtual environment of its own, .venv.

PYTHON ?= python3
VENV ?= .venv
PYTEST_ARGS ?= -n auto
FAST := -m "not slow and not browser and not faults" --hypothesis-profile=fast
BIN := $(VENV)/bin

PUZZLES := $(wildcard puzzles/*.clues)
SOURCES := $(shell find src -name '*.py')
KERNELS := $(wildcard src/nonosat/kernels/*)
ASSETS := $(wildcard src/nonosat/publishing/player/*)

.PHONY: all solutions gallery docs test test-slow test-all stress check clean
.DELETE_ON_ERROR:

all: solutions

solutions: $(PUZZLES:puzzles/%.clues=solutions/%.sol) $(PUZZLES:puzzles/%.clues=solutions/%.sat)

solutions/%.sol solutions/%.sat: puzzles/%.clues $(SOURCES) $(VENV)/.installed
	$(BIN)/nonosat solve --quiet --output-dir solutions $<

gallery: build/gallery.html build/gallery.pdf

build/gallery.html: $(PUZZLES) $(SOURCES) $(ASSETS) $(VENV)/.installed
	mkdir -p build
	$(BIN)/nonosat page $(PUZZLES) --hints --title "Puzzles of nonosat" --timeout 600 -o $@

build/gallery.pdf: $(PUZZLES) $(SOURCES) $(VENV)/.installed-pdf
	mkdir -p build
	$(BIN)/nonosat book $(PUZZLES) --title "Puzzles of nonosat" --timeout 600 -o $@

docs: gallery $(VENV)/.installed-docs
	$(BIN)/mkdocs build

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest $(FAST) $(PYTEST_ARGS)

test-slow: $(VENV)/.installed-test
	$(BIN)/python -m pytest -m "slow or browser or faults" $(PYTEST_ARGS)

test-all: $(VENV)/.installed-test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

stress: $(VENV)/.installed-test
	$(BIN)/python tests/stress.py
	$(BIN)/python tests/stress_batch.py
	$(BIN)/python tests/stress_proofs.py
	$(BIN)/python tests/stress_unique.py
	$(BIN)/python tests/stress_triangles.py
	$(BIN)/python tests/stress_authoring.py
	$(BIN)/python tests/stress_explaining.py
	$(BIN)/python tests/fuzz.py --inputs 10000

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --platform darwin --cache-dir $(VENV)/mypy-darwin
	$(BIN)/mypy --platform win32 --cache-dir $(VENV)/mypy-win32
	$(BIN)/python -m build --outdir $(VENV)/dist .

clean:
	rm -rf $(VENV) build dist

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.installed: pyproject.toml $(KERNELS) $(VENV)/.created
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-pdf: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[pdf]'
	touch $@

$(VENV)/.installed-docs: $(VENV)/.installed-pdf
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,kissat]'
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed-test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
