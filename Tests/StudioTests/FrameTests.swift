import Document
import Geometry
import Ink
import Input
import RandomSource
import Raster
import Testing

@testable import Studio

@Suite struct FrameTests {
  private let size = (width: 260, height: 200)

  private func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ time: Double) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: Point(x, y), time: time, pressure: 1)))
  }

  private func frame(_ session: Session) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    show(PixelRect(x: 0, y: 0, width: size.width, height: size.height), session, &pixels)
    return pixels
  }

  private func show(_ rect: PixelRect, _ session: Session, _ pixels: inout [UInt32]) {
    var span = pixels.mutableSpan
    session.render(rect, surround: 0xFF3A_3B3F, to: &span, stride: size.width)
  }

  /// Fails if a window drawn within a time budget and refined by a worker does not become exact.
  /// Strokes, undos, layer changes and view changes are random.
  @Test func theWindowIsExactInTheEnd() throws {
    for seed in 0..<4 {
      var rng = RandomSource(seed)
      let document = try #require(Document(width: 900, height: 700))
      let session = try #require(
        Session(document: document, windowWidth: size.width, windowHeight: size.height))
      session.frameBudget = 0
      var pixels = frame(session)
      var late: [PyramidResult] = []
      var time = 0.0
      func take(_ effects: Effects) {
        if effects.viewChanged {
          pixels = frame(session)
        } else {
          for rect in session.windowDamage(of: effects.damage).rects { show(rect, session, &pixels) }
        }
      }
      for _ in 0..<16 {
        switch rng.roll(0..<9) {
        case 0...2:
          time += 1
          take(session.handle(pointer(.down, rng.roll(0...260), rng.roll(0...200), time)))
          for _ in 0..<rng.roll(1...5) {
            time += 0.01
            take(session.handle(pointer(.drag, rng.roll(0...260), rng.roll(0...200), time)))
            take(session.flush())
          }
          take(session.handle(pointer(.up(.lifted), rng.roll(0...260), rng.roll(0...200), time)))
        case 3: take(session.perform(.undo))
        case 4: take(session.perform(.redo))
        case 5: take(session.setZoom(rng.roll(0.05...0.5)))
        case 6: take(session.setRotation(Angle(degrees: rng.isOne(in: 2) ? 0 : rng.roll(0...360))))
        case 7: take(session.perform(rng.isOne(in: 2) ? .addLayer : .clear))
        default:
          var left = rng.roll(0...40)
          if var job = session.makePyramidJob() {
            job.run(
              isWanted: {
                left -= 1
                return left >= 0
              }, deliver: { late.append($0) })
          }
        }
        if rng.isOne(in: 3) {
          take(session.adopt(late))
          late.removeAll()
        }
      }
      take(session.adopt(late))
      while var job = session.makePyramidJob() {
        var made: [PyramidResult] = []
        job.run(isWanted: { true }, deliver: { made.append($0) })
        take(session.adopt(made))
      }
      let patient = try #require(
        Session(document: session.document, windowWidth: size.width, windowHeight: size.height))
      patient.view = session.view
      let isExact = pixels == frame(patient)
      #expect(isExact, "seed \(seed)")
    }
  }

  /// Fails if a session without a time budget draws approximately.
  @Test func withoutABudgetFramesAreExact() throws {
    let document = try #require(Document(width: 3000, height: 2000))
    let session = try #require(Session(document: document, windowWidth: size.width, windowHeight: size.height))
    _ = session.handle(pointer(.down, 10, 10, 0))
    _ = session.handle(pointer(.drag, 400, 300, 0.1))
    _ = session.handle(pointer(.up(.lifted), 400, 300, 0.2))
    _ = frame(session)
    let job = session.makePyramidJob()
    #expect(job == nil)
  }

  /// Fails if a drawing of many layers is approximated row by row, which is slow.
  @Test(arguments: [2, 65]) func manyLayersAreNotSketched(count: Int) throws {
    // The default view shows the whole canvas at 29 %.
    let document = try #require(Document(width: 900, height: 700))
    let session = try #require(Session(document: document, windowWidth: size.width, windowHeight: size.height))
    _ = session.perform(.setPaperShown(false))
    for _ in 1..<count { _ = session.perform(.addLayer) }
    session.frameBudget = 1
    _ = frame(session)
    let hasSketches = session.makePyramidJob() != nil
    #expect(hasSketches == (count == 2))
  }
}
