import Files
import Foundation
import RandomSource
import TestSupport
import Testing

@testable import Library

/// Editing of palettes, and the files that it makes.
@Suite struct PaletteEditingTests {
  private func palette(_ name: String, _ colours: [UInt32]) -> Palette {
    Palette(name: name, entries: colours.map { .init(rgb: $0) })
  }

  /// Fails if a palette that was written is read differently.
  @Test func filesAreReadAsWritten() throws {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      let letters = Array("ab #:0-9日é\u{1F58C}")
      func text(_ most: Int) -> String {
        Palette.plainName(String((0..<rng.roll(0...most)).map { _ in letters[rng.roll(0...letters.count - 1)] })) ?? ""
      }
      let name = text(20)
      var palette = palette(name.isEmpty ? "x" : name, [])
      palette.columns = rng.isOne(in: 2) ? rng.roll(1...256) : nil
      for _ in 0..<rng.roll(1...30) {
        palette.entries.append(Palette.Entry(rgb: UInt32(rng.roll(0...0xFF_FFFF)), name: text(12)))
      }
      #expect(try Palette(gpl: palette.gpl, name: "other") == palette, "seed \(seed)")
    }
  }

  /// Fails if a change acts on another colour, an impossible one changes something, or the last colour
  /// can be removed, which no file allows.
  @Test func changes() {
    var colours = palette("A", [1, 2, 3])
    #expect(colours.apply(.add(4)) && colours.apply(.replace(1, 9)) && colours.apply(.move(0, to: 2)))
    #expect(colours.entries.map(\.rgb) == [9, 3, 1, 4])
    #expect(colours.apply(.remove(3)) && colours.entries.map(\.rgb) == [9, 3, 1])
    let before = colours
    let impossible: [Palette.Change] = [
      .replace(3, 1), .replace(0, 9), .remove(-1), .remove(3), .move(0, to: 3), .move(5, to: 0), .rename(" \u{7} "),
      .rename("A"),
    ]
    for change in impossible { #expect(!colours.apply(change) && colours == before, "\(change)") }
    #expect(colours.apply(.rename(" B\n ")) && colours.name == "B")
    #expect(colours.apply(.remove(0)) && colours.apply(.remove(0)) && !colours.apply(.remove(0)))
    var full = palette("F", Array(repeating: 0, count: Palette.mostColours))
    let isAdded = full.apply(.add(1))
    #expect(!isAdded)
  }

  private func library(_ shipped: TemporaryFolder, _ user: TemporaryFolder) -> PaletteLibrary {
    PaletteLibrary(folders: [shipped.path, user.path], ownFolder: user.path)
  }

  /// Writes what differs, as the program does.
  private func store(_ library: PaletteLibrary, since old: PaletteLibrary) throws {
    for (path, bytes) in library.files(since: old) {
      if let bytes {
        try Data(bytes).write(to: URL(filePath: path))
      } else {
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// Fails if an edit changes a palette that came with the program, is lost after a restart, cannot be
  /// taken back by removing the copy, or if two palettes get one name or file.
  @Test func edits() throws {
    let (shipped, user) = (try TemporaryFolder(), try TemporaryFolder())
    try shipped.write("ink.gpl", palette("Ink", [1, 2]).gpl)
    // A file that cannot be read, whose path must stay.
    try user.write("sea.gpl", Array("no palette".utf8))
    let first = library(shipped, user)
    var edited = first
    #expect(!edited.isOwn("Ink") && edited.change("Ink", .add(3)) == "Ink")
    #expect(edited.isOwn("Ink") && edited.isCopy("Ink") && edited["Ink"]?.entries.map(\.rgb) == [1, 2, 3])
    #expect(edited.add(palette("Sea", [7])) == "Sea" && edited.add(palette("Ink", [8])) == "Ink 2")
    #expect(edited.change("Sea", .rename("Ink")) == "Ink 3" && edited.change("none", .add(1)) == nil)
    #expect(Set(edited.ownFiles).count == 3 && !edited.ownFiles.contains(user.path("sea.gpl")))
    try store(edited, since: first)
    let again = library(shipped, user)
    #expect(again.palettes == edited.palettes && again.ownFiles.count == 3)
    #expect(try shipped.read("ink.gpl") == palette("Ink", [1, 2]).gpl)
    var removed = again
    #expect(removed.remove("Ink") && removed["Ink"]?.entries.count == 2 && !removed.isOwn("Ink"))
    #expect(!removed.remove("Ink") && removed.remove("Ink 2"))
    try store(removed, since: again)
    #expect(library(shipped, user).palettes.map(\.name) == ["Ink", "Ink 3"])
    // Undo: the library from before writes its files again.
    try store(again, since: removed)
    #expect(library(shipped, user).palettes == again.palettes)
    #expect(again.files(since: again).isEmpty)
    #expect(!PaletteLibrary(folders: [shipped.path]).isEditable)
  }

  /// Fails if, after another program has changed a palette, its version or the user's is lost.
  @Test func changedFiles() throws {
    let (shipped, user) = (try TemporaryFolder(), try TemporaryFolder())
    try user.write("ink.gpl", palette("Ink", [1]).gpl)
    var mine = library(shipped, user)
    _ = mine.change("Ink", .add(2))
    try user.write("ink.gpl", palette("Ink", [5, 6, 7]).gpl)
    mine.moveFile(from: user.path("ink.gpl"), to: user.path("ink-2.gpl"))
    #expect(mine["Ink"]?.entries.map(\.rgb) == [5, 6, 7] && mine["Ink 2"]?.entries.map(\.rgb) == [1, 2])
    #expect(mine.file(of: "Ink 2") == user.path("ink-2.gpl") && mine.file(of: "Ink") == user.path("ink.gpl"))
  }
}
