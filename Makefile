# Fude: `make run` draws, `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
# Words for the program that is started: make run ARGS="sketch.png --fullscreen"
ARGS ?=

# Where zsh looks, below PREFIX; Debian's has another folder for what packages bring.
ZSH_COMPLETIONS ?= share/zsh/site-functions

# The toolchain, wherever it is.
SWIFT := .ci/swift
# The programs as they are shipped, run and measured: optimised, with the Swift runtime inside, stripped.
FUDE := build/fude
PENLAB := build/penlab
# All else that they load is the system's, so no library is looked for beside them (no RUNPATH);
# and its functions are found at the start, so that the table of them can be read-only from then on.
SHIPPED := -c release --static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker now
# What both are made of, folders included, so that a file that went is noticed as well.
SOURCES := Package.swift $(shell find Sources)
# How long each parser is tried, and which (all where none is named). Everything is compiled anew for it, with what
# libFuzzer and AddressSanitizer want to see; with lld, as GNU's gold stumbles over that.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
FUZZ_BUILD := -c release --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
# The drawing programs that Fude is measured beside; a group each in .ci/packages.
PEERS := mtpaint xournalpp mypaint gimp krita
# The catalogues of the languages, made of Resources/po/LANGUAGE.po; the program finds them there when it runs from its build folder.
LANGUAGES := $(shell cat Resources/po/LINGUAS)
CATALOGUES := $(LANGUAGES:%=build/locale/%/LC_MESSAGES/fude.mo)

.DEFAULT_GOAL := help
.PHONY: help deps run demo screenshots completions messages icons test soak fuzz bench bench-peers lint format install uninstall deb try-deb clean
# One after the other: each of these keeps all cores busy by itself.
.NOTPARALLEL:

help:
	@echo "make run        install what is needed, build, and draw; ARGS=\"...\" goes to fude"
	@echo "make demo       draw the recordings into build/demo"
	@echo "make screenshots  pictures of the window: three sizes, two densities, both themes; and all pages in every language"
	@echo "make completions  write what shells complete the command by into Resources"
	@echo "make messages   bring Resources/po up to date with what the sources say"
	@echo "make icons      draw the icon in all its sizes into Resources"
	@echo "make test       lint, and all tests, in virtual displays of their own"
	@echo "make soak       tests that take too long for make test: 500 kills, ThreadSanitizer, fuzzing; FUZZ_SECONDS, FUZZ_TARGETS"
	@echo "make fuzz       try every parser on inputs made to break it, a minute each; FUZZ_SECONDS, FUZZ_TARGETS"
	@echo "make bench      measure: pen to ink, start, memory, undo, zoom ...; ARGS=\"--only latency\" for one chapter"
	@echo "make bench-peers  the same of MyPaint, Xournal++, Krita, GIMP and mtPaint, which it installs, beside Fude"
	@echo "make lint       layout, module floors, words, warnings"
	@echo "make format     lay the sources out"
	@echo "make deps       only install what is needed (Debian packages)"
	@echo "make install    install into PREFIX=$(PREFIX), under DESTDIR if that is set"
	@echo "make uninstall  remove what that installed"
	@echo "make deb        a Debian package of this machine's architecture, in build; it needs no Swift where it is installed"
	@echo "make try-deb    install that into a bare Debian, fetched for it, and draw there (asks for your password)"
	@echo "make clean      remove what was built"

deps:
	@.ci/deps build display test
	@$(SWIFT) --version >/dev/null

# With a display the program itself; without, a virtual one in which the sample is drawn.
ifneq ($(DISPLAY)$(WAYLAND_DISPLAY),)
run: $(FUDE) $(CATALOGUES)
	@$(FUDE) $(ARGS)
else
run: $(FUDE) $(PENLAB) $(CATALOGUES)
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

screenshots: $(FUDE) $(PENLAB) $(CATALOGUES)
	@mkdir -p build/screenshots
	@$(PENLAB) screenshots --program $(FUDE) --recording Resources/sample.pen --folder build/screenshots
	@for language in $(LANGUAGES); do \
	  $(PENLAB) screenshots --program $(FUDE) --recording Resources/sample.pen --folder build/screenshots --language $$language || exit 1; \
	done

# Kept beside the sources, so that installing needs no program that runs here; a test holds them equal to what fude says.
completions: $(FUDE)
	@mkdir -p Resources/completions
	$(FUDE) --completions bash >Resources/completions/fude
	$(FUDE) --completions zsh >Resources/completions/_fude
	$(FUDE) --completions fish >Resources/completions/fude.fish

messages:
	@.ci/deps build
	@.ci/messages update

test: deps $(CATALOGUES)
	@.ci/all-tests

# Builds the fuzzing program first, so that a failed build is noticed before the long steps.
soak: deps $(FUDE) $(CATALOGUES)
	@FUDE_FUZZ=1 $(SWIFT) build $(FUZZ_BUILD) --product Fuzz
	@.ci/soak $(FUZZ_SECONDS) .build/fuzz/release/Fuzz $(FUZZ_TARGETS)

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
	@.ci/format

# By their own times, so that `sudo make install` after `make run` needs no toolchain and leaves nothing of root's behind.
$(FUDE): $(SOURCES)
	@.ci/deps build
	@$(SWIFT) build $(SHIPPED) --product fude
	@mkdir -p build
	@strip -o $@ .build/release/fude

build/locale/%/LC_MESSAGES/fude.mo: Resources/po/%.po
	@command -v msgfmt >/dev/null || .ci/deps build
	@mkdir -p $(@D)
	@msgfmt -o $@ $<

$(PENLAB): $(SOURCES)
	@.ci/deps build display
	@$(SWIFT) build $(SHIPPED) --product penlab
	@$(SWIFT) build $(SHIPPED) --product KernelInput
	@mkdir -p build
	@cp .build/release/libKernelInput.so build/
	@strip -o $@ .build/release/penlab

# What is installed beside the program: file:place below PREFIX. One list, so that what is installed can be uninstalled.
ICON_SIZES := 16 22 24 32 48 64 96 128 256 512
ICON_THEME := share/icons/hicolor
INSTALLED := \
  Resources/sample.pen:share/fude/sample.pen \
  $(foreach file,$(sort $(wildcard Resources/brushes/*.brush Resources/palettes/*.gpl)),$(file):$(file:Resources/%=share/fude/%)) \
  $(foreach catalogue,$(CATALOGUES),$(catalogue):$(catalogue:build/%=share/%)) \
  $(foreach file,$(wildcard Resources/figures/*),$(file):$(file:Resources/%=share/fude/%)) \
  Resources/fude.desktop:share/applications/fude.desktop \
  Resources/fude.metainfo.xml:share/metainfo/org.example.fude.metainfo.xml \
  Resources/fude.mime.xml:share/mime/packages/fude.xml \
  Resources/fude.svg:$(ICON_THEME)/scalable/apps/fude.svg \
  $(foreach size,$(ICON_SIZES),Resources/icons/$(size).png:$(ICON_THEME)/$(size)x$(size)/apps/fude.png) \
  Resources/fude.1:share/man/man1/fude.1 \
  Resources/completions/fude:share/bash-completion/completions/fude \
  Resources/completions/_fude:$(ZSH_COMPLETIONS)/_fude \
  Resources/completions/fude.fish:share/fish/vendor_completions.d/fude.fish

# Lets menus and file managers notice, where they keep lists; a package (DESTDIR) leaves that to its installation. A cache of
# icons that is not there is not begun, as the next program to install icons might not know of it.
REFRESH = if [ -z "$(DESTDIR)" ]; then \
  share="$(PREFIX)/share"; \
  update-desktop-database -q "$$share/applications"; \
  update-mime-database "$$share/mime"; \
  touch -c "$$share/icons/hicolor"; \
  if [ -e "$$share/icons/hicolor/icon-theme.cache" ]; then gtk-update-icon-cache -q -t -f "$$share/icons/hicolor"; fi; \
  fi >/dev/null 2>&1; true

# Takes away those lists where nothing is left that they could list, as Fude may have been what they were begun for.
UNLIST = if [ -z "$(DESTDIR)" ]; then \
  share="$(PREFIX)/share"; \
  find "$$share/applications" -name '*.desktop' 2>/dev/null | grep -q . || rm -f "$$share/applications/mimeinfo.cache"; \
  if [ -d "$$share/mime" ] && ! find "$$share/mime/packages" -name '*.xml' 2>/dev/null | grep -q .; then \
    for list in XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version; do \
      rm -f "$$share/mime/$$list"; \
    done; \
    rmdir "$$share/mime/application" "$$share/mime/text" 2>/dev/null; \
  fi; \
  fi; true

install: $(FUDE) $(CATALOGUES)
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -m 755 "$(FUDE)" "$(DESTDIR)$(PREFIX)/bin/fude"
	@for entry in $(INSTALLED); do \
	  place="$(DESTDIR)$(PREFIX)/$${entry#*:}"; \
	  install -d "$${place%/*}" && install -m 644 "$${entry%%:*}" "$$place" || exit 1; \
	done
	@$(REFRESH)
	@echo "Fude is in $(DESTDIR)$(PREFIX); uninstall it with: make uninstall$(if $(DESTDIR), DESTDIR=$(DESTDIR)) PREFIX=$(PREFIX)"

# Folders go if they are empty then, from the inside out, but for those that every system has.
uninstall:
	@rm -f "$(DESTDIR)$(PREFIX)/bin/fude"
	@for entry in $(INSTALLED); do rm -f "$(DESTDIR)$(PREFIX)/$${entry#*:}" || exit 1; done
	@$(REFRESH)
	@$(UNLIST)
	@for entry in $(INSTALLED); do \
	  folder="$${entry#*:}"; \
	  while folder="$${folder%/*}" && [ "$$folder" != share ] && [ "$$folder" != share/man ]; do \
	    rmdir "$(DESTDIR)$(PREFIX)/$$folder" 2>/dev/null || break; \
	  done; \
	done

# The icons in the sizes that desktops ask for. They are kept beside their drawing, 48 kB, so that installing needs nothing that
# draws SVG; which drawing they were made from is kept with them, and `make lint` holds them to it.
icons:
	@.ci/deps test
	@mkdir -p Resources/icons
	@for size in $(ICON_SIZES); do \
	  rsvg-convert --width $$size --height $$size --output Resources/icons/$$size.png Resources/fude.svg || exit 1; \
	done
	@cksum <Resources/fude.svg >Resources/icons/made-from

# A package for Debian of this machine's architecture; .ci/deb says how. The program is the one that `make run` starts.
deb: $(FUDE)
	@.ci/deps package
	@.ci/deb "$(FUDE)" build

# Whether that package runs where nothing else is: in a Debian fetched for it.
try-deb: deb $(PENLAB)
	@.ci/deps try-package
	@.ci/try-deb build/fude_$$(.ci/version)_$$(dpkg --print-architecture).deb $(PENLAB) build

clean:
	rm -rf .build build Tests/Failures
