# Everything a contributor runs has a target here; `make` alone lists them.
# Needed: Go, git and GNU make. Tools are fetched through the Go module proxy
# at the versions below and kept in ./.bin, which git ignores.

GO        ?= go
ARGS      ?=
SITE_ARGS ?=
FUZZTIME  ?= 20s
BENCH     ?= .
COUNT     ?= 6
ROUNDS    ?= 500
KILLS     ?= 100
HUNT      ?= 30m
SEED      ?= $(shell date +%Y%m%d)
FINDS     ?= dist/finds
TIMES     ?= 10
MUTANTS   ?= 60
TABLES    ?= 100
TIME      ?= 60s
DEALS     ?= 30
CELLS     ?= 2
DIR       ?= .
PKG       ?= ./...
# Tests are linked as releases are, without C and what only a debugger reads, and let more garbage pile up, up to about
# a gigabyte a process: less to do. `make vet` vets.
TEST      := CGO_ENABLED=0 GOGC=1600 GOMEMLIMIT=1GiB $(GO)
LEAN      := -vet=off -ldflags='-s -w'
# The packages whose tests take longest. They begin first, and beside them the others.
LONGEST   := ./cmd/internal/door/web ./cmd/fellowship-site/site ./cmd/internal/serve ./solver
SHORT     ?=
OLD       ?= old.txt
NEW       ?= new.txt

GOLANGCI_LINT_VERSION := v2.15.0
GOFUMPT_VERSION       := v0.12.0
BENCHSTAT_VERSION     := v0.0.0-20260908200009-22c9c6c9d4da
GORELEASER_VERSION    := v2.15.1
GOVULNCHECK_VERSION   := v1.8.0
NFPM_VERSION          := v2.45.0
GO_LICENSES_VERSION   := v1.6.0

# A tool's file name holds its version and the Go version that built it, so a
# new version of either means a new file, and nothing else rebuilds it.
BIN           := $(CURDIR)/.bin
GO_VERSION    := $(shell $(GO) env GOVERSION 2>/dev/null)
GOLANGCI_LINT := $(BIN)/golangci-lint-$(GOLANGCI_LINT_VERSION)-$(GO_VERSION)
GOFUMPT       := $(BIN)/gofumpt-$(GOFUMPT_VERSION)-$(GO_VERSION)
BENCHSTAT     := $(BIN)/benchstat-$(BENCHSTAT_VERSION)-$(GO_VERSION)
GORELEASER    := $(BIN)/goreleaser-$(GORELEASER_VERSION)-$(GO_VERSION)
GOVULNCHECK   := $(BIN)/govulncheck-$(GOVULNCHECK_VERSION)-$(GO_VERSION)
NFPM          := $(BIN)/nfpm-$(NFPM_VERSION)-$(GO_VERSION)
GO_LICENSES   := $(BIN)/go-licenses-$(GO_LICENSES_VERSION)-$(GO_VERSION)

# What the solver is compared with is a module of its own: the program needs nothing of it.
COMPARE := solver/compare

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

##@ Play

.PHONY: play
play: ## Play in this terminal; options in ARGS="--chapter 2 --players 3"
	@echo "Go builds the game; the first time that takes a minute or two."
	@$(GO) run ./cmd/fellowship play $(ARGS)

.PHONY: install
install: ## Install the fellowship command, and print where it is
	@$(GO) install ./cmd/fellowship
	@packaging/installed "$$($(GO) list -f '{{.Target}}' ./cmd/fellowship)"

##@ Test

.PHONY: test
test: ## Run all tests
	$(TEST) test $(LEAN) -timeout 15m $(LONGEST) ./...
	$(TEST) -C $(COMPARE) test $(LEAN) -timeout 15m ./...

.PHONY: quick
quick: ## Build, vet and run the short tests: what to run while working (a minute)
	$(GO) build ./...
	@$(MAKE) vet
	$(TEST) test $(LEAN) -short ./...
	$(TEST) -C $(COMPARE) test $(LEAN) -short ./...

.PHONY: race
race: ## Run all tests under the race detector (needs a C compiler; SHORT=-short for less)
	CGO_ENABLED=1 $(GO) test -race $(SHORT) $(PKG)

.PHONY: smoke
smoke: ## Look for data races and hostile input for two minutes
	@$(MAKE) race SHORT=-short PKG='./solver ./solver/difficulty ./cmd/internal/round ./cmd/internal/door/guest ./cmd/internal/door/terminal'
	@$(MAKE) fuzz FUZZTIME=3s

.PHONY: cover
cover: ## Run all tests and say how much of each package they cover
	$(GO) test -coverpkg=./... -coverprofile=coverage.out ./... >/dev/null
	@$(GO) tool cover -func=coverage.out | awk '{ print $$1, $$3 }' | sed 's|/[^/]*\.go:[0-9]*:||' | \
	awk '$$1 != "total:" { sub("%", "", $$2); sum[$$1] += $$2; n[$$1]++ } \
	     $$1 == "total:" { total = $$2 } \
	     END { for (p in sum) printf "%5.1f %%  %s\n", sum[p] / n[p], p; print total "  of all statements" }' | sort -k 3

# The list of known weaknesses lies on a server that not every machine reaches.
.PHONY: vuln
vuln: $(GOVULNCHECK) ## Look for known weaknesses in what the program is built with
	@said=$$($(GOVULNCHECK) ./... 2>&1); code=$$?; printf '%s\n' "$$said"; \
	case "$$said" in *'fetching vulnerabilities'*) \
		echo 'the list of known weaknesses could not be read: nothing was checked'; exit 0;; esac; exit $$code

# `go test -list` prints a package's targets, then its "ok" line.
.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (20s) each
	@list=$$($(GO) test -list '^Fuzz' ./...) || { printf '%s\n' "$$list"; exit 1; }; \
	printf '%s\n' "$$list" | \
	awk '/^Fuzz/ { names[n++] = $$1 } \
	     /^ok/   { for (i = 0; i < n; i++) print $$2, names[i]; n = 0 }' | \
	while read -r pkg name; do \
		echo "== $$pkg $$name"; \
		$(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) "$$pkg" </dev/null || exit 1; \
	done

# With the same SEED the same cases come again: `make hunt SEED=20261128`.
.PHONY: hunt
hunt: ## Hunt for wrong words of the solver for HUNT (30m) with the cases of SEED (today's date); finds go to FINDS
	@echo "the cases of SEED=$(SEED), for $(HUNT)"
	$(TEST) test $(LEAN) ./solver -run '^TestHunt$$' -hunt $(HUNT) -seed $(SEED) -finds '$(abspath $(FINDS))' -timeout 0 -count 1 -v

.PHONY: soak
soak: hunt ## Hunt, play ROUNDS (500) rounds of everything through all checks; kill, damage and starve KILLS (100) games and servers
	$(GO) test ./chapters -run 'TestPlainEngine|TestEveryRound|TestNoViewLeaks|TestStatuses' -rounds $(ROUNDS) -seed $(SEED) -timeout 0
	$(GO) test ./cmd/internal/realtable -run TestRounds -rounds $(ROUNDS) -seed $(SEED) -timeout 0
	$(GO) test ./solver ./solver/internal/search -skip TestHunt -rapid.checks 20000 -rapid.seed $(SEED) -timeout 0
	$(GO) test ./cmd/internal/deals/puzzle -every 1 -count 1 -v
	$(GO) test ./cmd/internal/cli -run 'TestKilled|TestRoundsByKeys|TestDamage' -kills $(KILLS) -tables -timeout 0 -count 1
	$(GO) test ./cmd/internal/store/folder ./cmd/internal/table -run 'TestKilled|TestDamage|TestFullDisk|TestCopied' -kills $(KILLS) -timeout 0 -count 1 -v
	$(GO) test ./cmd/internal/serve -anydeal -run 'TestFullDisk|TestWatched' -kills $(KILLS) -timeout 0 -count 1 -v
	$(GO) test ./cmd/fellowship-site/site -run TestTrials -trials -timeout 0 -count 1 -v

# With the same SEED the same cells come again.
.PHONY: difficulty-check
difficulty-check: ## Measure CELLS (2) cells of docs/difficulty.md again, drawn by SEED (today's date), and compare them
	$(TEST) test $(LEAN) ./cmd/internal/docs -run '^TestDifficultyPage$$' -cells $(CELLS) -seed $(SEED) -timeout 0 -count 1 -v

# A change can make a loop that asks for memory without end: the limit stops it, where the shell knows one.
.PHONY: mutants
mutants: ## Change MUTANTS (60) statements in PKG (all), drawn by SEED (today's date), and say how many its tests notice
	@ulimit -d 8000000 2>/dev/null; \
	$(TEST) run ./cmd/internal/module/mutants -seed $(SEED) -n $(MUTANTS) $(PKG)

.PHONY: omissions
omissions: ## Make the solver wrong in each way that docs/maintaining/solver.md lists; a test must notice each
	$(GO) test ./solver -run TestMutants -mutants . -timeout 0 -count 1 -v

# Tests that start processes, wait for clocks and talk over sockets.
# The one that takes longest goes first, and beside it the others.
WAITING := ./cmd/internal/door/web ./cmd/fellowship-site/site ./cmd/internal/serve ./cmd/internal/cli ./cmd/internal/bot ./cmd/internal/door/guest ./cmd/internal/door/terminal \
	./cmd/internal/visit/home/... ./cmd/internal/door/sshd ./cmd/internal/store/... ./cmd/internal/table

.PHONY: flaky
flaky: TIMES = 20
flaky: ## Run the tests that wait TIMES (20) times beside two busy loops: none may fail by chance
	@for n in 1 2; do (while :; do :; done) & busy="$$busy $$!"; done; trap "kill $$busy" EXIT; \
	$(TEST) test $(LEAN) -p 3 -count $(TIMES) -timeout 0 $(WAITING)

.PHONY: load
load: ## Play at TABLES (100) tables of four through ssh, and as many with browsers, for TIME (60s), and print figures
	$(GO) test ./cmd/internal/serve -run 'TestLoad|TestRestart' -tables $(TABLES) -every 5s -for $(TIME) -restart 1000 -timeout 0 -count 1 -v

.PHONY: oracle
oracle: ## Hold the solver to a SAT solver on TIMES (10) as many deals as `make test`
	$(GO) -C $(COMPARE) test -run 'TestOracle' -oracle $(TIMES) -timeout 0 -count 1 -v

.PHONY: proofs
proofs: ## Hold proofs to the rules, on TIMES (10) as many rounds as `make test`, and to drat-trim and cadical if installed
	FELLOWSHIP_PROOFS=$(TIMES) $(GO) test ./solver -run 'TestPlain|TestProve|TestOthersCheck|TestCheckDeal' -rapid.checks $(TIMES)000 -timeout 0 -count 1 -v
	$(GO) test ./solver/internal/proof ./solver/internal/rup -rapid.checks $(TIMES)00 -timeout 0 -count 1

.PHONY: compare
compare: ## Measure general solvers on DEALS (30) a set; skipped without apt-get install cadical minisat gringo
	$(GO) -C $(COMPARE) test -run 'TestCompare' -compare $(DEALS) -timeout 0 -count 1 -v

.PHONY: dimacs
dimacs: ## Write FILE's positions as DIMACS and for clingo, into DIR (.)
	$(GO) -C $(COMPARE) test -run 'TestExport' -export '$(abspath $(FILE))' -export.to '$(abspath $(DIR))' -count 1 -v

.PHONY: bench
bench: ## Run benchmarks matching BENCH (all), COUNT (6) times each
	@$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...

.PHONY: benchstat
benchstat: $(BENCHSTAT) ## Compare two `make bench` outputs, OLD (old.txt) and NEW (new.txt)
	@$(BENCHSTAT) $(OLD) $(NEW)

##@ Code

.PHONY: check
check: ## Do everything CI does
	@.ci/run

.PHONY: vet
vet: ## Run `go vet`
	$(GO) vet ./...
	$(GO) -C $(COMPARE) vet ./...

.PHONY: modules
modules: ## Hold go.mod and go.sum to what is imported
	$(GO) mod verify
	$(GO) mod tidy -diff
	$(GO) -C $(COMPARE) mod tidy -diff

.PHONY: lint
lint: $(GOLANGCI_LINT) ## Run the linters (the first run builds them, a few minutes)
	$(GOLANGCI_LINT) run ./...
	cd $(COMPARE) && $(GOLANGCI_LINT) run ./...

.PHONY: fmt
fmt: $(GOFUMPT) ## Format all Go files
	$(GOFUMPT) -w .

.PHONY: fmt-check
fmt-check: $(GOFUMPT) ## Show what `make fmt` would change, and fail if anything
	@diff=$$($(GOFUMPT) -d .) && [ -z "$$diff" ] || \
	{ printf '%s\n' "$$diff" 'not formatted; run: make fmt'; exit 1; }

.PHONY: plain
plain: ## Count what makes the code hard to read, and hold the ceilings (LIST=-list shows each place)
	$(GO) run ./cmd/internal/module/plain $(LIST) .

.PHONY: generate
generate: ## Regenerate generated files
	$(GO) generate ./...

.PHONY: puzzles
puzzles: ## Make the puzzles again, byte for byte (some minutes)
	$(GO) test ./cmd/internal/deals/puzzle -run TestTheyAreMadeAgain -update -timeout 0 -count 1

# The systems beside Linux that releases are built for; .goreleaser.yaml
# builds more processors of each.
CROSS ?= darwin/arm64 windows/amd64

.PHONY: cross
cross: ## Build the program for macOS and Windows too, and throw it away
	@for target in $(CROSS); do \
		echo "$$target"; \
		GOOS=$${target%/*} GOARCH=$${target#*/} CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/fellowship || exit 1; \
	done

##@ Release

.PHONY: release-check
release-check: ## Say what this commit lacks to be tagged as a release
	@packaging/ready
	@$(MAKE) goreleaser-check

.PHONY: goreleaser-check
goreleaser-check: $(GORELEASER) ## Check .goreleaser.yaml with goreleaser (the first run builds it, some minutes)
	$(GORELEASER) check

# goreleaser builds one program after the other, and says a line of each.
.PHONY: snapshot
snapshot: PACKAGED = $(RELEASES)
snapshot: packages $(GORELEASER) ## Build what a release has, first for this machine, into dist, and publish nothing
	@echo "the archives of all systems: dist/release"
	@VERSION=$$($(ITS_VERSION)) $(GORELEASER) release --snapshot --clean --skip=before,publish --parallelism 1

# The program as releases have it: the same bytes from the same commit, wherever it lies. It says
# which version it is, and packages and archives have that.
RELEASED    := CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=auto -ldflags='-s -w'
ITS_VERSION := dist/pages/fellowship version | cut -d' ' -f2
# Packages are built for this machine unless PACKAGED lists processors. A release has those of RELEASES.
PACKAGED    ?= $(shell $(GO) env GOARCH)
RELEASES    := amd64 arm64
# Who packs is whoever made the commit: a package has no other address.
MAINTAINER  ?= $(shell git log -1 --format='%an <%ae>')
export MAINTAINER

# Of versions before a release Alpine knows few, and none with a commit.
.PHONY: packages
packages: pages $(NFPM) ## Build deb, rpm and apk for this machine into dist/packages (PACKAGED="amd64 arm64" for more)
	@rm -rf dist/packages && mkdir -p dist/packages
	@said=$$($(ITS_VERSION)); export SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct); touch -d @$$SOURCE_DATE_EPOCH packaging/*.sh; \
	for arch in $(PACKAGED); do export ARCH=$$arch VERSION=$$said; \
		GOOS=linux GOARCH=$$arch $(RELEASED) -o dist/build/$$arch/fellowship ./cmd/fellowship && \
		$(GO) version -m dist/build/$$arch/fellowship | sed 1d > dist/build/$$arch/modules.txt || exit 1; \
		echo "Linux, $$arch: dist/build/$$arch/fellowship"; \
		for kind in deb rpm apk; do \
			[ $$kind != apk ] || VERSION=$$(echo $$VERSION | sed 's/-dev.*/-pre/'); \
			$(NFPM) package --config packaging/nfpm.yaml --packager $$kind --target dist/packages/ >dist/packages.txt || { cat dist/packages.txt; exit 1; }; \
		done; \
	done
	@cd dist/packages && sha256sum * >../packages.txt && sed 's|  |  dist/packages/|' ../packages.txt

# The pages of the game need a browser only: whatever sends files can be their host.
.PHONY: site
site: ## Build the game as a site of static files into dist/site, see docs/site.md
	@$(GO) run ./cmd/fellowship-site/site $(SITE_ARGS) dist/site
	@echo "any host of static files can send it: dist/site"

# The archive has one order, one owner and the time of the commit, so the same commit makes the same bytes.
.PHONY: site-archive
site-archive: SITE_ARGS = -smallest
site-archive: site ## Pack dist/site into an archive in dist/packages
	@mkdir -p dist/packages
	@tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@$$(git log -1 --format=%ct) --format=ustar \
		--transform='s|^\.|fellowship-site|' -C dist/site -cf - . | gzip -9n > dist/packages/fellowship-site.tar.gz

.PHONY: try-packages
try-packages: packages ## Install the deb and the rpm in a throw-away root, play, serve, remove (as root; the machine stays as it is)
	packaging/try

.PHONY: try-batch
try-batch: ## Measure in parts with GNU parallel and a Slurm of this machine, as root; kill some of it, and compare
	packaging/try-batch

.PHONY: twice
twice: ## Build TARGET (packages) again in a fresh clone elsewhere, and compare the bytes
	packaging/twice $(or $(TARGET),packages)

.PHONY: pages
pages: licenses ## Write what releases have beside the program into dist/pages
	@mkdir -p dist/pages/completion
	@$(RELEASED) -o dist/pages/fellowship ./cmd/fellowship
	@TZ=UTC0 SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) CGO_ENABLED=0 $(GO) run -trimpath ./cmd/internal/cli/man dist/pages/man && gzip -9nf dist/pages/man/*.1
	@for shell in bash zsh fish powershell; do \
		dist/pages/fellowship completion $$shell > dist/pages/completion/fellowship.$$shell || exit 1; \
	done
	@printf -- '- semver: %s-1\n  deb: {distributions: [unstable], urgency: medium}\n  date: %s\n  packager: %s\n  changes: [{note: "CHANGELOG.md tells what is new."}]\n' \
		"$$($(ITS_VERSION) | tr - '~')" "$$(git log -1 --format=%cI)" "$$MAINTAINER" >dist/pages/changelog.yaml
	@echo "this machine: dist/pages/fellowship"

# Of libraries whose licence wants their source passed on, modules.txt names the version
# that the module proxy has.
.PHONY: licenses
licenses: $(GO_LICENSES) ## Gather the licences of all that is linked into dist/pages/licenses
	@rm -rf dist/pages dist/licenses && mkdir -p dist/pages/licenses
	@said=$$(GOFLAGS= $(GO_LICENSES) save ./cmd/fellowship --ignore fellowship --save_path dist/licenses 2>&1) || { printf '%s\n' "$$said"; exit 1; }
	@chmod -R u+w dist/licenses && mkdir dist/licenses/go && cp "$$($(GO) env GOROOT)/LICENSE" dist/licenses/go
	@cd dist/licenses && find * -type f \( -iname 'licen[cs]e*' -o -iname 'notice*' -o -iname 'copying*' \) | \
	while read -r file; do mv "$$file" "../pages/licenses/$$(echo "$$file" | tr / _)"; done
	@chmod 644 dist/pages/licenses/* && rm -rf dist/licenses

##@ Other

.PHONY: clean
clean: ## Remove tools and build results
	rm -rf .bin dist coverage.out

.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
	      /^##@ /          { printf "\n%s\n", substr($$0, 5) } \
	      /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

# Installs module $(2) under the name $(@F), and drops older builds of it.
define install_tool
	@echo "building $(1) $(3)"
	@mkdir -p $(BIN)
	@rm -f $(BIN)/$(1)-*
	@GOBIN=$(BIN) GOOS= GOARCH= $(GO) install $(2)@$(3)
	@mv $(BIN)/$(1) $@
endef

$(GOLANGCI_LINT):
	$(call install_tool,golangci-lint,github.com/golangci/golangci-lint/v2/cmd/golangci-lint,$(GOLANGCI_LINT_VERSION))

$(GOFUMPT):
	$(call install_tool,gofumpt,mvdan.cc/gofumpt,$(GOFUMPT_VERSION))

$(BENCHSTAT):
	$(call install_tool,benchstat,golang.org/x/perf/cmd/benchstat,$(BENCHSTAT_VERSION))

$(GORELEASER):
	$(call install_tool,goreleaser,github.com/goreleaser/goreleaser/v2,$(GORELEASER_VERSION))

$(GOVULNCHECK):
	$(call install_tool,govulncheck,golang.org/x/vuln/cmd/govulncheck,$(GOVULNCHECK_VERSION))

$(NFPM):
	$(call install_tool,nfpm,github.com/goreleaser/nfpm/v2/cmd/nfpm,$(NFPM_VERSION))

$(GO_LICENSES):
	$(call install_tool,go-licenses,github.com/google/go-licenses,$(GO_LICENSES_VERSION))
