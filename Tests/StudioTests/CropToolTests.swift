import Document
import Geometry
import Ink
import Input
import RandomSource
import Raster
import Testing

@testable import Studio

/// Cropping with the pen and the keyboard. The view shows the canvas of 800 x 600 px at 50 %.
@Suite struct CropToolTests {
  private func make() throws -> Session {
    let session = try SessionTests.make()
    _ = session.choose(.crop)
    return session
  }

  private func drag(_ session: Session, _ a: Point, _ b: Point, _ modifiers: Modifiers = [], lifts: Bool = true) {
    _ = session.handle(SessionTests.pointer(.down, a.x, a.y, modifiers: modifiers))
    for i in 1...4 {
      let p = a.lerp(to: b, Double(i) / 4)
      _ = session.handle(SessionTests.pointer(.drag, p.x, p.y, modifiers: modifiers))
    }
    if lifts { _ = session.handle(SessionTests.pointer(.up(.lifted), b.x, b.y, modifiers: modifiers)) }
  }

  private func key(_ session: Session, _ keysym: UInt32, _ modifiers: Modifiers = []) -> Effects {
    session.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers, isDown: true)))
  }

  /// Fails if a handle moves another edge than its own, or Enter does not crop as one step of undo.
  @Test func aHandleMovesItsEdge() throws {
    let session = try make()
    #expect(session.cropRect == PixelRect(x: 0, y: 0, width: 800, height: 600))
    drag(session, Point(0, 0), Point(50, 30))
    #expect(session.cropRect == PixelRect(minX: 100, minY: 60, maxX: 800, maxY: 600))
    drag(session, Point(400, 165), Point(350, 200))
    #expect(session.cropRect == PixelRect(minX: 100, minY: 60, maxX: 700, maxY: 600))
    let count = session.document.history.undoCount
    _ = key(session, Key.enter)
    #expect(session.document.width == 600 && session.document.height == 540)
    #expect(session.document.history.undoCount == count + 1 && session.toolSettings.crop == nil)
    _ = session.perform(.undo)
    #expect(session.document.width == 800 && session.document.height == 600)
  }

  /// Fails if the first drag on the canvas does not draw a frame.
  @Test func theFirstDragDrawsAFrame() throws {
    let session = try make()
    drag(session, Point(100, 100), Point(200, 150))
    #expect(session.cropRect == PixelRect(minX: 200, minY: 200, maxX: 400, maxY: 300))
    drag(session, Point(150, 125), Point(160, 125))
    #expect(session.cropRect == PixelRect(minX: 220, minY: 200, maxX: 420, maxY: 300))
  }

  /// Fails if the canvas cannot grow, the inside does not move the frame, or a press outside of it
  /// does not draw a new one.
  @Test func theFrameMovesAndGrows() throws {
    let session = try make()
    drag(session, Point(400, 300), Point(380, 290))
    let small = PixelRect(minX: 0, minY: 0, maxX: 760, maxY: 580)
    #expect(session.cropRect == small)
    drag(session, Point(100, 100), Point(90, 120))
    #expect(session.cropRect == small.offset(dx: -20, dy: 40))
    drag(session, Point(-60, -40), Point(40, 20))
    #expect(session.cropRect == PixelRect(minX: -120, minY: -80, maxX: 80, maxY: 40))
    _ = session.perform(.apply)
    #expect(session.document.width == 200 && session.document.height == 120)
  }

  /// Fails if Escape does not end the drag first and the cropping next, or another tool keeps the
  /// frame.
  @Test func escapeGoesBack() throws {
    let session = try make()
    drag(session, Point(0, 0), Point(50, 30))
    let frame = session.cropRect
    drag(session, Point(100, 100), Point(150, 120), lifts: false)
    #expect(session.cropRect != frame)
    _ = key(session, Key.escape)
    #expect(session.cropRect == frame)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 150, 120))
    _ = key(session, Key.escape)
    #expect(session.toolSettings.crop == nil && session.document.width == 800)
    drag(session, Point(0, 0), Point(50, 30))
    _ = session.choose(.brush)
    _ = session.choose(.crop)
    #expect(session.toolSettings.crop == nil && session.document.history.undoCount == 0)
  }

  /// Fails if an edge near the canvas's is not on it, or Shift does not keep the proportions.
  @Test func edgesSnapAndProportionsStay() throws {
    let session = try make()
    drag(session, Point(400, 300), Point(300, 200))
    drag(session, Point(300, 200), Point(398, 203))
    #expect(session.cropRect == PixelRect(minX: 0, minY: 0, maxX: 800, maxY: 406))
    _ = session.cancel()
    drag(session, Point(400, 300), Point(300, 290), .shift)
    #expect(session.cropRect == PixelRect(minX: 0, minY: 0, maxX: 600, maxY: 450))
    _ = session.cancel()
    drag(session, Point(400, 300), Point(350, 250), .alt)
    #expect(session.cropRect == PixelRect(minX: 100, minY: 100, maxX: 700, maxY: 500))
  }

  /// Fails if the arrow keys do not move the frame or its edge.
  @Test func arrowKeys() throws {
    let session = try make()
    _ = key(session, 0xFF51, .control)
    _ = key(session, 0xFF52, [.control, .shift])
    #expect(session.cropRect == PixelRect(minX: 0, minY: 0, maxX: 799, maxY: 590))
    _ = key(session, 0xFF53)
    _ = key(session, 0xFF54, .shift)
    #expect(session.cropRect == PixelRect(minX: 1, minY: 10, maxX: 800, maxY: 600))
  }

  /// Fails if any drags make a frame that no canvas can have, or an undo while cropping keeps a
  /// frame of the canvas before.
  @Test(arguments: RandomSource.seeds(30)) func anyDragsMakeACanvas(_ seed: Int) throws {
    var rng = RandomSource(UInt64(seed))
    let session = try make()
    for _ in 0..<30 {
      func place() -> Point {
        let reach = rng.isOne(in: 8) ? 1e7 : 500
        return Point(.random(in: -reach...reach, using: &rng), .random(in: -reach...reach, using: &rng))
      }
      let held: [Modifiers] = [[], .shift, .alt, [.shift, .alt], .control]
      drag(session, place(), place(), held[Int.random(in: 0..<5, using: &rng)])
      let rect = session.cropRect
      let isAllowed = Document.isAllowed(width: rect.width, height: rect.height)
      #expect(isAllowed)
      if rng.isOne(in: 4) {
        _ = session.perform(.apply)
        #expect(session.document.width == rect.width && session.document.height == rect.height)
      }
      if rng.isOne(in: 6) {
        let isUndone = session.document.history.undoCount > 0
        _ = session.perform(.undo)
        #expect(!isUndone || session.toolSettings.crop == nil)
      }
    }
  }
}
