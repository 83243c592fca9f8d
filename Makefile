# Fude: `make run` draws, `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
# Words for the program that is started: make run ARGS="sketch.png --fullscreen"
ARGS ?=

BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
# Where the shells look for what packages bring them.
BASH_COMPLETIONS := $(SHARE)/bash-completion/completions
ZSH_COMPLETIONS := $(SHARE)/zsh/site-functions
FISH_COMPLETIONS := $(SHARE)/fish/vendor_completions.d

# The toolchain, wherever it is.
SWIFT := .ci/swift
# The programs as they are shipped, run and measured: optimised, with the Swift runtime inside, stripped.
FUDE := build/fude
PENLAB := build/penlab
SHIPPED := -c release --static-swift-stdlib
# What both are made of, folders included, so that a file that went is noticed as well.
SOURCES := Package.swift $(shell find Sources)
# The tests whose outcome an optimiser could change are run on optimised code too: all but those that need a display.
# They have a build folder of their own, as code that is to be tested is compiled with other flags than code to ship.
RELEASE_TESTS ?= (Geometry|Ink|Raster|Archive|Input|Paint|Journal|Document|Studio|Widgets|Fuzz)Tests
RELEASE_TESTS_BUILD := .build/release-tests
# How long each parser is tried, and which (all where none is named). Everything is compiled anew for it, with what
# libFuzzer and AddressSanitizer want to see; with lld, as GNU's gold stumbles over that.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
FUZZ_BUILD := -c release --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
# The drawing programs that Fude is measured beside; a group each in .ci/packages.
PEERS := mtpaint xournalpp mypaint gimp krita
# The end-to-end tests start this program; without the variable they look beside themselves.
FUDE_PROGRAM ?= $(CURDIR)/.build/debug/fude

.DEFAULT_GOAL := help
.PHONY: help deps run demo screenshots completions test fuzz bench bench-peers lint format install uninstall clean
# One after the other: each of these keeps all cores busy by itself.
.NOTPARALLEL:

help:
	@echo "make run        install what is needed, build, and draw; ARGS=\"...\" goes to fude"
	@echo "make demo       draw the recordings into build/demo"
	@echo "make screenshots  pictures of the window: three sizes, two densities, both themes"
	@echo "make completions  write what shells complete the command by into Resources"
	@echo "make test       lint, and all tests, in virtual displays of their own"
	@echo "make fuzz       try every parser on inputs made to break it, a minute each; FUZZ_SECONDS, FUZZ_TARGETS"
	@echo "make bench      measure: pen to ink, start, memory, undo, zoom ...; ARGS=\"--only latency\" for one chapter"
	@echo "make bench-peers  the same of MyPaint, Xournal++, Krita, GIMP and mtPaint, which it installs, beside Fude"
	@echo "make lint       layout, module floors, words, warnings"
	@echo "make format     lay the sources out"
	@echo "make deps       only install what is needed (Debian packages)"
	@echo "make install    install into PREFIX=$(PREFIX), under DESTDIR if that is set"
	@echo "make uninstall  remove what that installed"
	@echo "make clean      remove what was built"

deps:
	@.ci/deps build display test
	@$(SWIFT) --version >/dev/null

# With a display the program itself; without, a virtual one in which the sample is drawn.
ifneq ($(DISPLAY)$(WAYLAND_DISPLAY),)
run: $(FUDE)
	@$(FUDE) $(ARGS)
else
run: $(FUDE) $(PENLAB)
	@echo "There is no display, so a virtual pen draws the sample in a virtual one."
	@$(PENLAB) demo --program $(FUDE) --recording Resources/sample.pen \
	  --screenshot build/screenshot.png --export build/sample.png
	@echo "The window:  $(CURDIR)/build/screenshot.png"
	@echo "The drawing: $(CURDIR)/build/sample.png"
endif

demo: $(FUDE)
	@mkdir -p build/demo
	@for smoother in linear midpoint cubic smoothed modelled; do \
	  $(FUDE) replay Resources/sample.pen -o build/demo/$$smoother.png --smoother $$smoother || exit 1; \
	done
	@$(FUDE) replay Resources/brushes-sheet.pen -o build/demo/brushes.png
	@echo "The sample, drawn with each smoother, and a sheet of all brushes: $(CURDIR)/build/demo"

screenshots: $(FUDE) $(PENLAB)
	@mkdir -p build/screenshots
	@$(PENLAB) screenshots --program $(FUDE) --recording Resources/sample.pen --folder build/screenshots

# Kept beside the sources, so that installing needs no program that runs here; a test holds them equal to what fude says.
completions: $(FUDE)
	@mkdir -p Resources/completions
	$(FUDE) --completions bash >Resources/completions/fude
	$(FUDE) --completions zsh >Resources/completions/_fude
	$(FUDE) --completions fish >Resources/completions/fude.fish

test: deps
	@.ci/lint
	@FUDE_PROGRAM="$(FUDE_PROGRAM)" .ci/test debug
	@.ci/test release -c release --scratch-path $(RELEASE_TESTS_BUILD) --filter '$(RELEASE_TESTS)'

fuzz:
	@.ci/deps build
	@FUDE_FUZZ=1 $(SWIFT) build $(FUZZ_BUILD) --product Fuzz
	@.ci/fuzz .build/fuzz/release/Fuzz $(FUZZ_SECONDS) $(FUZZ_TARGETS)

bench: $(FUDE) $(PENLAB)
	@$(PENLAB) bench $(ARGS)

# One by one, so that one that cannot be installed keeps none of the others away.
bench-peers: $(FUDE) $(PENLAB)
	@for peer in $(PEERS); do .ci/deps peer-$$peer || echo "Going on without $$peer." >&2; done
	@$(PENLAB) bench-peers $(ARGS)

lint: deps
	@.ci/lint

format:
	@$(SWIFT) format format --in-place --recursive --parallel Sources Tests Package.swift

# By their own times, so that `sudo make install` after `make run` needs no toolchain and leaves nothing of root's behind.
$(FUDE): $(SOURCES)
	@.ci/deps build
	@$(SWIFT) build $(SHIPPED) --product fude
	@mkdir -p build
	@strip -o $@ .build/release/fude

$(PENLAB): $(SOURCES)
	@.ci/deps build display
	@$(SWIFT) build $(SHIPPED) --product penlab
	@$(SWIFT) build $(SHIPPED) --product KernelInput
	@mkdir -p build
	@cp .build/release/libKernelInput.so build/
	@strip -o $@ .build/release/penlab

# Lets menus and file managers notice, where they keep lists; a package (DESTDIR) leaves that to its installation.
REFRESH = if [ -z "$(DESTDIR)" ]; then \
  update-desktop-database -q "$(SHARE)/applications" 2>/dev/null; \
  gtk-update-icon-cache -q -t -f "$(SHARE)/icons/hicolor" 2>/dev/null; \
  fi; true

install: $(FUDE)
	install -d "$(BIN)" "$(SHARE)/fude/brushes" "$(SHARE)/fude/palettes" "$(SHARE)/applications" "$(SHARE)/icons/hicolor/scalable/apps" "$(SHARE)/man/man1"
	install -m 755 $(FUDE) "$(BIN)/fude"
	install -m 644 Resources/sample.pen "$(SHARE)/fude/sample.pen"
	install -m 644 Resources/brushes/*.brush "$(SHARE)/fude/brushes"
	install -m 644 Resources/palettes/*.gpl "$(SHARE)/fude/palettes"
	install -m 644 Resources/fude.desktop "$(SHARE)/applications/fude.desktop"
	install -m 644 Resources/fude.svg "$(SHARE)/icons/hicolor/scalable/apps/fude.svg"
	install -m 644 Resources/fude.1 "$(SHARE)/man/man1/fude.1"
	install -d "$(BASH_COMPLETIONS)" "$(ZSH_COMPLETIONS)" "$(FISH_COMPLETIONS)"
	install -m 644 Resources/completions/fude "$(BASH_COMPLETIONS)/fude"
	install -m 644 Resources/completions/_fude "$(ZSH_COMPLETIONS)/_fude"
	install -m 644 Resources/completions/fude.fish "$(FISH_COMPLETIONS)/fude.fish"
	@$(REFRESH)

uninstall:
	rm -f "$(BIN)/fude" "$(SHARE)/fude/sample.pen" "$(SHARE)/applications/fude.desktop"
	rm -f "$(SHARE)/icons/hicolor/scalable/apps/fude.svg" "$(SHARE)/man/man1/fude.1"
	rm -f "$(BASH_COMPLETIONS)/fude" "$(ZSH_COMPLETIONS)/_fude" "$(FISH_COMPLETIONS)/fude.fish"
	rm -f $(patsubst Resources/%,"$(SHARE)/fude/%",$(wildcard Resources/brushes/*.brush Resources/palettes/*.gpl))
	@rmdir "$(SHARE)/fude/brushes" "$(SHARE)/fude/palettes" "$(SHARE)/fude" 2>/dev/null || true
	@$(REFRESH)

clean:
	rm -rf .build build Tests/Failures
