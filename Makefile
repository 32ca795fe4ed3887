# Everything runs from the checkout; nothing but .venv/, dist/, games/ and tune/ is written. `make help` explains the targets.

PYTHON ?= python3
VENV_PYTHON := .venv/bin/python

BUNDLE := dist/tron_battle.py

# For make match: up to four players, or a command line of your own in ARGS.
A = bundle
B = hard
C =
D =
GAMES = 2
# For make sprt: the two hypotheses, by how many Elo A is ahead; a file keeps the games, and goes on with them.
ELO0 = 0
ELO1 = 10
FILE =
# For make ladder: the field, and the number of players of a game.
BOTS = bundle hard medium easy
PLAYERS = mixed
ARGS = "$(A)" "$(B)" $(if $(C),"$(C)") $(if $(D),"$(D)") --games $(GAMES) --fair 0.02

# For make view and make review: recorded games.
FILES =

# For make fuzz: inputs of the reader and streams of the whole bot. For make soak: turns, milliseconds a turn, and
# how many times as long as on an idle machine the bot's own work may take without a look at the clock, or to start.
INPUTS = 20000
STREAMS = 500
TURNS = 200
BUDGET = 20
SLACK ?= 1

# For make test-browser: any Chromium or Chrome.
CHROMIUM = $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

.DEFAULT_GOAL := help
.PHONY: help setup bundle test test-browser view lint format match sprt ladder replays review fuzz soak bench suite depth data fit optimise prove python

help: ## explain the targets (this text)
	@echo "make TARGET, where TARGET is"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16

setup: .venv/ready ## make .venv with the packages that the workshop needs

bundle: python ## write dist/tron_battle.py, the one file to paste (needs no package)
	@"$(PYTHON)" -m tools.bundle

test: .venv/ready $(BUNDLE) ## run all tests but those in a browser
	$(VENV_PYTHON) -m pytest -n 2
	@echo "The viewer's page is tested in a browser: make test-browser"

test-browser: .venv/ready ## test the viewer's page in Chromium; CHROMIUM=/path/to/it where it is not found
	@test -n "$(CHROMIUM)" || { \
	  echo "make: no chromium found: install it (Debian: apt install chromium; Ubuntu: snap install chromium)," \
	    "or name one: make test-browser CHROMIUM=/path/to/chrome" >&2; exit 1; }
	CHROMIUM="$(CHROMIUM)" $(VENV_PYTHON) -m pytest -m browser

lint: .venv/ready ## check style, formatting and types
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .
	$(VENV_PYTHON) -m mypy

format: .venv/ready ## format the code and repair what can be repaired by itself
	$(VENV_PYTHON) -m ruff check --fix .
	$(VENV_PYTHON) -m ruff format .

match: .venv/ready $(BUNDLE) ## play a match: A=bundle B=hard C= D= GAMES=2, or all of it: ARGS="bundle greedy --seed 7"
	@$(VENV_PYTHON) -m tools.match $(ARGS)

sprt: GAMES = 20000
sprt: .venv/ready $(BUNDLE) ## play until it is known whether A is ELO0=0 or ELO1=10 Elo ahead; FILE=... to go on after an interrupt
	@$(VENV_PYTHON) -m tools.match $(ARGS) --sprt $(ELO0) $(ELO1) $(if $(FILE),--games-file "$(FILE)",--no-records)

ladder: GAMES = 60
ladder: .venv/ready $(BUNDLE) ## rate a field of bots: BOTS="bundle hard easy" GAMES=60 PLAYERS=mixed; FILE=... to go on after an interrupt
	@mkdir -p games
	@$(VENV_PYTHON) -m tools.ladder $(BOTS) --games $(GAMES) --players $(PLAYERS) $(if $(FILE),--games-file "$(FILE)") --html games/ladder.html

replays: .venv/ready $(BUNDLE) ## put the bundle into every seat of every game in replays/
	@$(VENV_PYTHON) -m tools.match "bundle --budget-ms 20" --jobs 2 --replay replays/*.json

review: .venv/ready ## say where the last game was lost, or others: FILES="replays/*.json"
	@$(VENV_PYTHON) -m tools.review $(FILES)

view: .venv/ready ## show the last game in the browser, or others: FILES="replays/*.json"
	@$(VENV_PYTHON) -m tools.view --open $(FILES)

fuzz: .venv/ready ## feed the bot with changed games: INPUTS=20000 for its reader, STREAMS=500 for all of it
	@$(VENV_PYTHON) -m tools.fuzz reader --inputs $(INPUTS)
	@$(VENV_PYTHON) -m tools.fuzz loop --inputs $(STREAMS)

soak: .venv/ready $(BUNDLE) ## look for late answers on a busy machine, work without a look at the clock, and memory
	@$(VENV_PYTHON) -m tools.soak turns --turns $(TURNS) --budget-ms $(BUDGET) --beside busy memory
	@$(VENV_PYTHON) -m tools.soak stretches --turns $(TURNS) --budget-ms $(BUDGET) --slack $(SLACK)
	@$(VENV_PYTHON) -m tools.soak long --budget-ms $(BUDGET)
	@$(VENV_PYTHON) -m tools.soak start --slack $(SLACK)

bench: $(BUNDLE) ## count the bundle's nodes on fixed positions (the fingerprint of its search), and measure speed and depth
	@"$(PYTHON)" -m tools.bench --bundle

suite: $(BUNDLE) ## run the bundle on the solved positions in tests/data/, at 80 ms of CPU time a move
	@"$(PYTHON)" -m tools.suite tests/data/duel.jsonl tests/data/fill.jsonl --play-out --bundle

depth: python ## play 1,600 games to show what depth of search buys; takes minutes
	@"$(PYTHON)" -m tools.depth

data fit optimise prove: ARGS =
data: .venv/ready ## play games to fit weights to, into tune/; ARGS="--games 2000" goes on to so many
	@$(VENV_PYTHON) -m tools.tune data $(ARGS)

fit: .venv/ready ## fit the weights of the evaluation to those games, and write tune/report.html
	@$(VENV_PYTHON) -m tools.tune fit $(ARGS)

optimise: .venv/ready ## look for better numbers of the bot by games against it; ARGS="--names edge,search.RANK" for others
	@$(VENV_PYTHON) -m tools.tune optimise $(ARGS)

prove: .venv/ready $(BUNDLE) ## play the new numbers against the bot until it is known whether they are better
	@$(VENV_PYTHON) -m tools.tune prove $(ARGS)

python:
	@command -v "$(PYTHON)" >/dev/null || { \
	  echo "make: no $(PYTHON) found: install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "make: Python 3.11 or newer is needed, $(PYTHON) is $$("$(PYTHON)" -V 2>&1): name a newer one: make PYTHON=python3.12" >&2; exit 1; }

$(BUNDLE): $(wildcard bot/*.py tools/bundle/*.py) pyproject.toml | python
	@"$(PYTHON)" -m tools.bundle --quiet

# Made again from nothing whenever the list of packages in pyproject.toml changes.
.venv/ready: pyproject.toml | python
	@"$(PYTHON)" -c 'import ensurepip' 2>/dev/null || { \
	  echo "make: $(PYTHON) lacks ensurepip, which .venv needs: install your system's package for it (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@echo "make: making .venv/ with the workshop's packages, which takes minutes on a slow machine or line"
	"$(PYTHON)" -m venv --clear .venv
	$(VENV_PYTHON) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch .venv/ready
