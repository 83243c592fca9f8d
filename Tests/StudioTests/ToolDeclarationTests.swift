import Document
import Geometry
import Ink
import Input
import Language
import Testing

@testable import Studio

@Suite("Tools declare themselves") struct ToolDeclarationTests {
  /// A tool that writes what reaches it to the names of layers.
  private struct Writer: ToolBehaviour {
    func press(_ e: PointerEvent, in context: ToolContext) -> Effects { Effects() }
    func caret(in context: ToolContext) -> Point? { Point(3, 4) }
    func type(_ text: String, in context: ToolContext) -> Effects? { write(text, context) }
    func press(_ key: KeyEvent, in context: ToolContext) -> Effects? {
      if key.keysym == 0x62 { return write("b", context) }
      return Vector.arrow(key.keysym).map { write("\($0.dx),\($0.dy)", context) }
    }
    func apply(in context: ToolContext) -> Effects? { write("applied", context) }
    func cancel(in context: ToolContext) -> Effects? { write("cancelled", context) }

    private func write(_ text: String, _ context: ToolContext) -> Effects {
      context.edit { $0.perform(.set($0.activeID, .name(text))) }
    }
  }

  private let writer = CanvasTool("writer", Message("Writer", context: "test"), Writer())

  private func name(of session: Session) -> String { session.document.layers[session.document.activeLayer].name }

  /// Fails if two tools share a name, a name in files is another one, or a tool without a button has an icon.
  @Test func toolsAreDifferent() {
    let names = CanvasTool.all.map(\.name)
    #expect(
      names == [
        "brush", "eraser", "eyedropper", "fill", "lassoFill", "encloseFill", "gradient", "line", "rectangle", "ellipse",
        "selectRectangle",
        "selectEllipse",
        "selectLasso", "selectPolygon", "wand", "selectColour", "crop", "strokes", "hand",
      ])
    for tool in CanvasTool.all {
      #expect(CanvasTool.named(tool.name) == tool && (tool.icon == nil) == (tool.action == nil))
      #expect(!tool.title.isEmpty && tool.actions.first == tool.action)
      if let action = tool.action { #expect(Action.all.filter { $0 == action }.count == 1) }
    }
    #expect(CanvasTool.named("none") == nil)
  }

  /// Fails if a tool's action chooses another tool.
  @Test(arguments: CanvasTool.all) func itsActionChoosesIt(_ tool: CanvasTool) throws {
    let session = try SessionTests.make()
    guard let action = tool.action else { return }
    _ = session.perform(action)
    #expect(session.tool == tool)
  }

  /// Fails if typed text, keys without an action, Enter or Escape do not reach the chosen tool, or reach another one.
  @Test func keysAndTextReachTheTool() throws {
    let session = try SessionTests.make()
    let before = name(of: session)
    _ = session.handle(.text("lost"))
    #expect(name(of: session) == before && session.caret == nil)
    _ = session.choose(writer)
    #expect(session.caret == Point(3, 4))
    _ = session.handle(.text("筆"))
    #expect(name(of: session) == "筆")
    _ = session.handle(.key(KeyEvent(keysym: 0xFF53)))
    #expect(name(of: session) == "1.0,0.0")
    // B, which is an action otherwise, is the tool's while it takes text.
    _ = session.handle(.key(KeyEvent(keysym: 0x62)))
    #expect(name(of: session) == "b" && session.tool == writer)
    _ = session.perform(.apply)
    #expect(name(of: session) == "applied")
    _ = session.cancel()
    #expect(name(of: session) == "cancelled")
  }

  /// Fails if text that is typed during a gesture changes the drawing.
  @Test func aGestureKeepsTextOut() throws {
    let session = try SessionTests.make()
    _ = session.choose(writer)
    session.begin(ViewDrag(PointerEvent(.down, PenSample(position: .zero, time: 0, pressure: 1)), button: .contact))
    let before = name(of: session)
    _ = session.handle(.text("lost"))
    #expect(name(of: session) == before)
  }
}
