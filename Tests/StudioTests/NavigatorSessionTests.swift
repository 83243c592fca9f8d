import Document
import Geometry
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Studio

/// What the session tells the navigator.
@Suite struct NavigatorSessionTests {
  /// Fails if a stroke does not show after the pause, shows before it, keeps the event loop awake
  /// afterwards, or a hidden navigator still needs time.
  @Test func strokesShowAfterAPause() throws {
    let session = try Self.session()
    let first = try #require(session.navigator(within: (216, 150), now: 10))
    #expect(first.view == session.view && session.rendering.navigator?.due == nil)
    _ = session.perform(.clear)
    let before = try #require(session.navigator(within: (216, 150), now: 11))
    #expect(before.miniature == first.miniature)
    let due = try #require(session.rendering.navigator?.due)
    #expect(due == 11 + Session.thumbnailDelay && session.thumbnailDeadline != nil)
    let after = try #require(session.navigator(within: (216, 150), now: due))
    #expect(after.miniature != first.miniature && session.rendering.navigator?.due == nil)
    #expect(session.navigator(within: nil, now: due) == nil && session.rendering.navigator == nil)
  }

  /// Fails if the view is not moved to the wanted place, or the drawing changes.
  @Test func centering() throws {
    let session = try Self.session()
    _ = session.setZoom(3)
    let count = session.undoCount
    _ = session.centerView(on: Point(30, 40))
    let middle = session.view.windowToCanvas(
      Point(Double(session.view.windowWidth) / 2, Double(session.view.windowHeight) / 2))
    #expect(middle.distance(to: Point(30, 40)) < 1 && session.undoCount == count)
  }

  private static func session() throws -> Session {
    var document = try #require(Document(width: 300, height: 200))
    for y in 50..<150 { document.load(row: y, pixels: [UInt32](repeating: 0xFF00_0000, count: 300).span) }
    return try #require(Session(document: document, windowWidth: 640, windowHeight: 480))
  }
}
