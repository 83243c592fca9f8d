import Document
import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Studio

/// What a session does for any gesture.
@Suite struct GestureTests {
  /// A gesture that notes its calls. Its end records one edit.
  private final class Probe: PenGesture {
    var calls: [String] = []
    var tools: [Tool] = []
    var deadline: Double?
    var penEnd: Tool?
    var drawsAtEnd = false
    var isCancellable = true
    var earlierEdits: Int?
    var recordedBrush: Recording.Brush?
    var erases = false
    var record: StrokeRecord?

    func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
      tools.append(e.sample.tool)
      context.awaitDrawing()
      return Effects()
    }

    func draw(now: Double?, in context: ToolContext) -> Effects {
      calls.append("draw \(now ?? -1)")
      return Effects()
    }

    func wake(now: Double, in context: ToolContext) -> Effects {
      calls.append("wake \(now)")
      deadline = nil
      return context.adornmentEffects
    }

    func rope(in context: ToolContext) -> (pen: Point, ink: Point)? { nil }

    func lift(at time: Double) { calls.append("lift \(time)") }

    func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
      calls.append("\(end)")
      return end == .finished ? context.edit { $0.perform(.add(above: $0.activeID)) } : Effects()
    }
  }

  private func start(_ gesture: Probe) throws -> Session {
    let session = try SessionTests.make()
    _ = session.perform(.addLayer)
    session.begin(gesture)
    return session
  }

  private func event(_ phase: PointerEvent.Phase, time: Double = 0) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: Point(100, 100), time: time, pressure: 1)))
  }

  /// Fails if a gesture's deadline is unknown to the loop, is served too early, not, or twice, or
  /// comes before new samples.
  @Test func aDeadlineIsServed() throws {
    let probe = Probe()
    let session = try start(probe)
    #expect(session.deadline == nil && session.flush(now: 1).isEmpty)
    probe.deadline = 5
    #expect(session.deadline == 5)
    #expect(session.flush(now: 4.9).isEmpty && session.flush().isEmpty && probe.calls.isEmpty)
    _ = session.handle(event(.drag))
    _ = session.flush(now: 5.5)
    #expect(session.flush(now: 6).adornmentsChanged)
    #expect(session.deadline == nil && session.flush(now: 7).isEmpty)
    #expect(probe.calls == ["draw 5.5", "wake 6.0"])
    probe.deadline = 8
    _ = session.finishGesture()
    #expect(session.deadline == nil && session.flush(now: 9).isEmpty && !session.isInGesture)
    #expect(probe.calls.count == 3)
  }

  /// Fails if samples that came after the last frame are not drawn once before the end, or are
  /// drawn by both the session and the gesture, or for a cancelled gesture.
  @Test(arguments: [false, true]) func theLastSamplesAreDrawn(_ drawsAtEnd: Bool) throws {
    let probe = Probe()
    probe.drawsAtEnd = drawsAtEnd
    let session = try start(probe)
    _ = session.handle(event(.drag))
    _ = session.handle(event(.up(.lifted), time: 3))
    #expect(probe.calls == ["lift 3.0"] + (drawsAtEnd ? [] : ["draw -1.0"]) + ["finished"])
    #expect(session.flush(now: 1).isEmpty)
    let cancelled = Probe()
    session.begin(cancelled)
    _ = session.handle(event(.drag))
    #expect(session.cancel() != nil && session.flush(now: 2).isEmpty)
    #expect(cancelled.calls == ["cancelled"])
  }

  /// Fails if Escape ends a gesture that cannot be cancelled.
  @Test func someGesturesCannotBeCancelled() throws {
    let probe = Probe()
    probe.isCancellable = false
    let session = try start(probe)
    #expect(session.cancel() == nil && session.handle(SessionTests.key(Key.escape)).isEmpty)
    #expect(session.isInGesture && probe.calls.isEmpty)
  }

  /// Fails if the edits of a press by a resting hand stay, edits before it go, or a gesture that
  /// keeps its edits loses them.
  @Test(arguments: [nil, 0, 1]) func aRestingHandsEditsGo(_ earlier: Int?) throws {
    let probe = Probe()
    probe.earlierEdits = earlier
    let session = try start(probe)
    _ = session.handle(event(.up(.overruled)))
    #expect(session.document.history.redoCount == earlier.map { $0 + 1 } ?? 0)
    #expect(session.document.history.undoCount == 2 - session.document.history.redoCount)
    // Lifted by the user, it keeps them.
    let lifted = Probe()
    lifted.earlierEdits = earlier
    session.begin(lifted)
    let count = session.document.history.undoCount
    _ = session.handle(event(.up(.lifted)))
    #expect(session.document.history.undoCount == count + 1)
  }

  /// Fails if the samples of a gesture have another end of the pen than the gesture keeps.
  @Test func thePensEndIsKept() throws {
    let probe = Probe()
    let session = try start(probe)
    session.settings.penButtons.secondary = .erase
    _ = session.handle(event(.drag))
    _ = session.handle(event(.press(.secondary)))
    _ = session.handle(event(.drag))
    probe.penEnd = .pen
    _ = session.handle(event(.drag))
    #expect(probe.tools == [.pen, .eraser, .pen])
  }

  /// Fails if recordings get the brush of a gesture with other samples than its drags, or do not
  /// get it with these.
  @Test func recordingsHaveTheBrushOfDrags() throws {
    let probe = Probe()
    probe.recordedBrush = Recording.Brush(size: 7)
    let session = try start(probe)
    var sizes: [Double?] = []
    session.sampleTap = { _, brush in sizes.append(brush?.size) }
    for phase in [.drag, .hover, .down, .press(.middle), .release(.middle), .drag, .up(.lifted)]
      as [PointerEvent.Phase]
    {
      _ = session.handle(event(phase))
    }
    #expect(sizes == [7, nil, nil, 7, nil])
    // A stroke's touch counts; its brush is the one it began with.
    (session.brush.size, sizes) = (9, [])
    _ = session.handle(event(.hover))
    _ = session.handle(event(.down))
    _ = session.setSize(20)
    _ = session.handle(event(.drag))
    _ = session.handle(event(.up(.lifted)))
    #expect(sizes == [nil, 9, 9, nil])
    // Nothing is drawn on a locked layer.
    (session.brush.size, sizes) = (9, [])
    _ = session.perform(.lockLayer)
    #expect(!session.handle(event(.down)).requests.isEmpty)
    _ = session.handle(event(.drag))
    #expect(sizes == [nil, nil] && !session.isInGesture)
  }

  /// Fails if Escape, or a change of the tool's settings, ends a stroke; or undo, another tool or a
  /// resting hand leaves it in progress.
  @Test func whatEndsAStroke() throws {
    let session = try SessionTests.make()
    func touch() {
      _ = session.handle(SessionTests.pointer(.down, 100, 100))
      _ = session.handle(SessionTests.pointer(.drag, 200, 100))
      _ = session.flush(now: 1)
    }
    touch()
    _ = session.handle(SessionTests.key(Key.escape))
    _ = session.setSize(30)
    #expect(session.isDrawing && !session.isErasingNow && session.strokeInProgress?.samples.count == 2)
    #expect(session.settledDocument.layers[0].image.tileCount == 0 && SessionTests.pixels(session).tileCount > 0)
    _ = session.choose(.eraser)
    #expect(!session.isInGesture && session.document.history.undoCount == 1)
    touch()
    #expect(session.isDrawing && session.isErasingNow)
    _ = session.perform(.undo)
    #expect(!session.isInGesture && session.document.history.undoCount == 1 && session.document.history.redoCount == 1)
    touch()
    _ = session.handle(SessionTests.pointer(.up(.overruled), 200, 100))
    #expect(!session.isInGesture && session.document.history.undoCount == 1 && session.strokeInProgress == nil)
  }

  /// Fails if keys keep the pen's eraser end from erasing.
  @Test(arguments: [Modifiers.shift, .control, .alt]) func theEraserEndErasesWithKeys(_ modifiers: Modifiers) throws {
    let session = try SessionTests.make()
    for tool in CanvasTool.all {
      _ = session.choose(tool)
      _ = session.handle(SessionTests.pointer(.down, 100, 100, modifiers: modifiers, tool: .eraser))
      #expect(session.isErasingNow)
      _ = session.handle(SessionTests.pointer(.up(.lifted), 100, 100, modifiers: modifiers, tool: .eraser))
    }
  }
}
