import Document
import Geometry
import RandomSource
import Storage
import Testing

@testable import Studio

/// Leaving a drawing and returning to it.
@Suite struct WorkTests {
  private func session() throws -> Session {
    var document = try #require(Document(width: 3840, height: 2160))
    for _ in 0..<3 { _ = document.perform(.add(above: document.activeID)) }
    return try #require(Session(document: document, windowWidth: 1920, windowHeight: 1080))
  }

  /// Fails if a session that resumes the state of another has another view by a bit, another tool
  /// or another active layer.
  @Test func everythingReturns() throws {
    var g = RandomSource(1)
    for _ in 0..<200 {
      let (before, after) = (try session(), try session())
      var view = ViewTests.randomView(&g)
      view.resize(width: 1920, height: 1080)
      guard view.shows(before.document.bounds) else { continue }
      before.view = view
      _ = before.choose(CanvasTool.all.randomElement(using: &g) ?? .brush)
      _ = before.activate(layer: before.document.layers[Int.random(in: 0...3, using: &g)].id)
      let work = before.work
      #expect(after.resume(work).viewChanged)
      #expect(after.work == work && after.view == view)
      #expect(after.tool == before.tool && after.document.activeLayer == before.document.activeLayer)
      let isUnchanged = after.document.history.undoCount == before.document.history.undoCount
      #expect(isUnchanged)
    }
  }

  /// Fails if a view of the whole canvas does not fit a window of another size, or if resizing the
  /// window counts as a change.
  @Test func theWholeCanvasStaysWhole() throws {
    let (before, after) = (try session(), try session())
    _ = before.perform(.zoomWhole)
    let work = before.work
    _ = before.resize(width: 700, height: 900)
    #expect(before.work == work && work.showsWhole)
    _ = after.resize(width: 500, height: 400)
    _ = after.setZoom(3)
    _ = after.resume(work)
    #expect(after.showsWhole)
  }

  /// Fails if a state that does not fit is followed: an unknown tool, a layer of another list, a
  /// view beside the canvas.
  @Test func statesThatDoNotFitAreIgnored() throws {
    let session = try session()
    let layer = session.document.activeLayer
    var work = session.work
    (work.tool, work.layer, work.layerCount) = ("chisel", 0, 9)
    (work.showsWhole, work.center, work.zoom) = (false, Point(90_000, 100), 2)
    _ = session.resume(work)
    #expect(session.tool == .brush && session.document.activeLayer == layer && session.showsWhole)
    work.zoom = 1e9
    work.center = Point(10, 10)
    _ = session.resume(work)
    #expect(session.view.zoom == View.zooms.upperBound)
  }
}
