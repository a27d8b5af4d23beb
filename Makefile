# Two commands are enough: `make demo` and `make test`. On Debian 12 they install what is missing, build, and run; once that is done they
# need no network. Everything goes to build/<preset>.

PRESET ?= release
JOBS ?= $(shell nproc)
# Tests at a time: two more than there are processors, since some wait for a browser, a signal or the disk.
TESTS ?= $(shell expr $(JOBS) + 2)
# Kinds of tests (tests/<kind>/) that `make test-sanitize` runs under the address and undefined-behaviour sanitizers.
SANITIZE ?= unit physics agreement reference fuzz cli examples
# Kinds of tests whose bounds `make gauge` looks at.
GAUGED := unit physics agreement reference
# Seconds that `make fuzz` gives to each target, and its seed (0: a new one); docs/fuzzing.md says how long at night.
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 0

# Errors and warnings of the configuration go to standard error.
configure = cmake --preset $(1) >/dev/null
build = cmake --build --preset $(1) --parallel $(JOBS)
empty :=
space := $(empty) $(empty)

.DEFAULT_GOAL := help
.PHONY: help demo test test-long gauge test-sanitize sanitize-share test-threads tidy fuzz build bench docs site format clean dependencies test-dependencies

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 24

demo: dependencies  ## build the command (no test), check, evaluate, verify and simulate mechanisms, reproduce the studies: claims table and report/index.html
	@$(call configure,$(PRESET))
	@$(call build,$(PRESET)) --target zanjir_cli
	@tools/demo.sh build/$(PRESET)/apps/zanjir/zanjir

test: dependencies  ## build and run every test
	@$(MAKE) --no-print-directory --jobs=2 build test-dependencies
	@ctest --preset $(PRESET) --parallel $(TESTS)
	@echo
	@echo "make test: all tests passed ($(PRESET) build)."

test-long: test-dependencies build  ## the long versions of tests, hours: ten million steps, a hundred kills, ten thousand drops, scenes and poses of legs, a thousand crates, ten minutes of mutated input each
	@cd build/$(PRESET)/tests && ZANJIR_LONG_RUN=1 ./physics_tests --gtest_filter='LongRun.*'
	@cd build/$(PRESET)/tests && ZANJIR_DROPS=10000 ZANJIR_SCENES=10000 ZANJIR_CRATES=1000 ZANJIR_WALKERS=200 ./physics_tests --gtest_filter='RandomDrops.*:RandomScenes.*:RandomCrates.*:RandomWalkers.*'
	@cd build/$(PRESET)/tests && ZANJIR_LEG_POSES=10000 ./unit_tests --gtest_filter='*EveryChain.*'
	@ZANJIR_KILLS=100 ZANJIR_FAULTS_EVERY=1 ctest --preset $(PRESET) --tests-regex '^cli.(run|interrupt|sweep|faults)_test$$' --timeout 3600
	@ZANJIR_ATTACKS=5000 ZANJIR_ATTACK_SEED=0 ctest --preset $(PRESET) --tests-regex '^cli.attack_test$$' --timeout 3600 --verbose
	@cd build/$(PRESET)/tests && ZANJIR_FUZZ_SECONDS=600 ./fuzz_tests

gauge: dependencies  ## how far the bounds of tests are above what they bound: none by more than thirty times without a reason in tests/loose_bounds.txt
	@cmake --preset $(PRESET) -B build/gauge -DZANJIR_GAUGE_BOUNDS=ON >/dev/null
	@cmake --build build/gauge --parallel $(JOBS) --target $(addsuffix _tests,$(GAUGED))
	@tools/gauge.py $(foreach kind,$(GAUGED),build/gauge/tests/$(kind)_tests)

test-sanitize: test-dependencies  ## the kinds of tests in SANITIZE under ASan and UBSan
	@$(call configure,dev)
	@$(call build,dev) --target $(addprefix build_,$(SANITIZE))
	@ctest --preset dev --parallel $(JOBS) --label-regex '^($(subst $(space),|,$(strip $(SANITIZE))))$$'

sanitize-share: test-dependencies  ## a share of the library and of its tests under the sanitizers; TURN (by default the number of commits) says which, LIMIT how many seconds it may take
	@JOBS=$(JOBS) tools/sanitize_share.sh $(if $(LIMIT),--seconds $(LIMIT)) $(TURN)

test-threads: dependencies  ## what threads share (one model, batches, runs side by side, maps, recordings) under the thread sanitizer
	@$(call configure,tsan)
	@$(call build,tsan) --target thread_tests
	@build/tsan/tests/thread_tests --gtest_brief=1

tidy: dependencies  ## clang-tidy on what was changed in the last day (TIDY="--since COMMIT", TIDY="FILE ..."); the preset tidy: on everything
	@tools/install_dependencies.sh clang
	@$(call configure,$(PRESET))
	@tools/tidy.py --build build/$(PRESET) --jobs $(JOBS) $(TIDY)

fuzz:  ## mutated inputs for every reader and for the solver under sanitizers (clang), FUZZ_SECONDS each
	@tools/install_dependencies.sh build fuzz
	@$(call configure,fuzz)
	@$(call build,fuzz)
	@tools/fuzz.py --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED)

build: dependencies  ## configure and build with the preset PRESET (release)
	@$(call configure,$(PRESET))
	@$(call build,$(PRESET))

bench: dependencies  ## measure everything in a clean tree: bench/results, its tables and pictures (BENCH="--quick": a smoke run)
	@tools/install_dependencies.sh clang
	@tools/bench.py --jobs $(JOBS) $(BENCH)

docs:  ## write the reference of the C++ face to build/docs/html/index.html
	@tools/install_dependencies.sh docs
	@tools/check_api.py --output build/docs
	@echo "Written: build/docs/html/index.html"

site: build/site-tools  ## the documentation as a site with search, build/site/index.html (mkdocs-material from PyPI, in build/site-tools)
	@build/site-tools/bin/mkdocs build --quiet
	@echo "Written: build/site/index.html"

build/site-tools:
	@tools/install_dependencies.sh site
	@python3 -m venv $@ && $@/bin/pip install --quiet --disable-pip-version-check mkdocs-material==9.5.49 || { rm -rf $@; exit 1; }

format:  ## format the C++ sources in place
	@tools/install_dependencies.sh format
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format-14 -i

clean:  ## remove everything that was built
	@rm -rf build report

dependencies:
	@tools/install_dependencies.sh build

test-dependencies: dependencies  # what tests need and no compiler: `make test` installs it while it builds
	@tools/install_dependencies.sh tests docs format browser || { tools/install_dependencies.sh tests docs format && \
	  echo "make test: no browser can be installed; the tests of pages that move are skipped" >&2; }
