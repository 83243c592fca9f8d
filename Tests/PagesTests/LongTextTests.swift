import Document
import Geometry
import Input
import InterfaceSupport
import Language
import Raster
import Studio
import TestSupport
import Testing

@testable import Pages
@testable import Paint
@testable import Panels
@testable import Toolkit

/// Texts of any length from outside. Pango gets a bounded part of them, counted in Unicode scalars,
/// however long they are.
@Suite struct LongTextTests {
  /// As a dropped path is.
  private static let path = "/home/" + String(repeating: "long name ", count: 20_000) + ".png"
  private static let word = String(repeating: "é", count: 100_000)
  private static let marks = "a" + String(repeating: "\u{301}", count: 100_000)

  /// The scalars that are shaped while a body runs and all is drawn.
  private func shaped(_ screen: Screen, _ body: () throws -> Void) throws -> Int {
    let before = screen.overlay.context.typesetter.shaped.scalars
    try body()
    screen.overlay.layOut()
    for surface in screen.overlay.surfaces { surface.forgetPicture() }
    try screen.repaint(screen.bounds)
    return screen.overlay.context.typesetter.shaped.scalars - before
  }

  private func names(_ screen: Screen) -> [String] {
    screen.overlay.accessibleTree(title: Self.path).all.flatMap { [$0.name, $0.description] }
  }

  /// Fails if a message is shaped in its whole length, its cost grows with the square of it, a
  /// screen reader gets all of it, or it cannot be withdrawn.
  @Test(arguments: [path, word, marks]) func messagesHaveALimit(_ text: String) throws {
    for width in [320, 800, 1600] {
      let screen = try Screen(width, 500)
      let nothing = try shaped(screen) {}
      let count = try shaped(screen) { screen.overlay.show(message: text, until: 9) }
      #expect(count - nothing < 60_000, "\(width) px")
      #expect(names(screen).allSatisfy { $0.unicodeScalars.count <= ShownText.longest })
      #expect(screen.overlay.message.content?.text.unicodeScalars.contains("\u{2026}") ?? false)
      screen.overlay.withdraw(message: text)
      #expect(screen.overlay.message.content == nil)
      #expect(try shaped(screen) { screen.overlay.showMessages() } - nothing < 30_000)
    }
  }

  /// Fails if the cost of breaking a text into lines grows faster than the text.
  @Test func linesAreBrokenInProportion() {
    let context = WidgetContext(theme: Theme(), typesetter: Typesetter())
    func count(_ length: Int) -> Int {
      let before = context.typesetter.shaped.scalars
      let lines = context.paragraph(String(repeating: "warm grey ", count: length / 10), width: 200)
      #expect(lines.allSatisfy { $0.width <= 200 })
      return context.typesetter.shaped.scalars - before
    }
    #expect(count(1000) < 12 * count(100))
    let before = context.typesetter.shaped.lines
    #expect(context.paragraph(Self.path, width: 10).count <= ShownText.longest)
    #expect(context.typesetter.shaped.lines - before < 12 * ShownText.longest)
    _ = context.paragraph("", width: -1)
  }

  /// Fails if the name of a layer is shaped in its whole length.
  @Test(arguments: [path, word, marks]) func namesOfLayersHaveALimit(_ text: String) throws {
    let screen = try Screen()
    var document = try #require(Document(width: 100, height: 100))
    func show() {
      var state = screen.overlay.context.state
      state.layers = document.layers.map { LayerItem($0) }
      state.activeLayer = document.activeID
      screen.overlay.show(state)
    }
    let plain = try shaped(screen) { show() }
    _ = document.perform(.set(document.activeID, .name(text)))
    #expect(try shaped(screen) { show() } < plain + 3000)
    #expect(names(screen).allSatisfy { $0.unicodeScalars.count <= ShownText.longest })
  }

  /// Fails if a question about a file with a long name is shaped in its whole length.
  @Test func questionsHaveALimit() throws {
    let screen = try Screen()
    let count = try shaped(screen) {
      screen.overlay.ask(Question(Self.path, Self.word, [.init("Cancel"), .init("Replace")]))
    }
    #expect(count < 60_000)
    #expect(names(screen).allSatisfy { $0.unicodeScalars.count <= ShownText.longest })
  }

  /// Fails if pasted text is longer than a line of text may be, in characters or in scalars.
  @Test(arguments: [path, word, marks]) func fieldsHaveALimit(_ text: String) {
    var buffer = TextBuffer()
    for _ in 0..<3 { buffer.insert(text) }
    #expect(!buffer.text.isEmpty && buffer.count <= TextBuffer.longest)
    #expect(buffer.text.unicodeScalars.count <= TextBuffer.mostScalars && TextBuffer.mostScalars <= Typesetter.longest)
  }
}
