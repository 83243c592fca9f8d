import Journal
import Testing

@testable import Document

@Suite struct LayerNameTests {
  /// Fails if a name of a file with many copies of copies takes long or needs much memory.
  @Test func longNamesAreShown() {
    let name = "Ink" + String(repeating: " copy", count: 20_000)
    #expect(Layer.shown(name).utf8.count == name.utf8.count)
    #expect(Layer.original(name).hasPrefix("Ink copy"))
  }

  /// Fails if a name given by Fude or a user is shown differently in English.
  @Test(arguments: [
    "Ink", "Layer 2", "Layer 120", "Layer 0", "Layer 02", "Layer", "Group 1", "Layer x", "Ink copy", "Ink copy 2",
    "Layer 3 copy copy 4", " copy",
    " copy 2", "copy", "copy 2", "my copy 2 b", "", "墨 copy", "Layer 12345678",
  ])
  func inEnglishANameIsShownAsItIs(_ name: String) { #expect(Layer.shown(name) == name) }

  /// Fails if a new drawing, or an action, gives layers names that are not recognised again.
  @Test func escapedNamesAreReadBack() throws {
    var document = try #require(Document(width: 64, height: 64))
    _ = document.perform(.add(above: document.layers[0].id))
    _ = document.perform(.duplicate(document.layers[1].id))
    _ = document.perform(.duplicate(document.layers[1].id))
    #expect(document.layers.map(\.name) == ["Ink", "Layer 2", "Layer 2 copy 2", "Layer 2 copy"])
    _ = document.perform(.group([document.layers[0].id]))
    #expect(document.layers[1].name == "Group 1")
    #expect(document.layers.map(\.shownName) == document.layers.map(\.name))
  }

  /// Fails if the copy of a copy is not numbered, or a name without a copy's end is shortened.
  @Test(arguments: [
    ("Ink", "Ink"), ("Ink copy", "Ink"), ("Ink copy 2", "Ink"), ("Ink copy copy 4", "Ink"), ("Layer 2 copy", "Layer 2"),
    (" copy", " copy"), ("copy", "copy"), ("copy 2", "copy 2"), ("", ""), ("copy copy", "copy"),
    ("Ink copy 02", "Ink copy 02"),
  ])
  func copiesAreNamedAfterTheOriginal(_ name: String, _ original: String) { #expect(Layer.original(name) == original) }

  /// Fails if copies of copies have the same name or one with "copy" twice.
  @Test func copiesOfCopiesAreNumbered() throws {
    var document = try #require(Document(width: 64, height: 64))
    for _ in 0..<3 { _ = document.perform(.duplicate(document.activeID)) }
    #expect(document.layers.map(\.name) == ["Ink", "Ink copy", "Ink copy 2", "Ink copy 3"])
    _ = document.perform(.duplicate(document.layers[1].id))
    #expect(document.layers[document.activeLayer].name == "Ink copy 4")
  }
}
