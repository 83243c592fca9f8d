import RandomSource
import Testing

@testable import Studio

/// Favourites and tags of brushes, and their lines in the settings file.
@Suite struct BrushShelfTests {
  private static let names = ["pen", "classic/2b_pencil", "a.b", "deevad/basic+1", "x", "y", "z/q-r", "none"]
  private static let tags = ["Ink", "Sketch and line", "筆", "100 %", "a.b=c", String(repeating: "a", count: 39) + " b"]

  /// Changes a shelf at random, also by what is no name.
  private func change(_ shelf: inout BrushShelf, _ rng: inout RandomSource) {
    let brush = rng.isOne(in: 10) ? "No Name" : Self.names[rng.roll(0..<Self.names.count)]
    switch rng.roll(0...3) {
    case 0: shelf.setFavourite(brush, !rng.isOne(in: 3))
    case 1: shelf.move(favourite: brush, by: rng.isOne(in: 9) ? .min : rng.roll(-9...9))
    default: shelf.setTag(Self.tags[rng.roll(0..<Self.tags.count)], on: brush, !rng.isOne(in: 3))
    }
  }

  /// Fails if a change breaks what other code relies on, or favourites or tags are lost, reordered
  /// or changed by the settings file.
  @Test func randomChangesStayInTheFile() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var file = SettingsFile()
      for _ in 0..<20 {
        var new = file.settings
        for _ in 0..<rng.roll(1...4) {
          change(&new.shelf, &rng)
          new.shelf.checkInvariants()
        }
        file.change(from: file.settings, to: new)
        #expect(file.faults == [] && file.unknownKeys == [] && file.settings.shelf == new.shelf, "seed \(seed)")
        let read = SettingsFile(parsing: file.bytes)
        #expect(read.settings.shelf == new.shelf && read.faults == [], "seed \(seed)")
        read.settings.shelf.checkInvariants()
      }
    }
  }

  /// Fails if a favourite is doubled, moved wrongly, or moves beyond the ends.
  @Test func favouritesKeepTheUsersOrder() {
    var shelf = BrushShelf()
    for name in ["a", "b", "c", "a"] { shelf.setFavourite(name, true) }
    #expect(shelf.favourites == ["a", "b", "c"])
    shelf.move(favourite: "c", by: -1)
    #expect(shelf.favourites == ["a", "c", "b"])
    shelf.move(favourite: "a", by: 9)
    #expect(shelf.favourites == ["c", "b", "a"])
    shelf.move(favourite: "none", by: 1)
    shelf.setFavourite("b", false)
    #expect(shelf.favourites == ["c", "a"] && !shelf.isFavourite("b"))
  }

  /// Fails if a tag stays without brushes, two tags differ only in spaces, or a name that no file
  /// can hold is taken.
  @Test func tagsAreTidy() {
    var shelf = BrushShelf()
    shelf.setTag("  Sketch   and\u{3000}line ", on: "pen", true)
    shelf.setTag("Sketch and line", on: "x", true)
    #expect(shelf.tags == [BrushShelf.Tag(name: "Sketch and line", brushes: ["pen", "x"])])
    shelf.setTag("a\nb", on: "pen", true)
    shelf.setTag(" ", on: "pen", true)
    #expect(shelf.tags(of: "pen") == ["Sketch and line"])
    for name in ["pen", "x"] { shelf.setTag("Sketch and line", on: name, false) }
    #expect(shelf.tags.isEmpty)
    #expect(BrushShelf.tagName(String(repeating: "é", count: 99))?.count == BrushShelf.longestTag)
    #expect(BrushShelf.tagName(String(repeating: "a", count: 39) + " b") == String(repeating: "a", count: 39))
  }

  /// Fails if a window takes away what another one has added, brings back what it has removed, or
  /// loses its own order.
  @Test func windowsKeepWhatOthersAdded() {
    #expect(BrushShelf.merged(["a", "b"], ["b", "a", "c"], into: ["a", "b", "x"]) == ["b", "a", "c", "x"])
    #expect(BrushShelf.merged(["a", "b"], ["b"], into: ["x", "a", "b"]) == ["b", "x"])
    #expect(BrushShelf.merged(["a", "b"], ["a", "b", "c"], into: ["b"]) == ["b", "c"])
    #expect(BrushShelf.merged([], ["c"], into: []) == ["c"])
    // Two windows that began with the same settings.
    var (first, second) = (Settings(), Settings())
    first.shelf.setFavourite("a", true)
    first.shelf.setTag("Ink", on: "a", true)
    second.shelf.setFavourite("b", true)
    second.shelf.setTag("Ink", on: "b", true)
    var file = SettingsFile()
    file.change(from: Settings(), to: first)
    file.change(from: Settings(), to: second)
    #expect(file.settings.shelf.favourites == ["b", "a"] && file.settings.shelf.tags.first?.brushes == ["b", "a"])
  }

  /// Fails if wrong lines are taken, or take others with them.
  @Test func wrongLinesAreNamed() {
    let file = SettingsFile(
      parsing: Array(
        "favourite-brushes = pen X\nrecent-brushes = \nbrush-tag. = pen\nbrush-tag.%zz = pen\nbrush-tag.Ink = pen x\n"
          .utf8
      ))
    #expect(file.faults.count == 2 && file.unknownKeys.count == 2, "\(file.faults) \(file.unknownKeys)")
    #expect(file.settings.shelf.tags(of: "x") == ["Ink"] && file.settings.shelf.favourites == [])
  }
}
