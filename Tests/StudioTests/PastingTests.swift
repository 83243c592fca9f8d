import Document
import Geometry
import Input
import RandomSource
import Raster
import Storage
import Testing

@testable import Studio

/// Pasted images. The view shows the canvas of 800 x 600 px at 50 %.
@Suite struct PastingTests {
  private func picture(_ width: Int, _ height: Int) throws -> Clipping {
    try #require(
      Clipping(width: width, height: height, pixels: [UInt32](repeating: 0xFFC0_2020, count: width * height)))
  }

  /// The rectangle of the pasted pixels on the canvas.
  private func laid(_ session: Session) -> PixelRect? {
    _ = session.settle()
    return session.document.selection?.bounds
  }

  /// Fails if an image is misplaced, needs more than one undo, or the move tool is not active. It
  /// belongs in the middle of the view, or where it was dropped.
  @Test func places() throws {
    let session = try SessionTests.make()
    let before = SessionTests.pixels(session)
    #expect(!session.paste(try picture(100, 60)).damage.isEmpty && session.tool.selects)
    #expect(session.document.floating != nil)
    #expect(laid(session) == PixelRect(x: 350, y: 270, width: 100, height: 60))
    #expect(SessionTests.pixels(session)[350, 270] == 0xFFC0_2020)
    _ = session.perform(.undo)
    #expect(SessionTests.pixels(session).showsSame(as: before))
    _ = session.paste(try picture(100, 60), at: Point(100, 50))
    #expect(laid(session) == PixelRect(x: 150, y: 70, width: 100, height: 60))
    _ = session.perform(.zoomActual)
    _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: 1, position: .zero, modifiers: .control)))
    let middle = session.view.windowToCanvas(Point(200, 150))
    _ = session.paste(try picture(10, 10))
    let rect = try #require(laid(session))
    #expect(Rect(rect).center.distance(to: middle) < 2)
  }

  /// Fails if a part of an image outside the canvas is lost, wherever it is dropped and whatever
  /// its size.
  @Test func allOfItLiesOnTheCanvas() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let session = try SessionTests.make()
      let (width, height) = (rng.roll(1...1500), rng.roll(1...1200))
      let effects = session.paste(
        try picture(width, height), at: Point(rng.roll(-100...500), rng.roll(-100...400)))
      let isLarger = width > 800 || height > 600
      #expect(effects.requests.count == (isLarger ? 1 : 0), "seed \(seed)")
      let rect = try #require(session.selectionFrame).map.bounds(
        of: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
      #expect(rect.minX >= -1 && rect.minY >= -1 && rect.maxX <= 801 && rect.maxY <= 601, "seed \(seed): \(rect)")
      if isLarger {
        #expect(abs(rect.width - 800) < 1 || abs(rect.height - 600) < 1, "seed \(seed): \(rect)")
        #expect(abs(rect.width / rect.height - Double(width) / Double(height)) < 0.01 * Double(width) / Double(height))
      } else {
        #expect(rect.width == Double(width) && rect.height == Double(height), "seed \(seed)")
      }
    }
  }

  /// Fails if copying does not offer the image, pasting does not request one, or a locked layer is
  /// changed.
  @Test func asking() throws {
    let session = try SessionTests.make()
    #expect(session.perform(.paste).requests == [.paste] && session.perform(.copy).requests == [.copied])
    #expect(session.perform(.cut).requests.contains(.copied))
    _ = session.perform(.lockLayer)
    #expect(session.perform(.copy).requests == [.copied])
    // The copy may be layers, which do not depend on the active one.
    #expect(session.perform(.paste).requests == [.paste])
    for effects in [session.paste(), session.paste(try picture(5, 5))] {
      guard case .message? = effects.requests.first else {
        Issue.record("nothing is said")
        continue
      }
      #expect(effects.requests.count == 1 && session.document.floating == nil)
    }
  }

  /// Fails if the tool from before a paste does not come back once what was pasted is put down or
  /// removed, by whatever; or comes back before, or a second paste forgets it.
  @Test(arguments: CanvasTool.all) func theToolComesBack(_ tool: CanvasTool) throws {
    let ends: [(Session) -> Effects] = [
      { $0.perform(.apply) }, { $0.perform(.cancel) }, { $0.handle(SessionTests.key(0xFF1B)) }, { $0.perform(.undo) },
      { $0.perform(.delete) }, { $0.perform(.addLayer) }, { $0.perform(.deselect) }, { $0.settle() },
    ]
    for (i, end) in ends.enumerated() {
      let session = try SessionTests.make()
      _ = session.choose(tool)
      for _ in 0..<2 { _ = session.paste(try picture(100, 60)) }
      #expect(session.tool == (tool.selects ? tool : .selectRectangle))
      SessionTests.draw(session, from: Point(200, 150), to: Point(230, 160))
      #expect(session.tool.selects && session.document.floating != nil)
      if i == 3 { _ = session.perform(.undo) }
      let effects = end(session)
      #expect(session.tool == tool && session.document.floating == nil, "\(i)")
      #expect(effects.toolsChanged || tool.selects, "\(i)")
    }
  }

  /// Fails if a tap beside the pasted pixels does not put them down and bring the tool back, or a drag
  /// there, or choosing a tool, does not keep the tool that it uses.
  @Test func usingATool() throws {
    func pasted() throws -> Session {
      let session = try SessionTests.make()
      _ = session.choose(.brush)
      _ = session.paste(try picture(100, 60))
      return session
    }
    var session = try pasted()
    _ = session.handle(SessionTests.pointer(.down, 20, 20))
    _ = session.handle(SessionTests.pointer(.up(.lifted), 20, 20))
    #expect(session.tool == .brush && session.document.floating == nil && session.document.selection == nil)
    session = try pasted()
    SessionTests.draw(session, from: Point(20, 20), to: Point(60, 60))
    #expect(session.tool == .selectRectangle && session.document.selection?.bounds.minX == 40)
    session = try pasted()
    _ = session.choose(.selectRectangle)
    _ = session.perform(.apply)
    #expect(session.tool == .selectRectangle && session.document.floating == nil)
    session = try pasted()
    _ = session.choose(.hand)
    #expect(session.tool == .hand && session.document.floating == nil)
    _ = session.perform(.selectAll)
    #expect(session.tool == .hand)
  }

  /// Fails if a stroke or drag is ignored, so that a paste ends it.
  @Test func gestures() throws {
    let session = try SessionTests.make()
    #expect(!session.isInGesture)
    _ = session.handle(SessionTests.pointer(.down, 50, 50))
    #expect(session.isInGesture)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 50, 50))
    #expect(!session.isInGesture)
  }
}
