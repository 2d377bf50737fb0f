# `make help` lists what there is. ARGS="..." adds words to the command that is run.
# Everything is set up in .venv; the first time takes about a minute, then nothing.

BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help simulate test test-all check coverage mutants bench fuzz contract appliance lock release deb looks screenshots format clean base boards dev

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

simulate: $(if $(findstring --boards,$(ARGS)),boards,base) ## play on a simulated board, e.g. make simulate ARGS="--players 3"
	@exec $(BIN)/hareboard simulate --data .data $(ARGS)

test: check ## every check, and the tests that every change passes; ARGS goes to pytest: make test ARGS="-k tracker"
	@tools/test $(ARGS)

test-all: test ## the same and the long tests: three quarters of an hour
	@tools/parts --all
	@tools/test -m long $(ARGS)

check: dev ## formatting, ruff, mypy and the import contracts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: dev ## which lines and branches no test runs, of both tiers: an hour or two; ARGS goes to pytest
	@tools/coverage $(ARGS)

mutants: dev ## whether a test notices small changes of rules, table and wires: hours; ARGS names some
	@tools/mutants $(ARGS)

bench: dev ## the measurements
	@exec $(BIN)/python -m benchmarks $(ARGS)

fuzz: dev ## invents inputs for every parser of foreign input: five minutes each; ARGS="engine --minutes 60"
	@exec $(BIN)/python -m tests.fuzz $(ARGS)

contract: dev ## ten thousand requests made up from the API's description
	@exec $(BIN)/python -m tests.contract $(ARGS)

appliance: dev ## installs, updates and removes it on a real Debian, as root: half an hour
	@tools/debian && exec $(BIN)/python -m tests.appliance $(ARGS)

lock: dev ## versions and hashes of all that a board installs, in locks; ARGS=--upgrade takes the newest
	@exec $(BIN)/python -m tools.lock $(ARGS)

release: dev ## a signed release in build/release: make release KEY=path/of/the/private/key
	@exec $(BIN)/python -m tools.release --key "$(KEY)" $(ARGS)

deb: ## the Debian package, for the system and processor of this computer, in build
	@tools/deb

looks: dev ## pictures of every page, small and large, light and dark, in build/looks; ARGS=de for German
	@chromium=$$(tools/browser) && export HAREBOARD_CHROMIUM="$$chromium" && exec $(BIN)/python -m tools.looks $(ARGS)

screenshots: dev ## the pictures of README
	@chromium=$$(tools/browser) && export HAREBOARD_CHROMIUM="$$chromium" && exec $(BIN)/python -m tools.screenshots $(ARGS)

format: dev ## format the code and mend what ruff can mend
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

clean: ## remove all that was built; games in .data stay
	rm -rf .venv build dist mutants *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f controller/game/opponents/playouts/*.so

base boards dev:
	@tools/setup $@
