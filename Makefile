# The verbs a person types. Each installs what it needs where it can.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run build test test-fast test-web test-attacks soak test-llm test-machines test-weblate test-deploy package test-package format lint check-licences check-advisories sbom docs bench bench-web bench-machines bench-metering bench-neural profile-neural bench-texts bench-fairness bench-documents bench-llm measure-documents measure-improvement openapi

# Where rustup puts cargo, in a shell that was not started anew since.
export PATH := $(PATH):$(HOME)/.cargo/bin
export CARGO_TARGET_DIR := $(abspath $(or $(CARGO_TARGET_DIR),target))

# The port and data folder of "make run".
LISTEN ?= 127.0.0.1:8080
DATA ?= data
# Which files of tests of the pages; all if empty.
TESTS ?=
# Which trials of several machines.
MACHINES ?=
# Which attacks, and how long to soak.
ATTACKS ?=
HOURS ?= 2
# Arguments of the benchmarks: --quick is one round of each.
BENCH ?=
# Sentences for the benchmark of the neural engine instead of its own.
TEXT ?=

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-16s %s\n", $$1, $$2 }'

run: ## Install what is missing, build, and serve on 127.0.0.1:8080
	@exec scripts/run.sh "$(LISTEN)" "$(DATA)"

build: ## Build the release binary, target/release/dragoman
	cargo build --locked --release --package dragoman

test: ## Install what the tests need and run every check
	@scripts/install.sh test
	@scripts/test.sh

test-fast: ## Check the form and run the tests of units: a part of "make test" that needs no other program
	cargo fmt --all --check
	CARGO_INCREMENTAL=0 cargo test --locked --workspace --lib --bins

test-web: ## Drive a browser through the pages: TESTS="translate.test.js ..." for some, DRAGOMAN_WEB_PICTURES=folder for pictures
	@scripts/install.sh test
	CARGO_INCREMENTAL=0 cargo build --locked --package dragoman
	@DRAGOMAN=$(CARGO_TARGET_DIR)/debug/dragoman scripts/test-web.sh $(TESTS)

test-attacks: ## Attack a release build while a second account works, and print what it notices: ATTACKS="--only NAME"
	@scripts/install.sh test
	@$(MAKE) --no-print-directory build
	cargo run --locked --release --package dragoman-attacks -- --program $(CARGO_TARGET_DIR)/release/dragoman $(ATTACKS)

soak: ## Do everything for HOURS=n hours, with kills and restarts, and print what grows
	@scripts/install.sh test
	@$(MAKE) --no-print-directory build
	cargo run --locked --release --package dragoman-attacks -- --program $(CARGO_TARGET_DIR)/release/dragoman --soak $(HOURS)

test-machines: ## Kill and pause copies, PostgreSQL and the object storage while clients work, for about an hour: MACHINES="--only NAME"
	@scripts/install.sh test
	@$(MAKE) --no-print-directory build
	cargo run --locked --release --package dragoman-machines -- --program $(CARGO_TARGET_DIR)/release/dragoman trials $(MACHINES)

test-weblate: ## Let Weblate's own classes of machine translation talk to the server
	@scripts/install.sh weblate
	CARGO_INCREMENTAL=0 cargo build --locked --package dragoman
	@DRAGOMAN=$(CARGO_TARGET_DIR)/debug/dragoman scripts/test-weblate.sh

test-deploy: ## Check the files in deploy/ with the tools that they are for
	@scripts/install.sh test
	@scripts/test-deploy.sh

package: ## Make the Debian package, the archive, the image, their digests and the bill of materials: target/package
	@scripts/install.sh package
	@scripts/package/all.sh

test-package: package ## Install, start, upgrade and remove the packages, each in a system of its own
	@scripts/package/test.sh --release $(CARGO_TARGET_DIR)/package

test-llm: ## Test the language model engine with a real llama.cpp server: builds it once, 10 to 40 minutes
	@scripts/test-llm.sh

format: ## Format the code
	cargo fmt --all

lint: ## Check the code's form
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings

check-licences: ## Check the licences and sources of what is linked in
	cargo deny --locked --offline check licenses bans sources

check-advisories: ## Compare what is linked in with the known security advisories, from the network
	@scripts/check-advisories.sh

sbom: ## Write what the release binary is made of, in CycloneDX form: target/sbom/dragoman.cdx.json
	@scripts/sbom.sh

docs: ## Build the documentation of the code
	RUSTDOCFLAGS="--deny warnings" cargo doc --locked --workspace --no-deps --document-private-items

bench: ## Measure speed and memory; docs/performance.md says what the figures mean
	@scripts/install.sh run
	@$(MAKE) --no-print-directory build
	cargo bench --locked --package dragoman-benchmarks --bench server -- $(BENCH)

bench-web: ## Measure how large the pages are, and what they add to the time of a translation
	@scripts/install.sh test
	@$(MAKE) --no-print-directory build
	@DRAGOMAN=$(CARGO_TARGET_DIR)/release/dragoman scripts/bench-web.sh

bench-metering: ## Measure what it costs to count the characters of a request
	cargo bench --locked --package dragoman-store --bench metering

bench-machines: ## Measure what several copies over PostgreSQL and an object storage cost, beside one with its own folder
	@scripts/install.sh test
	@$(MAKE) --no-print-directory build
	cargo run --locked --release --package dragoman-machines -- --program $(CARGO_TARGET_DIR)/release/dragoman bench $(BENCH)

bench-neural: ## Measure the neural engine next to other engines: TEXT=file, BENCH="--quick --vocabulary DIR --kernels AVX2"
	@scripts/install.sh run
	python3 scripts/nmt/benchmark.py $(TEXT) $(BENCH)

profile-neural: ## Print where the time of the neural engine goes, stage by stage: TEXT=file, BENCH="--vocabulary DIR --models copy.tiny --kernels AVX2"
	@scripts/install.sh run
	python3 scripts/nmt/stages.py $(TEXT) $(BENCH)

bench-texts: ## Measure markup, glossaries, style rules, variants and a translation memory of a million units
	cargo test --locked --package dragoman-text --test markup placement -- --nocapture
	cargo test --locked --package dragoman-service --test use_cases term_accuracy
	cargo test --locked --package dragoman-marian --test marian formality
	cargo bench --locked --package dragoman-text --bench markup
	cargo bench --locked --package dragoman-style
	cargo bench --locked --package dragoman-terminology --bench matching
	cargo bench --locked --package dragoman-variants
	cargo run --locked --release --package dragoman-store --example glossary_writes
	cargo bench --locked --package dragoman-service --bench memories

bench-fairness: ## Measure how long one key's sentences take beside another's work
	cargo bench --locked --package dragoman-benchmarks --bench fairness

bench-documents: ## Measure what the translation of documents adds to that of their texts
	cargo bench --locked --package dragoman-service --bench documents

bench-llm: ## Measure what the language model engine adds to the time that a model takes
	cargo bench --locked --package dragoman-benchmarks --bench language_model

measure-improvement: ## Measure how well mistakes are mended: BENCH="--show de" says what goes wrong; BENCH="--right FILE de" what becomes of a text without mistakes
	cargo bench --locked --package dragoman-benchmarks --bench improvement -- $(BENCH)

measure-documents: ## Measure the filters of documents with other programs: DRAGOMAN_DOCUMENT_DATA=folder, DRAGOMAN_OFFICE_SCHEMAS=folder, BENCH="--without-office"
	python3 scripts/documents/measure.py $(BENCH)

openapi: ## Write the description of the interface anew after a change of it
	UPDATE_OPENAPI=1 cargo test --locked --package dragoman-http --test http description
