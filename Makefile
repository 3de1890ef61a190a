# Needs Python 3.11 or newer and make; everything else goes into .venv and var.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
RUN := .venv/bin/python
WORKERS ?= 2
REQUESTS ?= 20000
ROUNDS ?= 200
SEED ?= $(shell date +%Y%m%d)

# Compiled modules halve the time every process needs to start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run manage test quick check lock bench drills fuzz taps messages screens clean install install-dev browser

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: install ## set everything up and serve the floor; Ctrl-C stops it
	@exec $(RUN) -m paigow_site.run $(ARGS)

manage: install ## a management command on the floor that runs here: make manage ARGS="setup --code"
	@exec $(RUN) -m paigow_site.here $(ARGS)

test: install-dev browser ## run the whole suite on its own servers, browser tests included
	@$(RUN) -m pytest -n $(WORKERS) --dist load $(ARGS)

quick: install-dev ## run the tests that need no browser and no running floor
	@$(RUN) -m pytest -n $(WORKERS) --dist load -m "not browser and not live and not slow" $(ARGS)

check: install-dev ## formatting, types, imports, migrations, figures, templates, scripts, deployment
	@$(RUN) .ci/check.py

fuzz: install-dev ## ask every address for odd things, 20,000 times or REQUESTS=…; no answer may be a 500
	@FUZZ_REQUESTS=$(REQUESTS) FUZZ_SEED=$(SEED) $(RUN) -m pytest -q tests/fuzz $(ARGS)

taps: install-dev browser ## tap 200 rounds by chance, or ROUNDS=…; nothing may be covered, cut or unsaid
	@TAPS_ROUNDS=$(ROUNDS) TAPS_SEED=$(SEED) $(RUN) -m pytest -q -p no:rerunfailures tests/tablet/test_taps_at_random.py $(ARGS)

lock: install-dev ## compile pyproject.toml to requirements/*.txt
	@$(RUN) requirements/lock.py

bench: install-dev ## run all benchmarks, or those in ONLY="audit rules"
	@$(RUN) -m benchmarks $(ONLY)

drills: install-dev browser ## kill and suspend each part of a working floor; nothing may be lost
	@$(RUN) -m tests.drills $(ARGS)

messages: install-dev ## collect the sentences, compile the translations, say what is missing
	@$(RUN) -m paigow_site.catalogs

screens: install-dev browser ## take the screenshots of the documentation
	@$(RUN) -m pytest tests -m screens --screens -q -p no:randomly $(ARGS)

clean: ## remove what tests and checks leave behind; keeps .venv and the floor's data in var
	@rm -rf test-output staticfiles .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +

install:
	@$(PYTHON) requirements/install.py run

install-dev:
	@$(PYTHON) requirements/install.py dev

browser:
	@$(RUN) .ci/browser.py
