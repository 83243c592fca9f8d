# `make run` builds and starts Fude; `make help` lists the other targets.

PREFIX ?= /usr/local
DESTDIR ?=
# Arguments of the program: make run ARGS="sketch.png --fullscreen"
ARGS ?=

# The modules of `make test`, and an expression that chooses among their tests; all if none is named.
MODULE ?=
FILTER ?=

# The folder of zsh's completions below PREFIX. Debian packages use another one.
ZSH_COMPLETIONS ?= share/zsh/site-functions

# Finds the toolchain.
SWIFT := .ci/swift
# The programs that are shipped, run and measured: optimised, stripped, with the Swift runtime linked statically.
FUDE := build/fude
PENLAB := build/penlab
# They load only libraries of the system, so they need no RUNPATH. Functions are bound at the start (-z now), so that
# their table is read-only afterwards.
SHIPPED := -c release --static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker now
# The sources of both. Folders are included, so that make notices deleted files.
SOURCES := Package.swift $(shell find Sources Tests/Lab)
# Seconds and targets of fuzzing (all if none is named). The build has libFuzzer and AddressSanitizer; it needs lld,
# because GNU gold fails.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
FUZZ_BUILD := -c release --scratch-path .build/fuzz -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
# The drawing programs of `make bench-peers`; each is a group in .ci/packages.
PEERS := mtpaint xournalpp mypaint gimp krita
# The catalogues of translations, made from Resources/po/LANGUAGE.po. The program finds them when it runs in build.
LANGUAGES := $(shell cat Resources/po/LINGUAS)
CATALOGUES := $(LANGUAGES:%=build/locale/%/LC_MESSAGES/fude.mo)

.DEFAULT_GOAL := help
.PHONY: help deps run demo screenshots completions messages icons test soak fuzz bench bench-peers lint format install uninstall deb try-deb clean
# Each target uses all cores by itself.
.NOTPARALLEL:

help:
	@echo "make run        install what is needed, build, and draw; ARGS=\"...\" goes to fude"
	@echo "make demo       draw the recordings into build/demo"
	@echo "make screenshots  pictures of the window in three sizes, two densities and both themes, and of all pages in every language"
	@echo "make completions  write the completions for shells into Resources"
	@echo "make messages   update Resources/po from the sources"
	@echo "make icons      draw the icon in all its sizes into Resources"
	@echo "make test       lint and all tests, in virtual displays; MODULE=\"Raster Document\" for the tests of modules, FILTER=... for some of them"
	@echo "make soak       tests that take too long for make test: 500 kills, 10,000 changes, ThreadSanitizer, fuzzing; FUZZ_SECONDS, FUZZ_TARGETS"
	@echo "make fuzz       fuzz every parser for a minute; FUZZ_SECONDS, FUZZ_TARGETS"
	@echo "make bench      measure: pen to ink, start, memory, undo, zoom ...; ARGS=\"--only latency\" for one chapter"
	@echo "make bench-peers  install MyPaint, Xournal++, Krita, GIMP and mtPaint, and measure them and Fude"
	@echo "make lint       format, floors of modules, forbidden words, links, translations, installation, warnings"
	@echo "make format     format the sources"
	@echo "make deps       only install what is needed (Debian packages)"
	@echo "make install    install into PREFIX=$(PREFIX), under DESTDIR if that is set"
	@echo "make uninstall  remove what make install installed"
	@echo "make deb        build a Debian package for this machine's architecture; it does not depend on Swift"
	@echo "make try-deb    install the package into a minimal Debian and draw there (asks for your password)"
	@echo "make clean      remove all build results"

# Without cmark-gfm the manual is installed as Markdown, so nothing fails if it cannot be had.
deps:
	@.ci/deps build display test
	@.ci/deps manual || echo "Going on without cmark-gfm." >&2
	@$(SWIFT) --version >/dev/null

# Without a display a virtual pen draws the sample in a virtual display.
ifneq ($(DISPLAY)$(WAYLAND_DISPLAY),)
run: $(FUDE) $(CATALOGUES)
	@$(FUDE) $(ARGS)
else
run: $(FUDE) $(PENLAB) $(CATALOGUES)
	@echo "There is no display. A virtual pen draws the sample in a virtual display."
	@$(PENLAB) demo --program $(FUDE) --recording Resources/sample.pen \
	  --screenshot build/screenshot.png --export build/sample.png
	@echo "The window:  $(CURDIR)/build/screenshot.png"
	@echo "The drawing: $(CURDIR)/build/sample.png"
endif

demo: $(FUDE)
	@mkdir -p build/demo
	@for smoother in linear midpoint cubic smoothed catmull-rom modelled steady; do \
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

# Kept in Resources, so that installing does not run fude. A test compares them with the program's output.
completions: $(FUDE)
	@mkdir -p Resources/completions
	$(FUDE) --completions bash >Resources/completions/fude
	$(FUDE) --completions zsh >Resources/completions/_fude
	$(FUDE) --completions fish >Resources/completions/fude.fish

messages:
	@.ci/deps build
	@.ci/messages update

test: deps $(CATALOGUES)
	@FILTER='$(FILTER)' .ci/all-tests $(MODULE)

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

# One by one, so that a program that cannot be installed does not prevent the others.
bench-peers: $(FUDE) $(PENLAB)
	@for peer in $(PEERS); do .ci/deps peer-$$peer || echo "Going on without $$peer." >&2; done
	@$(PENLAB) bench-peers $(ARGS)

lint: deps
	@.ci/lint

format:
	@.ci/format

# A file target, so that `sudo make install` after `make run` does not build as root.
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

# The installed files beside the program, as FILE:PLACE below PREFIX, for `make install` and `make uninstall`.
ICON_SIZES := 16 22 24 32 48 64 96 128 256 512
ICON_THEME := share/icons/hicolor
INSTALLED := \
  Resources/sample.pen:share/fude/sample.pen \
  $(foreach file,$(sort $(wildcard Resources/brushes/*.brush Resources/brushes/*/*.myb Resources/brushes/*/*.brush Resources/palettes/*.gpl Resources/papers/*.png)),$(file):$(file:Resources/%=share/fude/%)) \
  $(foreach catalogue,$(CATALOGUES),$(catalogue):$(catalogue:build/%=share/%)) \
  $(foreach file,$(wildcard Resources/figures/*),$(file):$(file:Resources/%=share/fude/%)) \
  Resources/fude.desktop:share/applications/fude.desktop \
  Resources/fude.metainfo.xml:share/metainfo/fude.metainfo.xml \
  Resources/fude.thumbnailer:share/thumbnailers/fude.thumbnailer \
  Resources/fude.mime.xml:share/mime/packages/fude.xml \
  Resources/fude.svg:$(ICON_THEME)/scalable/apps/fude.svg \
  $(foreach size,$(ICON_SIZES),Resources/icons/$(size).png:$(ICON_THEME)/$(size)x$(size)/apps/fude.png) \
  Resources/fude.1:share/man/man1/fude.1 \
  Resources/completions/fude:share/bash-completion/completions/fude \
  Resources/completions/_fude:$(ZSH_COMPLETIONS)/_fude \
  Resources/completions/fude.fish:share/fish/vendor_completions.d/fude.fish

# Updates the caches of menus and file managers, except for a package (DESTDIR). Does not create an icon cache, because
# other programs that install icons might not update it.
REFRESH = if [ -z "$(DESTDIR)" ]; then \
  share="$(PREFIX)/share"; \
  update-desktop-database -q "$$share/applications"; \
  update-mime-database "$$share/mime"; \
  touch -c "$$share/icons/hicolor"; \
  if [ -e "$$share/icons/hicolor/icon-theme.cache" ]; then gtk-update-icon-cache -q -t -f "$$share/icons/hicolor"; fi; \
  fi >/dev/null 2>&1; true

# Removes these caches if nothing is left for them, because installing Fude may have created them.
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
	@.ci/manual install "$(DESTDIR)$(PREFIX)/share/doc/fude"
	@$(REFRESH)
	@echo "Fude is in $(DESTDIR)$(PREFIX); uninstall it with: make uninstall$(if $(DESTDIR), DESTDIR=$(DESTDIR)) PREFIX=$(PREFIX)"

# Removes empty folders from the inside out, except those that every system has.
uninstall:
	@rm -f "$(DESTDIR)$(PREFIX)/bin/fude"
	@for entry in $(INSTALLED); do rm -f "$(DESTDIR)$(PREFIX)/$${entry#*:}" || exit 1; done
	@.ci/manual remove "$(DESTDIR)$(PREFIX)/share/doc/fude"
	@$(REFRESH)
	@$(UNLIST)
	@for entry in $(INSTALLED); do \
	  folder="$${entry#*:}"; \
	  while folder="$${folder%/*}" && [ "$$folder" != share ] && [ "$$folder" != share/man ]; do \
	    rmdir "$(DESTDIR)$(PREFIX)/$$folder" 2>/dev/null || break; \
	  done; \
	done

# The icons in the sizes that desktops use. They are kept in Resources, so that installing does not need rsvg-convert.
# `make lint` compares the checksum of the drawing, made-from.
icons:
	@.ci/deps test
	@mkdir -p Resources/icons
	@for size in $(ICON_SIZES); do \
	  rsvg-convert --width $$size --height $$size --output Resources/icons/$$size.png Resources/fude.svg || exit 1; \
	done
	@cksum <Resources/fude.svg >Resources/icons/made-from

# The package has the same program as `make run`.
deb: $(FUDE)
	@.ci/deps package manual
	@.ci/deb "$(FUDE)" build

# Tests the package in a minimal Debian.
try-deb: deb $(PENLAB)
	@.ci/deps try-package
	@.ci/try-deb build/fude_$$(.ci/version)_$$(dpkg --print-architecture).deb $(PENLAB) build

clean:
	rm -rf .build build Tests/Failures
