import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Document
@testable import Storage
@testable import Studio

/// Macros that a session performs.
@Suite struct MacroSessionTests {
  private func session() throws -> Session {
    let document = try #require(Document(width: 300, height: 200))
    return try #require(Session(document: document, windowWidth: 300, windowHeight: 200))
  }

  private func draw(_ session: Session, y: Double) {
    SessionTests.draw(session, from: Point(60, y), to: Point(210, y))
  }

  private static let leaf = ##"""
    {"macro": "Leaf", "canvas": [300, 200], "frame": [100, 100, 20, 20], "places": "selection", "ink": "in-use"}
    {"op": "shape", "color": "#ff0000", "size": 4, "shape": {"kind": "line", "from": [100, 110], "to": [120, 110]}}
    {"op": "layer-add", "name": "Leaf"}
    {"op": "cover", "color": "#0000ff", "selection": {"rectangle": [100, 100, 5, 5]}}
    """##

  /// Fails if a macro is not one step, changes pixels beyond its damage, does not tell the journal, or its colour, size or
  /// place is not that in use.
  @Test func aMacroIsOneStep() throws {
    let s = try session()
    s.takesNotes = true
    draw(s, y: 40)
    _ = s.setColour(0x20_8040)
    _ = s.setSize(10)
    s.document.select(s.document.mask(of: PixelRect(x: 200, y: 130, width: 40, height: 40)))
    let before = s.document
    _ = s.document.takeNotes()
    let effects = s.perform(MacroPlan(title: "Leaf", script: Array(Self.leaf.utf8)))
    #expect(effects.requests == [.undoable("“Leaf” is done")] && effects.panelsChanged)
    #expect(s.document.history.undoStepCount == before.history.undoStepCount + 1)
    #expect(s.document.layers.map(\.name).suffix(1) == ["Leaf"])
    // The middle of the frame, 110, 110, is at 220, 150.
    #expect((140..<160).count { s.document.layers[0].image[220, $0] == 0xFF20_8040 } == 10)
    #expect(s.document.activeImage[212, 142] == 0xFF20_8040 && s.document.activeImage[230, 142] == 0)
    #expect(effects.damage.rects.contains { $0.contains(x: 220, y: 150) })
    #expect(s.document.takeNotes().count == s.document.history.undoCount - before.history.undoCount)
    _ = s.undo()
    #expect(s.document.layers.count == 1 && s.document.layers[0].image.showsSame(as: before.layers[0].image))
    _ = s.redo()
    #expect(s.document.layers.count == 2)
  }

  /// Fails if a macro that does not fit leaves a part of it, or no message says why.
  @Test func aMacroThatDoesNotFitDoesNothing() throws {
    let s = try session()
    draw(s, y: 40)
    let before = s.document
    let script = #"{"op": "cover"} {"op": "clear", "layer": "None"}"#
    let effects = s.perform(MacroPlan(title: "Two", script: Array(script.utf8)))
    #expect(effects.requests == [.message("“Two” cannot be performed: there is no layer \"None\".")])
    #expect(s.document.history.undoCount == before.history.undoCount)
    #expect(s.document.activeImage.showsSame(as: before.activeImage))
    let again = s.perform(
      MacroPlan(title: "", script: Array(#"{"op": "stroke", "samples": [[1, 2]], "brush": "no"}"#.utf8)))
    #expect(again.requests.count == 1 && again.requests != [.undoable("The steps are repeated")])
    let picture = s.perform(MacroPlan(title: "", script: Array(#"{"op": "paste", "picture": "/etc/passwd"}"#.utf8)))
    #expect(s.document.history.undoCount == before.history.undoCount && picture.requests.count == 1)
  }

  /// Fails if steps of a group are joined with what was drawn before, or a script that begins a drawing, numbers layers or
  /// has results changes an open one as if it were a file.
  @Test func openDrawingsStayOpen() throws {
    let s = try session()
    let begin = s.perform(MacroPlan(title: "x", script: Array(#"{"op": "begin", "records": ["AA=="]}"#.utf8)))
    #expect(begin.requests.count == 1 && s.document.width == 300 && s.document.undoCount == 0)
    draw(s, y: 40)
    let group = #"{"op": "select", "none": true} {"op": "cover", "joined": true} {"op": "clear", "joined": true}"#
    _ = s.perform(MacroPlan(title: "x", script: Array(group.utf8)))
    #expect(s.document.history.undoStepCount == 2)
    _ = s.undo()
    #expect(!s.document.activeImage.paintedBounds.isEmpty)
    let next = s.document.nextLayer
    _ = s.perform(MacroPlan(title: "x", script: Array(#"{"op": "layer-add", "new-layer": 900, "name": "a"}"#.utf8)))
    #expect(s.document.nextLayer == next + 1 && s.document.layers.last?.name == "a")
    let revision = s.document.stackRevision
    _ = s.perform(MacroPlan(title: "x", script: Array(#"{"op": "cover", "layer": "Ink"}"#.utf8)))
    #expect(s.document.stackRevision > revision && s.document.activeLayer == 0)
  }

  /// Fails if a macro paints on a hidden layer, or the message does not say that the layer is hidden.
  @Test func hiddenLayersAreNotPainted() throws {
    let s = try session()
    _ = s.perform(MacroPlan(title: "", script: Array(#"{"op": "layer", "name": "Ink", "visible": false}"#.utf8)))
    let cover = Array(##"{"op": "cover", "color": "#ff0000"}"##.utf8)
    let effects = s.perform(MacroPlan(title: "Red", script: cover))
    #expect(effects.requests == [.message("“Red” cannot be performed: The layer “Ink” is hidden.")])
    #expect(s.document.activeImage.paintedBounds.isEmpty)
    let shown = #"{"op": "layer", "name": "Ink", "visible": true}"#
    _ = s.perform(MacroPlan(title: "Red", script: Array(shown.utf8) + cover))
    #expect(s.document.activeImage[5, 5] == 0xFFFF_0000)
  }

  /// Fails if the key of a macro does not ask for it, asks again while it is held, or takes the key of a command.
  @Test func keysPerformMacros() throws {
    let s = try session()
    s.settings.macroKeys = ["leaf": try #require(Keystroke("Ctrl+Alt+1")), "undo": try #require(Keystroke("Ctrl+Z"))]
    let key = try #require(Keystroke("Ctrl+Alt+1"))
    #expect(s.handle(SessionTests.key(key.keysym, [.control, .alt])).requests == [.performMacro("leaf")])
    let held = KeyEvent(keysym: key.keysym, modifiers: [.control, .alt], isDown: true, isRepeat: true)
    #expect(s.handle(.key(held)).requests.isEmpty)
    #expect(s.handle(SessionTests.key(key.keysym, [.control])).requests.isEmpty)
    let undo = try #require(Keystroke("Ctrl+Z"))
    #expect(!s.handle(SessionTests.key(undo.keysym, [.control])).requests.contains(.performMacro("undo")))
    var file = SettingsFile()
    file.change(from: Settings(), to: s.settings)
    #expect(file.settings.macroKeys == s.settings.macroKeys)
  }

  /// Fails if a step has no name.
  @Test func stepsHaveTitles() {
    for operation in Operation.blanks + LayerOperation.blanks.map({ .layer($0) }) {
      #expect(!StepTitle.text(of: [operation]).isEmpty)
    }
    #expect(StepTitle.text(of: [.select(nil), .select(nil), .select(nil)]) == "Deselecting and 2 more")
  }
}
