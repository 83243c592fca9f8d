import Geometry
import Ink
import Input
import MyPaint
import Paint
import Raster
import Testing

@testable import Document
@testable import Storage
@testable import Studio

/// Strokes of MyPaint's brushes from the pen: slow ones, rests, and what else happens meanwhile.
@Suite struct PaintedStrokeTests {
  private let wet: Brush
  private let timed: Brush

  init() throws {
    try #require(MyPaintLibrary.system != nil, "libmypaint is installed (package libmypaint-1.5-1)")
    wet = Brush(try MyPaintBrush(parsing: Array(Self.text("smudge", 0.5).utf8)), name: "wet")
    timed = Brush(try MyPaintBrush(parsing: Array(Self.text("dabs_per_second", 60).utf8)), name: "timed")
  }

  private static func text(_ setting: String, _ value: Double) -> String {
    """
    {"version": 3, "settings": {"radius_logarithmic": {"base_value": 2, "inputs": {}},
    "offset_by_random": {"base_value": 0.4, "inputs": {}}, "\(setting)": {"base_value": \(value), "inputs": {}}}}
    """
  }

  /// A session in which each `draw` paints one sample, or all.
  private func session(_ brush: Brush, isSlow: Bool) throws -> Session {
    let session = try SessionTests.make()
    session.brush = brush
    session.inkSlice = isSlow ? 0 : 1e9
    return session
  }

  private func event(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, time: Double) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: Point(x, y), time: time, pressure: 0.8)))
  }

  /// A stroke of 21 samples, flushed once and lifted. Returns the time of its end.
  @discardableResult private func stroke(_ session: Session, y: Double, from start: Double = 0) -> Double {
    _ = session.handle(event(.down, 40, y, time: start))
    for i in 1...20 {
      _ = session.handle(event(.drag, 40 + 8 * Double(i), y + Double(i % 3), time: start + Double(i) / 100))
    }
    _ = session.flush(now: start + 0.2)
    _ = session.handle(event(.up(.lifted), 200, y, time: start + 0.21))
    return start + 0.21
  }

  private func catchUp(_ session: Session) {
    var count = 0
    while session.deadline == 0, count < 1000 {
      _ = session.flush(now: 10)
      count += 1
    }
    #expect(count < 1000)
  }

  private func image(_ session: Session) -> TileGrid { session.document.layers[0].image }

  /// Fails if a slow brush loses samples, paints other pixels than a fast one, is no edit in the end, or
  /// keeps the session busy after that.
  @Test func slowInkCatchesUpAfterTheLift() throws {
    let (slow, fast) = try (session(wet, isSlow: true), session(wet, isSlow: false))
    for session in [slow, fast] { stroke(session, y: 60) }
    #expect(fast.deadline == nil && fast.document.undoCount == 1 && !fast.isInGesture)
    #expect(slow.deadline == 0 && slow.document.undoCount == 0 && slow.isInGesture && !slow.isDrawing)
    #expect(slow.strokeInProgress?.samples.count == 21)
    #expect(slow.settledDocument.layers[0].image.tileCount == 0)
    #expect(!image(slow).showsSame(as: image(fast)))
    catchUp(slow)
    #expect(image(slow).showsSame(as: image(fast)))
    #expect(slow.document.undoCount == 1 && !slow.isInGesture && slow.deadline == nil)
  }

  /// Fails if a stroke over lagging ink is painted before it, or the pen's new samples are lost.
  @Test func theNextStrokeWaitsForLaggingInk() throws {
    let (slow, fast) = try (session(wet, isSlow: true), session(wet, isSlow: false))
    for session in [slow, fast] {
      let end = stroke(session, y: 60)
      stroke(session, y: 66, from: end + 0.1)
    }
    catchUp(slow)
    #expect(slow.document.undoCount == 2 && image(slow).showsSame(as: image(fast)))
  }

  /// Fails if undo waits for lagging ink, leaves pixels of it, or takes an earlier stroke with it.
  @Test func undoTakesLaggingInkBackAtOnce() throws {
    let session = try session(wet, isSlow: true)
    let end = stroke(session, y: 60)
    catchUp(session)
    let first = image(session)
    stroke(session, y: 64, from: end + 0.1)
    for _ in 0..<5 { _ = session.flush(now: 10) }
    #expect(!image(session).showsSame(as: first))
    let effects = session.perform(.undo)
    #expect(effects.panelsChanged && !session.isInGesture && session.document.undoCount == 1)
    #expect(image(session).showsSame(as: first))
    _ = session.perform(.undo)
    #expect(image(session).tileCount == 0)
  }

  /// Fails if a change of the drawing comes before lagging ink, or the view's changes finish it.
  @Test func changesFinishLaggingInk() throws {
    let session = try session(wet, isSlow: true)
    stroke(session, y: 60)
    _ = session.perform(.zoomIn)
    #expect(session.document.undoCount == 0)
    _ = session.perform(.addLayer)
    #expect(session.document.undoCount == 2 && session.deadline == nil)
    #expect(session.document.layers.count == 2)
  }

  /// Fails if a brush that paints with time does not while the pen rests, the loop is not woken for it,
  /// the rest is not part of the stroke, or the stroke drawn again differs.
  @Test func aRestIsPartOfTheStroke() throws {
    let session = try session(timed, isSlow: false)
    var tapped = 0
    session.sampleTap = { _, brush in if brush != nil { tapped += 1 } }
    _ = session.handle(event(.down, 100, 100, time: 1))
    _ = session.flush(now: 1)
    _ = session.handle(event(.drag, 101, 100, time: 1.01))
    _ = session.flush(now: 1.01)
    var shown = image(session)
    var now = 1.01
    for _ in 0..<10 {
      let due = try #require(session.deadline)
      #expect(due > now && due < now + 0.05)
      now = due
      #expect(!session.flush(now: now).isEmpty)
      #expect(!image(session).showsSame(as: shown))
      shown = image(session)
    }
    _ = session.handle(event(.up(.lifted), 101, 100, time: now))
    let record = try #require(session.document.history.lastStroke)
    #expect(record.samples.count == 12 && tapped == 12)
    #expect(zip(record.samples, record.samples.dropFirst()).allSatisfy { $0.time <= $1.time })
    var again = try #require(Document(width: session.document.width, height: session.document.height))
    let filler = try #require(CoverageFiller())
    _ = again.draw(record, filler: filler)
    #expect(again.layers[0].image.showsSame(as: image(session)))
  }

  /// Fails if the view's rotation or mirror is not recorded, or all strokes have the same chance.
  @Test func theViewAndChanceAreRecorded() throws {
    let session = try session(wet, isSlow: false)
    stroke(session, y: 60)
    let first = try #require(session.document.history.lastStroke).conditions
    _ = session.perform(.rotateRight)
    _ = session.perform(.mirror)
    stroke(session, y: 80, from: 1)
    let second = try #require(session.document.history.lastStroke).conditions
    #expect(first.rotation == .zero && !first.isMirrored && second.isMirrored)
    #expect(second.rotation == session.view.rotation && second.rotation != .zero && first.seed != second.seed)
  }

  /// Fails if the choice to mix with layers below does not reach the strokes, or reaches those of brushes
  /// that do not smudge.
  @Test func strokesMixWithLayersBelowWhenAsked() throws {
    for (brush, asked, expected) in [
      (wet, false, PaintMixing.exact), (wet, true, .exactWithLayersBelow), (timed, true, .exact),
    ] {
      let session = try session(brush, isSlow: false)
      _ = session.perform(.addLayer)
      var tools = session.toolSettings
      tools.mixesBelow = asked
      _ = session.apply(tools)
      stroke(session, y: 100)
      catchUp(session)
      let edit = try #require(session.document.history.lastDone, "\(brush.name) \(session.isInGesture)")
      #expect(edit.operation?.stroke?.conditions.mixing == expected, "\(String(describing: edit.operation))")
    }
  }

  /// Fails if a shape of a brush that follows slowly ends before its end, or has no ink.
  @Test func shapesAreDrawnWhole() throws {
    let slow = Brush(try MyPaintBrush(parsing: Array(Self.text("slow_tracking", 3).utf8)), name: "slow")
    let session = try session(slow.resized(to: 6), isSlow: false)
    _ = session.perform(.line)
    _ = session.handle(event(.down, 40, 60, time: 0))
    _ = session.handle(event(.drag, 240, 160, time: 0.1))
    _ = session.flush(now: 0.1)
    _ = session.handle(event(.up(.lifted), 240, 160, time: 0.2))
    let map = session.view.windowToCanvas
    for share in [0.0, 0.3, 0.7, 1] {
      let p = map(Point(40 + 200 * share, 60 + 100 * share))
      let near = image(session).isEmpty(PixelRect(x: Int(p.x) - 5, y: Int(p.y) - 5, width: 10, height: 10))
      #expect(!near, "at \(share)")
    }
    #expect(session.document.undoCount == 1)
  }
}

extension History {
  /// The stroke of the last edit.
  var lastStroke: StrokeRecord? { lastDone?.stroke }
}
