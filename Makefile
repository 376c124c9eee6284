# Short names for the commands in Scripts/.
# DEBUG_INFO=none builds faster, and the backtrace of a crash has no line numbers. Other builds then compile everything anew;
# a build without the options of Scripts/precompile-headers compiles the C++ of packages anew.
DEBUG_INFO ?= dwarf
SWIFT_FLAGS := --explicit-target-dependency-import-check error -debug-info-format $(DEBUG_INFO) \
	$$(Scripts/precompile-headers debug)
PREFIX ?= /usr/local

.PHONY: serve check build build-release test linkage documentation site lint format messages architecture bench browser clean install package help setup

help: ## Show this list
	@sed -nE 's/^([a-z]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST)

setup: ## Install what is missing (Debian packages, OpenVINO, models that read text)
	@Scripts/setup

# The program contains the libraries of Swift, so that it also runs where no Swift is installed.
RELEASE = swift build -c release --product stillroom --static-swift-stdlib $$(Scripts/precompile-headers release)

serve: setup ## Build and serve the app at http://127.0.0.1:8180
	@$(RELEASE)
	@exec .build/release/stillroom serve

# The number of parallel tests is limited, because too many of them exhaust the threads and then time out.
TEST_FLAGS := --experimental-maximum-parallelization-width 8

build: setup ## Build the program and the tests
	@swift build --build-tests $(SWIFT_FLAGS)

test: build ## Build and run every test that needs no extra service
	@Scripts/setup postgresql
	@Scripts/run-tests $(TEST_FLAGS)

check: setup ## Build and test what changed, at most three minutes (SINCE=revision)
	@SWIFT_FLAGS="$(SWIFT_FLAGS)" TEST_FLAGS="$(TEST_FLAGS)" Scripts/check $(SINCE)

# The symbol graphs are what Scripts/documentation reads.
SYMBOL_GRAPHS := -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc $(CURDIR)/.build/symbolgraphs \
	-Xswiftc -symbol-graph-minimum-access-level -Xswiftc public -Xswiftc -symbol-graph-skip-synthesized-members

linkage: ## Build the libraries and the examples alone, without the server and its packages
	@Tests/LinkageTest/snippets
	@mkdir -p .build/symbolgraphs
	@swift build --package-path Tests/LinkageTest --scratch-path .build/linkage $(SYMBOL_GRAPHS)
	@.build/linkage/debug/LinkageTest
	@.build/linkage/debug/ShowGarden
	@! ls .build/linkage/checkouts | grep -qiE 'hummingbird|grdb|async-http-client|mustache|nio'

documentation: linkage ## Make the DocC archives of the libraries
	@Scripts/documentation

site: ## Make the documents as a web site in .build/site
	@Scripts/site

architecture: ## Check imports, names and folders
	@Scripts/check-architecture

lint: ## Check the style
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Benchmarks Scripts/messages
	@for script in Scripts/setup Scripts/install Scripts/package Scripts/check-package Scripts/documentation Scripts/release Scripts/bench Scripts/browser-tests Scripts/check Scripts/check-architecture Scripts/precompile-headers Scripts/run-tests Scripts/unsteady .ci/run; do bash -n $$script || exit 1; done

messages: ## Bring the message catalogues up to date, and list what is not translated
	@swift build --product message-catalogue $(SWIFT_FLAGS)
	@.build/debug/message-catalogue update

format: ## Apply the style
	@swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Benchmarks Scripts/messages

browser: ## Run the journeys in Chromium
	@Scripts/setup browser
	@swift build --product stillroom $(SWIFT_FLAGS)
	@Scripts/browser-tests

bench: setup ## Measure, side by side with a Python pipeline
	@Scripts/bench

install: setup ## Install the command, its resources, completions and manual under PREFIX
	@$(RELEASE)
	@Scripts/install $(PREFIX)

build-release: setup
	@Scripts/setup package
	@$(RELEASE)

package: ## Build the Debian package and a tarball in .build/package
	@Scripts/setup package
	@$(RELEASE)
	@Scripts/package

clean: ## Remove what was built
	@rm -rf .build .browser Benchmarks/.build
