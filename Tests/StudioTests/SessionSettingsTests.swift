import Document
import Geometry
import Ink
import Input
import Paint
import Testing

@testable import Library
@testable import Studio

@Suite("A session and its settings") struct SessionSettingsTests {
  private func session(_ settings: Settings? = nil) throws -> Session {
    let document = try #require(Document(width: 800, height: 600))
    let library = BrushLibrary(folder: BrushLibrary.systemFolder())
    let session = try #require(Session(document: document, windowWidth: 400, windowHeight: 300, brushes: library))
    if let settings { session.restore(settings) }
    return session
  }

  private func scroll(_ session: Session, _ modifiers: Modifiers = [], isSmooth: Bool = false) -> (
    zoom: Double, y: Double
  ) {
    let before = session.view
    _ = session.handle(
      .scroll(ScrollEvent(dx: 0, dy: 1, position: Point(200, 150), modifiers: modifiers, isSmooth: isSmooth)))
    return (session.view.zoom / before.zoom, session.view.center.y - before.center.y)
  }

  /// Fails if the setting does not swap the wheel's actions with and without Ctrl, or affects
  /// touchpads.
  @Test func wheel() throws {
    var scrolling = Settings()
    scrolling.wheel = .scroll
    let zooms = try session()
    #expect(scroll(zooms).zoom < 1 && scroll(zooms, .control).zoom == 1 && scroll(zooms, .control).y > 0)
    let moves = try session(scrolling)
    #expect(scroll(moves).zoom == 1 && scroll(moves).y > 0 && scroll(moves, .control).zoom < 1)
    #expect(scroll(moves, .shift).zoom == 1 && scroll(moves, .shift).y == 0)
    for each in [zooms, moves] {
      #expect(scroll(each, isSmooth: true).y > 0 && scroll(each, .control, isSmooth: true).zoom < 1)
    }
  }

  /// Fails if key settings are ignored, or a held key repeats an action that must not repeat.
  @Test func keys() throws {
    var settings = Settings()
    settings.keys.set([try #require(Keystroke("Ctrl+U"))], for: .export)
    let session = try session(settings)
    let key = KeyEvent(keysym: 0x75, modifiers: .control)
    #expect(session.handle(.key(key)).requests == [.program(.export)])
    var held = key
    held.isRepeat = true
    #expect(session.handle(.key(held)).requests == [])
    let zoom = session.view.zoom
    _ = session.handle(.key(KeyEvent(keysym: 0x2B, isRepeat: true)))
    #expect(session.view.zoom > zoom)
    #expect(session.handle(.text("e")).isEmpty)
  }

  /// Fails if a button ignores its setting, or acts after its release.
  @Test func buttons() throws {
    func press(_ session: Session, _ button: PointerButton) -> Effects {
      func event(_ phase: PointerEvent.Phase, _ x: Double) -> InputEvent {
        .pointer(PointerEvent(phase, PenSample(position: Point(x, 100), time: 0, pressure: 0, tool: .mouse)))
      }
      var effects = session.handle(event(.press(button), 100))
      effects.add(session.handle(event(.hover, 140)))
      effects.add(session.handle(event(.release(button), 140)))
      let after = session.view
      _ = session.handle(event(.hover, 200))
      #expect(session.view == after)
      return effects
    }
    let standard = try session()
    #expect(press(standard, .middle).viewChanged)
    #expect(press(standard, .back).isEmpty)
    var settings = Settings()
    settings.mouseButtons.middle = .action(.export)
    settings.mouseButtons.secondary = .pan
    let other = try session(settings)
    #expect(press(other, .middle).requests == [.program(.export)])
    #expect(press(other, .secondary).viewChanged)
    settings.mouseButtons.middle = .nothing
    other.apply(settings)
    #expect(press(other, .middle).isEmpty)
  }

  /// Fails if an action of the program does not reach it, once and with nothing else.
  @Test(arguments: Action.all.filter(\.isProgram)) func theProgramsActions(action: Action) throws {
    #expect(try session().perform(action) == Effects(.program(action)))
  }

  /// Fails if brush, size or colour are not restored, an unchanged brush is written, or the next
  /// session starts with the eraser.
  @Test func leftJournalsAreFound() throws {
    let first = try session()
    #expect(first.remembered == Settings())
    _ = first.perform(.larger)
    _ = first.perform(.marker)
    _ = first.perform(.smaller)
    _ = first.perform(.airbrush)
    _ = first.perform(.eraser)
    _ = first.perform(.larger)
    let left = first.remembered
    #expect(left.brush == "airbrush" && Set(left.brushes.keys) == ["pen", "marker", "eraser"])
    var next = left
    next.foreground = 0x12_3456
    let second = try session(next)
    #expect(second.brush.name == "airbrush" && !second.isErasing && second.style.colour == 0x12_3456)
    #expect(abs(second.eraser.size - first.eraser.size) < 0.01)
    _ = second.perform(.marker)
    #expect(second.size == left.brushes["marker"]?.width)
    _ = second.perform(.pen)
    #expect(second.size == left.brushes["pen"]?.width)
    _ = second.perform(.smaller)
    #expect(abs(second.brush.size - 12) < 0.01 && second.remembered.brushes["pen"] == nil)
  }

  /// Fails if a key does not lead to the brush before and back, or the order of brushes is lost.
  @Test func theBrushesBeforeAreFound() throws {
    let first = try session()
    _ = first.choose(brush: "pen")
    #expect(first.perform(.previousBrush).requests == [.message("No other brush has been chosen yet.")])
    for action in [Action.marker, .pencil, .marker, .airbrush] { _ = first.perform(action) }
    #expect(first.recentBrushes == ["airbrush", "marker", "pencil", "pen"])
    #expect(first.perform(.previousBrush).requests == [.chooseBrush("marker")])
    #expect(first.perform(.secondLastBrush).requests == [.chooseBrush("pencil")])
    _ = first.choose(brush: "marker")
    #expect(first.perform(.previousBrush).requests == [.chooseBrush("airbrush")])
    let second = try session(first.remembered)
    #expect(second.recentBrushes == ["marker", "airbrush", "pencil", "pen"])
    second.forget(brush: "airbrush")
    #expect(second.perform(.previousBrush).requests == [.chooseBrush("pencil")])
    var long = Settings()
    long.recentBrushes = (0..<40).map { "b\($0)" } + ["No Name"]
    #expect(long.recentBrushes.count == Settings.mostRecentBrushes)
  }

  /// Fails if a colour, a brush's opacity or a tool's mode is not restored, or opacity passes to
  /// another brush.
  @Test func coloursOpacitiesAndToolsAreFound() throws {
    let first = try session()
    #expect(Settings.paper == first.document.paper)
    _ = first.setOpacity(0.4)
    _ = first.perform(.marker)
    #expect(first.opacity == 1)
    _ = first.setBackground(0x12_3456)
    for rgb: UInt32 in [0xFF_0000, 0x00_FF00] { _ = first.remember(rgb) }
    var tools = first.toolSettings
    (tools.filling, tools.picksMerged) = (FillSettings(tolerance: 7, gap: 3, source: .layer, under: 9), false)
    tools.mixesBelow = true
    tools.symmetry.kind = .mirror(vertical: true, horizontal: false)
    _ = first.apply(tools)
    let left = first.remembered
    let second = try session(left)
    #expect(second.brush.name == "marker" && second.opacity == 1 && second.background == 0x12_3456)
    #expect(second.recentColours == [0x00_FF00, 0xFF_0000])
    #expect(second.toolSettings.filling == tools.filling && !second.toolSettings.picksMerged)
    #expect(second.toolSettings.mixesBelow)
    #expect(!second.isSymmetric, "it would surprise whoever sits down to draw")
    _ = second.perform(.pen)
    #expect(second.opacity == 102.0 / 255)
    // Saving again without changes gives the same.
    var again = second.remembered
    (again.brush, again.recentBrushes) = (left.brush, left.recentBrushes)
    #expect(again == left)
    _ = second.setOpacity(1)
    #expect(second.remembered.brushes["pen"] == nil)
  }

  /// Fails if a missing brush prevents the start, or is forgotten for good.
  @Test func brushesThatAreGone() throws {
    var settings = Settings()
    settings.brush = "lost"
    settings.brushes["lost"] = .init(width: 77)
    let session = try session(settings)
    #expect(session.brush.name == "pen")
    #expect(session.remembered.brushes["lost"] == .init(width: 77))
  }

  /// Fails if smoothing and prediction do not apply to all brushes, or brushes do not get their own
  /// smoothing back.
  @Test func smoothingAndPrediction() throws {
    var settings = Settings()
    settings.smoothing = 80
    settings.prediction = 0
    let session = try session(settings)
    #expect(session.predictionHorizon == 0)
    for brush in [session.brush, session.eraser] { #expect(session.steadied(brush).strength == 80) }
    _ = session.perform(.marker)
    #expect(session.steadied(session.brush).strength == 80)
    settings.smoothing = nil
    settings.prediction = 16
    session.apply(settings)
    #expect(session.steadied(session.brush).strength == session.brushes["marker"]?.strength)
    #expect(session.predictionHorizon == 0.016)
  }
}
