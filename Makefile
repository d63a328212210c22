# What there is to do with Assent. `make` alone lists it.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
UI := $(shell find ui/src ui/index.html ui/package-lock.json ui/vite.config.ts ui/svelte.config.js -type f 2>/dev/null)
PROOF := $(addprefix tests/desktop/,$(addsuffix .test.mjs,powers consent capture hostile-page faults))
HAS_DISPLAY := $(or $(DISPLAY),$(WAYLAND_DISPLAY),$(filter Darwin,$(shell uname -s)),$(OS))

comma := ,
step = @printf '\n== %s\n' '$(1)'

.PHONY: help setup demo build release test lint format test-rust test-interop test-ui test-web test-desktop proof fuzz bench pictures packages clean

help: ## list this
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

setup: ## install what is needed to build (Debian, Ubuntu; elsewhere it says what is missing)
	@.ci/setup

demo: ## build Assent and show it with its demo agent; without a display it walks through by itself
ifeq ($(HAS_DISPLAY),)
	@.ci/setup headless
	@$(MAKE) build
	@node tests/desktop/demo.mjs
else
	@.ci/setup
	@$(MAKE) build
	$(call step,opening the window)
	@"$(TARGET)/debug/assent" --demo
endif

build: ui/dist/index.html ## build the program for debugging
	$(call step,building Assent (some minutes the first time; seconds after that))
	@cargo build --locked -p assent

release: ui/dist/index.html ## build the program for use
	$(call step,building Assent for use)
	@cargo build --locked --release -p assent

ui/dist/index.html: $(UI)
	@.ci/setup
	$(call step,building the interface)
	@cd ui && npm run --silent build -- --logLevel error
	@touch $@

test: ## everything: format, lints, tests of the rules, the interface and the window
	@.ci/setup test
	@$(MAKE) lint test-rust test-interop test-ui test-web test-desktop
	$(call step,all tests passed)

lint: ui/dist/index.html ## format, clippy, licences, types of the scripts
	$(call step,format)
	@cargo fmt --all --check
	@cd ui && npm run --silent format:check
	$(call step,clippy)
	@cargo clippy --locked --workspace --all-targets -- -D warnings
	$(call step,licences$(comma) sources and bans)
	@node .ci/licences.mjs
	@node .ci/sources.mjs
	@if cargo deny --version >/dev/null 2>&1; then \
		cargo deny --locked --offline check licenses bans sources; \
		if cargo deny fetch db >/dev/null 2>&1; then cargo deny --locked --offline check advisories; \
		else echo 'known weaknesses were not asked for: their list cannot be reached'; fi; fi
	$(call step,types of the desktop and browser tests)
	@ui/node_modules/.bin/tsc -p tests/desktop/jsconfig.json
	@ui/node_modules/.bin/tsc -p tests/web/jsconfig.json
	@ui/node_modules/.bin/tsc -p tests/bench/jsconfig.json
	@ui/node_modules/.bin/tsc -p tests/proof/jsconfig.json

format: ## bring everything into its format
	@cargo fmt --all
	@cd ui && npm run --silent format

test-rust: ui/dist/index.html ## the rules, the engine, and both together
	$(call step,Rust tests)
	@rm -rf "$(TARGET)/wire"
	@TS_RS_EXPORT_DIR="$(TARGET)/wire" cargo test --locked --workspace
	$(call step,wire types)
	@diff -r "$(TARGET)/wire" ui/src/wire || \
		{ echo 'ui/src/wire is not what the Rust types say: run cargo test -p assent-core and commit it'; exit 1; }

test-interop: ui/dist/index.html ## agents written with the TypeScript, Python and Java SDKs, of which what is there
	$(call step,agents of other languages)
	@tests/interop/build "$(TARGET)/interop"
	@ASSENT_INTEROP="$(TARGET)/interop" cargo test --locked --workspace --test it interop::

test-ui: ui/dist/index.html ## the interface by itself
	$(call step,interface)
	@cd ui && npm run --silent check && npm run --silent test
	@node --test tests/proof/*.test.mjs

test-web: ui/dist/index.html ## the interface with the engine behind it, in a browser
	$(call step,browser tests)
	@cargo test --locked --workspace --no-run
	@cd tests/web && npm test --silent

test-desktop: ui/dist/index.html ## the real window, by WebDriver, on a display of its own
	$(call step,desktop tests)
	@cargo test --locked --workspace --no-run
	@node --test --test-reporter=spec --test-concurrency=1 tests/desktop/*.test.mjs

proof: export ASSENT_PROOF = $(TARGET)/proof
proof: ui/dist/index.html ## try to break it, and print what that counted (a quarter of an hour)
	@.ci/setup test
	$(call step,building)
	@cargo test --locked --workspace --no-run
	@rm -rf "$(TARGET)/proof" && mkdir -p "$(TARGET)/proof"
	$(call step,orders of events$(comma) whatever comes$(comma) faults and hostile agents)
	@cargo test --locked --workspace --test life -- orders::
	@cargo test --locked --workspace --test areas
	@cargo test --locked --workspace --test it -- --include-ignored orders:: faults:: hostile
	$(call step,the real window)
	@node --test --test-reporter=spec --test-concurrency=1 $(PROOF)
	$(call step,what they counted)
	@node tests/proof/table.mjs "$(TARGET)/proof"

FUZZ := cargo +nightly fuzz run --fuzz-dir tests/fuzz --target-dir "$(TARGET)/fuzz"
fuzz: ## look for inputs that break the rules, ten minutes for each area (needs a nightly compiler and cargo-fuzz)
	@for area in $$(ls tests/fuzz/fuzz_targets | sed 's/\.rs$$//'); do \
		mkdir -p "$(TARGET)/fuzz/found/$$area"; \
		$(FUZZ) $$area "$(TARGET)/fuzz/found/$$area" "tests/fuzz/corpus/$$area" -- \
			-max_total_time=$(or $(SECONDS_EACH),600) -timeout=10 -rss_limit_mb=2048 || exit 1; \
	done

bench: ui/dist/index.html ## build for use and measure beside an empty window (half an hour)
	@.ci/setup test
	$(call step,building Assent and a bare window for use)
	@cargo build --locked --release -p assent
	@CARGO_TARGET_DIR="$(TARGET)" cargo build --locked --release --manifest-path tests/bench/bare/Cargo.toml
	$(call step,measuring; leave the machine alone meanwhile)
	@CARGO_TARGET_DIR="$(TARGET)" node tests/bench/bench.mjs --runs $(or $(RUNS),5)

# What is looked at in every language, colour and zoom.
SEEN := first-run form link-plain link-warn link-strong link-refuse waiting settings
pictures: ui/dist/index.html ## take the pictures of the guides in the real window; ALL=1: every language, colour and zoom, to look at
	@.ci/setup $(if $(ALL),test,headless)
	@cargo build --locked -p assent -p assent-tests
	@node tests/desktop/pictures.mjs $(if $(ALL),--all)
ifneq ($(ALL),)
	$(call step,the colours of the system$(comma) which only a browser can be made to take)
	@node tests/web/screens.mjs --colours=forced --text=100,200 --language=en,de $(SEEN)
endif

packages: ui/dist/index.html ## build the packages of this system (a release build; on Linux .deb, .rpm and AppImage)
	$(call step,building the packages)
	@npm ci --prefix .ci/packages --no-audit --no-fund
	@node .ci/packages/node_modules/@tauri-apps/cli/tauri.js build --ci $(if $(BUNDLES),--bundles $(BUNDLES)) -- --locked

clean: ## remove everything built
	@rm -rf ui/dist "$(TARGET)"
