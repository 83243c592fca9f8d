import Document
import Files
import Geometry
import Input
import InterfaceSupport
import Paint
import Raster
import Storage
import TestSupport
import Testing

@testable import Export
@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite struct PathEntryTests {
  private func entry(_ text: String) -> [String] {
    let entry = PathEntry(text, base: "/base", home: "/home/me")
    return [entry.folder, entry.name]
  }

  @Test func typedPathsAreParsed() {
    #expect(entry("") == ["/base", ""])
    #expect(entry("a.ora") == ["/base", "a.ora"])
    #expect(entry("/a/b/") == ["/a/b", ""])
    #expect(entry("/a/b") == ["/a", "b"])
    #expect(entry("~") == ["/home/me", ""])
    #expect(entry("~/P") == ["/home/me", "P"])
    #expect(entry("..") == ["/", ""])
    #expect(entry("../x") == ["/", "x"])
    #expect(entry("sub/x") == ["/base/sub", "x"])
  }

  /// Fails if Tab does not add the common prefix of all matches, exact case first, and a slash
  /// after a single folder.
  @Test func tabCompletes() {
    func completed(_ name: String, _ entries: [(String, Bool)]) -> String? {
      PathEntry(name, base: "/", home: nil).completed(from: entries.map { .init(name: $0.0, isFolder: $0.1) })
    }
    #expect(completed("pi", [("Pictures", true), ("b", false)]) == "Pictures/")
    #expect(completed("a", [("abc.ora", false), ("abd.ora", false)]) == "ab")
    #expect(completed("ab", [("abc.ora", false), ("abd.ora", false)]) == nil)
    #expect(completed("A", [("abc", false), ("Az", false)]) == "Az")
    #expect(completed("x", [("abc", false)]) == nil)
    #expect(completed("筆", [("筆の絵.ora", false), ("筆箱", true)]) == nil)
    #expect(completed("", [("abc", false)]) == nil)
  }
}

@Suite struct FileDialogTests {
  private let entries: [FolderListing.Entry] = [
    .init(name: "Alpha", isFolder: true, modified: 1_700_000_000), .init(name: "Beta", isFolder: true),
    .init(name: "first.ora", isFolder: false, size: 123_456, modified: 1_700_000_000),
    .init(name: "second.png", isFolder: false, size: 4_500_000, modified: 1_700_000_000),
  ]
  private let places = [Place(title: "Home", path: "/h"), Place(title: "Pictures", path: "/h/p")]

  /// A screen with a dialog that shows the folder /h/p.
  private func opened(
    _ purpose: FilePurpose, recent: [String] = []
  ) throws -> (screen: Screen, dialog: FileDialog, picker: FilePicker) {
    let screen = try Screen(1024, 700)
    let request = FileRequest(
      purpose, folder: "/h/p", name: "Drawing.ora", home: "/h", places: places, recent: recent)
    #expect(screen.overlay.chooseFile(request) == [.list("/h/p")])
    let dialog = try #require(screen.overlay.popups.last as? FileDialog)
    #expect(screen.overlay.show(FolderListing(folder: "/h/p", entries: entries)) == [])
    return (screen, dialog, dialog.picker)
  }

  /// Fails if a name that is typed before the folder's contents have arrived opens nothing.
  @Test func returnWaitsForTheContents() throws {
    let screen = try Screen(1024, 700)
    _ = screen.overlay.chooseFile(
      FileRequest(.open, folder: "/h/p", name: "", home: "/h", places: places, recent: []))
    screen.type("sec")
    #expect(screen.key(KeyCode.enter).effects == [])
    #expect(
      screen.overlay.show(FolderListing(folder: "/h/p", entries: entries)) == [
        .fileChosen("/h/p/second.png", replaces: false)
      ])
    // Once is enough.
    #expect(screen.overlay.show(FolderListing(folder: "/h/p", entries: entries)) == [])
  }

  /// Breaks where keys do not reach the list, or a row opens another file.
  @Test func aFileIsOpenedByKeys() throws {
    let (screen, dialog, picker) = try opened(.open)
    #expect(picker.list.isFocused)
    for _ in 0..<3 { #expect(screen.key(KeyCode.down).effects == []) }
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/first.ora", replaces: false)])
    #expect(screen.overlay.isChoosingFile)
    // Errors are shown inside the dialog.
    #expect(screen.overlay.showFileDialogError("It is broken."))
    #expect(picker.sentence == "It is broken.")
    screen.type("sec")
    #expect(picker.sentence == "")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/second.png", replaces: false)])
    screen.overlay.closeFileDialog()
    #expect(!screen.overlay.isChoosingFile && !screen.overlay.showFileDialogError("x"))
    _ = dialog
  }

  /// Fails if folders cannot be entered and left, or the listing of a previous folder is shown.
  @Test func foldersAreEnteredAndLeft() throws {
    let (screen, _, picker) = try opened(.open)
    _ = screen.key(KeyCode.down)
    _ = screen.key(KeyCode.down)
    #expect(screen.key(KeyCode.enter).effects == [.list("/h/p/Beta")])
    #expect(picker.path.text == "/h/p/Beta/" && picker.items.isEmpty)
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: entries))
    #expect(picker.items.isEmpty, "the answer to another question")
    _ = screen.overlay.show(FolderListing(folder: "/h/p/Beta", entries: [], fault: "permission is denied"))
    #expect(picker.sentence == "/h/p/Beta cannot be shown: permission is denied")
    #expect(screen.key(KeyCode.backspace).effects == [.list("/h/p")])
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: entries))
    #expect(picker.list.selected == 1, "where one comes from")
    #expect(screen.key(KeyCode.up, .alt).effects == [.list("/h")])
  }

  /// Fails if a double press does not open a drawing, or a single press does.
  @Test func aFileIsOpenedByTwoPresses() throws {
    let (screen, _, picker) = try opened(.open)
    let place = Rect(picker.list.frame(of: 2)).center
    #expect(screen.click(place, at: 1) == [])
    #expect(screen.click(place, at: 3) == [], "too late to be the second of two")
    #expect(screen.click(place, at: 3.2) == [.fileChosen("/h/p/first.ora", replaces: false)])
    #expect(screen.click(Rect(picker.list.frame(of: 3)).center, at: 3.3) == [], "another row")
  }

  /// Fails if a path cannot be typed, Tab does not complete it, or typing does not filter the
  /// list.
  @Test func pathsAreTyped() throws {
    let (screen, _, picker) = try opened(.open)
    _ = screen.key(0x6C, .control)
    #expect(picker.path.isFocused)
    #expect(screen.type("~/p/fi") == [.list("/h"), .list("/h/p")])
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: entries))
    #expect(picker.items.map(\.name) == ["first.ora"])
    #expect(screen.key(KeyCode.tab).effects == [])
    #expect(picker.path.text == "~/p/first.ora")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/first.ora", replaces: false)])
    // An unknown folder is requested before its name is completed.
    picker.path.text = "/x/al"
    #expect(screen.key(KeyCode.tab).effects == [.list("/x")])
    #expect(screen.overlay.show(FolderListing(folder: "/x", entries: entries)) == [.list("/x/Alpha")])
    #expect(picker.path.text == "/x/Alpha/")
  }

  /// Fails if saving does not select the name without its extension, so that typing drops that.
  @Test func theStemIsSelected() throws {
    let screen = try Screen(1024, 700)
    _ = screen.overlay.chooseFile(
      FileRequest(.save, folder: "/h/p", name: "My.drawing.ora", home: "/h", places: places, recent: []))
    let dialog = try #require(screen.overlay.popups.last as? FileDialog)
    screen.type("New")
    #expect(dialog.picker.name.text == "New.ora")
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: []))
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/New.ora", replaces: false)])
  }

  /// Fails if an extension typed before the kept one is doubled, or a dot in a name is taken for one.
  @Test func aTypedExtensionCounts() throws {
    for (typed, path) in [
      ("a.ora", "/h/p/a.ora"), ("a.b", "/h/p/a.b.ora"), ("a.txt", "/h/p/a.txt.ora"), ("a.png", "/h/p/a.png"),
    ] {
      let screen = try Screen(1024, 700)
      _ = screen.overlay.chooseFile(
        FileRequest(.save, folder: "/h/p", name: "Drawing.ora", home: "/h", places: places, recent: []))
      _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: []))
      screen.type(typed)
      #expect(screen.key(KeyCode.enter).effects == [.fileChosen(path, replaces: false)], "\(typed)")
    }
    let screen = try Screen(1024, 700)
    _ = screen.overlay.chooseFile(FileRequest(.export(.png), folder: "/h/p", name: "Drawing.png", home: "/h"))
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: []))
    screen.type("lines.svg")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/lines.svg", replaces: false)])
  }

  /// Fails if kept drawings are not listed newest first, another file can be removed, or one is
  /// removed without a question.
  @Test func keptDrawingsAreRemoved() throws {
    let screen = try Screen(1024, 700)
    let kept = Place(title: "Unsaved", path: "/s/kept", isKept: true)
    _ = screen.overlay.chooseFile(
      FileRequest(.open, folder: "/h/p", home: "/h", places: places + [kept], recent: ["/s/kept/b.journal"]))
    let dialog = try #require(screen.overlay.popups.last as? FileDialog)
    let picker = dialog.picker
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: entries))
    let remover = try #require(dialog.remover)
    for _ in 0..<3 { _ = screen.key(KeyCode.down) }
    #expect(picker.removable == nil && !remover.isEnabled)
    #expect(screen.key(KeyCode.delete).effects == [] && screen.overlay.popups.count == 1)
    #expect(picker.posted { picker.go(to: kept.path) } == [.list(kept.path)])
    let names = [("a", 100), ("b", 300), ("c", 200)]
    _ = screen.overlay.show(
      FolderListing(
        folder: kept.path,
        entries: names.map { .init(name: $0.0 + ".journal", isFolder: false, size: 1, modified: $0.1) }))
    #expect(picker.items.map(\.name) == ["b.journal", "c.journal", "a.journal"])
    screen.overlay.focus(picker.list)
    _ = screen.key(KeyCode.home)
    #expect(picker.removable == "/s/kept/b.journal" && remover.isEnabled)
    #expect(screen.key(KeyCode.delete).effects == [] && screen.overlay.popups.count == 2)
    // Enter keeps it.
    #expect(screen.key(KeyCode.enter).effects == [] && screen.overlay.popups.count == 1)
    _ = remover.onPress()
    _ = screen.key(KeyCode.tab)
    #expect(screen.key(KeyCode.space).effects == [.removeKept("/s/kept/b.journal")])
    screen.overlay.forgetKept("/s/kept/b.journal")
    picker.showRecent()
    #expect(picker.items.isEmpty)
  }

  /// Fails if the pictures of drawings are not asked for, recent ones first, or not shown in their
  /// rows, or asked for again.
  @Test func previewsAreShown() throws {
    let (screen, _, picker) = try opened(.open, recent: ["/r/old.ora", "/h/p/first.ora"])
    #expect(screen.overlay.wantedPreviews == ["/r/old.ora", "/h/p/first.ora", "/h/p/second.png"])
    let row = try #require(picker.items.firstIndex { $0.path == "/h/p/first.ora" })
    let place = picker.list.frame(of: row)
    func isRed() throws -> Bool {
      try screen.repaint(screen.bounds)
      let pixel = screen.shown.pixel(x: place.minX + 22, y: (place.minY + place.maxY) / 2)
      return pixel.map { $0 & 0xFF_FFFF } == 0xD6452A
    }
    #expect(try !isRed())
    let red = Miniature(
      part: PixelRect(x: 0, y: 0, width: 30, height: 20), width: 30, height: 20,
      pixels: [UInt32](repeating: 0xFFD6_452A, count: 600))
    screen.overlay.show(FilePreview(path: "/h/p/first.ora", size: 10, modified: 1_700_000_000, picture: red))
    #expect(try isRed())
    #expect(screen.overlay.wantedPreviews == ["/r/old.ora", "/h/p/second.png"])
    #expect(try Screen(1024, 700).overlay.wantedPreviews == [])
  }

  /// Fails if "/" or "~" typed on the list starts no path, also before the folder was read.
  @Test func aSlashStartsAPath() throws {
    let (screen, _, picker) = try opened(.open)
    #expect(picker.list.isFocused)
    #expect(screen.type("/") == [.list("/")])
    #expect(picker.path.isFocused && picker.path.text == "/")
    #expect(screen.type("h/p/") == [.list("/h"), .list("/h/p")])
    let (other, _, second) = try opened(.open)
    #expect(other.type("~") == [.list("/h")])
    #expect(second.path.isFocused && second.path.text == "~/")
  }

  /// Fails if a file is saved without an extension, in another folder, or over a file without a
  /// question, also after another name was typed.
  @Test func aNameIsSaved() throws {
    let (screen, dialog, picker) = try opened(.save)
    #expect(picker.name.isFocused && picker.name.buffer.selected == "Drawing")
    screen.type("sketch")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/sketch.ora", replaces: false)])
    screen.overlay.askReplacing("/h/p/sketch.ora")
    #expect(picker.sentence == "sketch.ora exists already. Replace it?")
    screen.type("2")
    #expect(picker.sentence == "")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/sketch2.ora", replaces: false)])
    screen.overlay.askReplacing("/h/p/sketch2.ora")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/sketch2.ora", replaces: true)])
    for (typed, path) in [("~/a.PNG", "/h/a.PNG"), (" ../b ", "/h/b.ora"), ("c.jpg", "/h/p/c.jpg.ora")] {
      picker.name.text = typed
      #expect(screen.key(KeyCode.enter).effects == [.fileChosen(path, replaces: false)])
    }
    picker.name.text = "  "
    #expect(screen.key(KeyCode.enter).effects == [] && picker.sentence == "The drawing needs a name.")
    picker.name.text = "Beta"
    #expect(screen.key(KeyCode.enter).effects == [.list("/h/p/Beta")])
    #expect(screen.key(KeyCode.escape).effects == [] && !screen.overlay.isChoosingFile)
    _ = dialog
  }

  /// Fails if recent files are not listed under their place.
  @Test func recentFilesAreAPlace() throws {
    let (screen, _, picker) = try opened(.open, recent: ["/a/one.ora", "/b/two.ora"])
    #expect(screen.click(Rect(picker.places.frame(of: 0)).center) == [])
    #expect(picker.items.map(\.path) == ["/a/one.ora", "/b/two.ora"])
    #expect(screen.click(Rect(picker.places.frame(of: 1)).center) == [.list("/h")])
  }

  /// Fails if rows out of view are created: a hundred thousand drawings.
  @Test func onlyVisibleRowsAreMade() throws {
    let (screen, _, picker) = try opened(.open)
    let many = (0..<100_000).map { FolderListing.Entry(name: "\($0).ora", isFolder: false) }
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: many))
    #expect(picker.items.count == 100_000 && picker.list.children.count < 30)
    #expect(screen.key(KeyCode.end).effects == [])
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/99999.ora", replaces: false)])
    #expect(picker.list.children.count < 30)
  }

  /// Fails if the dialog does not fit a small or dense window, leaves pixels behind, or fails
  /// for unusual names.
  @Test(arguments: [1.0, 1.5, 2.0]) func fitsTheWindow(_ scale: Double) throws {
    let screen = try Screen(1024, 700, scale: scale)
    let before = try screen.whole()
    _ = screen.overlay.chooseFile(FileRequest(.save, folder: "/h/p", name: "D.ora", places: places))
    _ = screen.overlay.show(
      FolderListing(folder: "/h/p", entries: entries + [.init(name: PathText.text(of: [0xFF, 0x61]), isFolder: true)]))
    let dialog = try #require(screen.overlay.popups.last)
    #expect(screen.bounds.contains(dialog.frame))
    screen.overlay.askReplacing("/h/p/D.ora")
    screen.overlay.closePopups()
    #expect(try Golden.differences(before, screen.whole()).isEmpty)
  }
}
