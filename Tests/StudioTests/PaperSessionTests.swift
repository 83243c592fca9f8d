import Document
import Foundation
import Geometry
import Ink
import Input
import Paint
import Raster
import TestSupport
import Testing

@testable import Library
@testable import Studio

/// Papers under the brushes of a session.
@Suite struct PaperSessionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let surface = try ImageSurface(width: 8, height: 2)
    let painter = try Painter(surface)
    painter.fill(.rect(Rect(x: 0, y: 0, width: 4, height: 2)), .white)
    painter.fill(.rect(Rect(x: 4, y: 0, width: 4, height: 2)), .black)
    try surface.writePNG(to: folder.path("stripes.png"))
  }

  private func session(_ settings: Settings? = nil) throws -> Session {
    let document = try #require(Document(width: 400, height: 300))
    let library = BrushLibrary(folder: BrushLibrary.systemFolder())
    let session = try #require(
      Session(
        document: document, windowWidth: 400, windowHeight: 300, brushes: library,
        papers: PaperLibrary(folders: [folder.path])))
    if let settings { session.restore(settings) }
    return session
  }

  private func drawn(_ session: Session) -> TileGrid {
    let phases: [(PointerEvent.Phase, Double)] = [(.down, 100), (.drag, 200), (.drag, 300), (.up(.lifted), 300)]
    for (phase, x) in phases {
      let sample = PenSample(position: Point(x, 150), time: x / 100, pressure: 1, tool: .pen)
      _ = session.handle(.pointer(PointerEvent(phase, sample)))
      _ = session.flush(now: x / 100)
    }
    return session.document.layers[0].image
  }

  /// Fails if a stroke does not show its paper, the paper changes a brush that was not asked, or it stays when the
  /// brush's own is chosen.
  @Test func strokesShowTheirPaper() throws {
    let (plain, papered) = (try session(), try session())
    for session in [plain, papered] { _ = session.perform(.airbrush) }
    #expect(papered.setPaper(.init("stripes", strength: 1)).requests.isEmpty)
    #expect(papered.brushPaper == .init("stripes", strength: 1) && papered.brush.paper?.strength == 1)
    #expect(!drawn(plain).showsSame(as: drawn(papered)))
    _ = papered.perform(.pencil)
    #expect(papered.brushPaper == nil && papered.brush.paper == nil)
    _ = papered.perform(.pen)
    _ = papered.setPaper(.init("stripes"))
    #expect(papered.brush.paper == nil, "outlines show none")
    _ = papered.perform(.airbrush)
    #expect(papered.brush.paper != nil)
    #expect(papered.brush.blender.paper == nil, "what blends has no texture")
    _ = papered.setPaper(nil)
    #expect(papered.brush.paper == nil && papered.brushPaper == nil)
  }

  /// Fails if the next session has another paper, or a brush without one gets it.
  @Test func papersAreRemembered() throws {
    let first = try session()
    _ = first.perform(.airbrush)
    _ = first.setPaper(.init("stripes", strength: 0.4, scale: 2))
    _ = first.perform(.pencil)
    let second = try session(first.remembered)
    #expect(second.brush.name == "pencil" && second.brush.paper == nil)
    _ = second.perform(.airbrush)
    #expect(second.brush.paper?.scale == 2 && second.brush.paper?.strength == 0.4)
    #expect(second.brush.paper?.texture.width == 8)
    var third = try session(second.remembered)
    #expect(third.brush.paper == second.brush.paper, "also of the brush that is in use at the start")
    // Another drawing in the same window.
    let document = try #require(Document(width: 40, height: 30))
    let fresh = try #require(
      Session(document: document, windowWidth: 40, windowHeight: 30, brushes: third.brushes, papers: third.papers))
    fresh.adoptState(of: third)
    #expect(fresh.brush.paper == third.brush.paper)
    third = try session(fresh.remembered)
    #expect(third.brushPaper == .init("stripes", strength: 0.4, scale: 2))
  }

  /// Fails if a paper that is gone or broken ends the use of a brush, is not named, or is forgotten.
  @Test func papersThatAreGone() throws {
    let first = try session()
    _ = first.perform(.airbrush)
    let effects = first.setPaper(.init("lost"))
    guard case .message(let message)? = effects.requests.first else {
      return #expect(Bool(false), "no message")
    }
    #expect(message.contains("lost.png") && first.brushPaper == nil)
    _ = first.setPaper(.init("stripes"))
    let left = first.remembered
    try FileManager.default.removeItem(atPath: folder.path("stripes.png"))
    let second = try session()
    second.restore(left)
    #expect(second.brush.name == "airbrush" && second.brush.paper == nil)
    #expect(second.remembered.brushes["airbrush"] == left.brushes["airbrush"])
  }
}
