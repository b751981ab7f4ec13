# make run    the site, on this machine and its local network (PORT=8000)
# make test   the tests that need no service
# make lint   style, types, import order, migrations, texts (needs gettext's xgettext)
# make check  test and lint
# make messages  bring the translations' catalogues up to the texts of the sources (needs xgettext)
#
# Needs a Python ≥ 3.11 and make, nothing else; everything is installed into .venv. The network is
# used only when pyproject.toml or constraints.txt has changed. PYTHON=python3.12 names another.

PYTHON ?= python3
PORT ?= 8000
ARGS ?=
PY := .venv/bin/python

# What pyproject.toml asks for, one requirement a line: the site's, then those of the extras named.
LIST := import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*project["dependencies"], *(r for e in sys.argv[1:] for r in project["optional-dependencies"][e]), sep="\n")
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --requirement /dev/stdin

# The engine's fast parts: says nothing when they are up to date, and why when they stay interpreted.
COMPILE := $(PY) -m engine compile

.PHONY: run test lint check messages messages-check

run: .venv/installed
	@$(COMPILE)
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py demo
	@$(PY) manage.py serve --port $(PORT)

test: .venv/installed-dev
	@$(COMPILE)
	$(PY) -m pytest -n auto $(ARGS)

lint: .venv/installed-dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy .
	.venv/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run --settings tournament.config.settings.test
	@$(MAKE) --no-print-directory messages-check

check: test lint

messages: .venv/installed-dev
	$(PY) manage.py messages --settings tournament.config.settings.test

messages-check: .venv/installed-dev
	$(PY) manage.py messages --check --settings tournament.config.settings.test

.venv/installed: pyproject.toml constraints.txt | $(PY)
	@echo "Installing what Triplicate needs into .venv …"
	@$(PY) -c '$(LIST)' fast | $(INSTALL)
	@touch $@

.venv/installed-dev: pyproject.toml constraints.txt | $(PY)
	@echo "Installing what Triplicate and its tests need into .venv …"
	@$(PY) -c '$(LIST)' fast dev | $(INSTALL)
	@touch .venv/installed $@

$(PY):
	@command -v $(PYTHON) > /dev/null || { echo "Triplicate needs Python 3.11 or newer; there is no $(PYTHON) here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || { echo "Triplicate needs Python 3.11 or newer; $(PYTHON) is older. Name another: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }
