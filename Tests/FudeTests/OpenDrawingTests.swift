import Testing

@testable import Fude

@Suite struct OpenDrawingTests {
  /// Fails if a new drawing's name is not translated, or if another drawing's name is.
  @Test func onlyANewDrawingsNameIsTranslated() {
    var drawing = OpenDrawing(name: OpenDrawing.newName, followsWindow: true)
    #expect(drawing.isNew && drawing.file == nil && drawing.number == 0)
    drawing.name = "Cat"
    #expect(!drawing.isNew && drawing.shownName == "Cat")
  }

  /// Fails if control characters of a file's name reach a message or the title.
  @Test func controlCharactersOfANameAreNotShown() {
    let drawing = OpenDrawing(name: "a\u{1B}[31mb\n", followsWindow: false)
    #expect(!drawing.shownName.unicodeScalars.contains { $0.value < 0x20 })
  }
}
