# Every check has a name; `make check` is what CI runs.
#
#   make run         a server on localhost with a throw-away database
#   make generate    what is made from sources and committed
#   make check       everything below that is a check

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := build

GO ?= go
TOOL := $(GO) tool -modfile=internal/tools/go.mod
FUZZTIME ?= 1m
LISTEN ?= localhost:8080

# golangci-lint is built from this version; see the target lint-installed.
GOLANGCI_VERSION := 2.15.0
GOLANGCI := $(shell $(GO) env GOPATH)/bin/golangci-lint

# Tests with browsers, clocks and killed processes in them may fail because the
# machine had no time for them. What fails is tried once more, alone, and both
# results are printed; what fails twice has failed. Many failures are no accident,
# nor is a data race: those are not tried again.
TEST_AGAIN := $(TOOL) gotestsum --format standard-quiet --hide-summary=skipped --rerun-fails=1 --rerun-fails-max-failures=5 \
	--rerun-fails-run-root-test --rerun-fails-abort-on-data-race

# The database of known vulnerabilities is a Go module, and needs no network
# beyond the module proxy.
VULNDB := golang.org/x/vulndb@v0.0.0-20261105234957-e22db6528018
VULNDB_DIR := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/hod/$(VULNDB)

GENERATED := templates/*_templ.go web/src/gen web/dist
HASHES := find $(GENERATED) -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum

.PHONY: run generate build test race cover fuzz fuzz-short bench lint lint-installed typecheck vuln \
	fresh scripts e2e crash soak load screenshot check clean

# The pages' scripts and styles are embedded, so the server starts anew when
# the bundle has changed.
run:
	@data=$$(mktemp -d); watch=; server=; \
	trap 'kill $$watch $$server 2>/dev/null || true; wait || true; rm -rf "$$data"' EXIT; \
	trap 'exit 0' INT TERM; \
	$(GO) build -o "$$data/assets" ./cmd/assets; \
	"$$data/assets" -watch & watch=$$!; \
	bundle() { find web/dist templates web/css web/img -type f -newer "$$data/hod" 2>/dev/null | head -n 1; }; \
	while true; do \
		$(GO) build -o "$$data/hod" ./cmd/hod; \
		"$$data/hod" -listen $(LISTEN) -data "$$data/db" & server=$$!; \
		while kill -0 $$server 2>/dev/null && test -z "$$(bundle)"; do sleep 1; done; \
		kill $$server 2>/dev/null || { wait $$server; exit; }; wait $$server || true; \
	done

# templ first: the other generators compile the packages.
generate:
	$(GO) tool templ generate -log-level warn
	$(GO) run ./cmd/assets

build:
	CGO_ENABLED=0 $(GO) build -trimpath -o hod ./cmd/hod

test:
	$(GO) test ./...

# Rules and bots start no goroutine. That several may ask them at once is tested
# under the detector by one check of the contract of games, and by those who do:
# internal/bots, internal/web, internal/load. Training has workers.
race:
	$(TEST_AGAIN) --packages="$$($(GO) list ./... | grep -vE '/internal/(e2e|scripttest|games/.*)$$' | xargs)" \
		-- -race -shuffle=on -timeout 20m
	$(GO) test -race -shuffle=on -timeout 20m -run 'Contract/many_at_once|Workers' ./internal/games/...

cover:
	$(GO) test -coverprofile=cover.out -coverpkg=./... ./...
	$(GO) tool cover -func=cover.out | tail -n 1

# Every fuzz target there is, one after another. That the time was over before
# a target had tried all of its seeds is no finding, though go test says FAIL.
fuzz:
	@n=0; for package in $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
			echo "fuzz $$package $$target for $(FUZZTIME)"; \
			out=$$($(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package 2>&1) \
				|| { grep -q 'context deadline exceeded' <<< "$$out" && ! grep -q 'Failing input' <<< "$$out"; } \
				|| { echo "$$out"; exit 1; }; \
			n=$$((n + 1)); \
		done; \
	done; echo "$$n fuzz targets found nothing"; test $$n -gt 0

fuzz-short:
	@$(MAKE) --no-print-directory fuzz FUZZTIME=3s

# For comparisons: make bench > old, make bench > new, then
# go tool -modfile=internal/tools/go.mod benchstat old new
bench:
	$(GO) test -run '^$$' -bench . -benchmem -count 10 ./...

lint: lint-installed
	@unformatted=$$($(TOOL) gofumpt -l cmd internal templates web); \
		test -z "$$unformatted" || { echo "not in gofumpt's form: $$unformatted"; exit 1; }
	$(GO) vet ./...
	GOOS=js GOARCH=wasm $(GO) vet ./internal/game/... ./internal/games/...
	$(GOLANGCI) run ./...
	@dead=$$($(TOOL) deadcode -test ./...); test -z "$$dead" || { echo "$$dead"; exit 1; }

lint-installed:
	@$(GOLANGCI) version 2>/dev/null | grep 'version $(GOLANGCI_VERSION) ' >/dev/null \
		|| $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v$(GOLANGCI_VERSION)

typecheck: web/node_modules/.package-lock.json
	web/node_modules/.bin/tsc --noEmit -p web/tsconfig.json

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	npm ci --prefix web --ignore-scripts --no-audit --no-fund
	@touch $@

# Findings in the standard library are printed: the remedy is a newer Go, not a
# change here. Findings anywhere else are an error.
vuln: $(VULNDB_DIR)/index/db.json
	@status=0; out=$$($(TOOL) govulncheck -db "file://$(VULNDB_DIR)" ./... 2>&1) || status=$$?; \
		grep -vE '^ +(#[0-9]+:|Example traces)' <<< "$$out"; \
		test $$status -eq 0 || test $$status -eq 3 || exit $$status; \
		! grep -E '^ *Module: ' <<< "$$out" || exit 1

$(VULNDB_DIR)/index/db.json:
	@mkdir -p "$(VULNDB_DIR)"
	@dir=$$($(GO) mod download -json $(VULNDB) | sed -n 's/.*"Dir": "\(.*\)".*/\1/p'); \
		$(GO) run $(subst @,/cmd/indexdb@,$(VULNDB)) -vulns "$$dir/data/osv" -out "$(VULNDB_DIR)"

# What is generated is what its sources make, and go.mod is what they import; a
# difference is an error.
fresh:
	$(GO) mod tidy -diff
	@before=$$($(HASHES)); \
	$(MAKE) --no-print-directory generate; \
	after=$$($(HASHES)); \
	stale=$$({ diff <(echo "$$before") <(echo "$$after") || true; } | sed -n 's/^[<>] [0-9a-f]*  //p' | sort -u); \
	test -z "$$stale" || { echo "out of date, commit what 'make generate' makes:"; echo "$$stale"; exit 1; }

# What the scripts of the pages make of positions and receipts, in Node. Here a
# missing Node is a failure.
scripts:
	HOD_NODE_REQUIRED=1 $(GO) test -count=1 ./internal/scripttest

# Browser tests, and the program killed and started again under load. Here a
# missing browser is a failure. They wait for clocks, pauses and networks more than
# for a processor, so that four at once suit two of these.
e2e: web/node_modules/.package-lock.json
	HOD_E2E_REQUIRED=1 $(TEST_AGAIN) --packages=./internal/e2e -- $(RACE) -count=1 -parallel 4 -timeout 30m

crash:
	$(GO) test -count=1 -timeout 15m -run '^TestCrash' ./internal/e2e

# Hundreds of kills of the program alone, and of programs and NATS servers of a
# cluster; the other faults at length; whole games of nardy by touch, by keys and
# by ear; a million stages of every variant of nardy against the twin, ten
# million throws of the dice, and every fuzz target for FUZZTIME.
soak:
	@$(MAKE) --no-print-directory e2e RACE=-race
	HOD_SOAK=1 $(GO) test -count=1 -timeout 3h -v -run '^Test(Crash|Cluster|Fault|OnlyThe|MoveWhile|NardyByEar|NardyWhole)' ./internal/e2e
	HOD_SOAK=1 $(GO) test -timeout 6h -run 'Twin|Notation|Contract' ./internal/games/nardy
	HOD_SOAK=1 $(GO) test -timeout 1h -run 'Even|Agree' ./internal/fair
	@$(MAKE) --no-print-directory fuzz

load:
	$(GO) run ./cmd/arena load

# Pictures of the pages: the one of README.md in web/img/readme, all others in
# web/screenshots, which is not committed.
screenshot:
	HOD_E2E_REQUIRED=1 HOD_SCREENSHOTS=1 $(GO) test -count=1 -timeout 15m -run '^TestScreenshots$$' ./internal/e2e

check: fresh lint typecheck race scripts
	@$(MAKE) --no-print-directory e2e
	@$(MAKE) --no-print-directory fuzz-short
	@echo "all checks passed"

clean:
	rm -rf hod arena data cover.out *.prof *.test web/screenshots web/node_modules
