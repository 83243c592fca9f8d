import Document
import Panels
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import Library

/// A workplace without a window, with a home folder of its own.
struct TestWorkplace {
  let loop: TestLoop
  let home: TemporaryFolder
  let place: Workplace

  init() throws {
    (loop, home) = (try TestLoop(), try TemporaryFolder())
    let environment = [
      "HOME": home.path, "XDG_CONFIG_HOME": home.path + "/config", "XDG_DATA_HOME": home.path + "/data",
    ]
    let document = try #require(Document(width: 100, height: 80))
    let session = try #require(
      Session(
        document: document, windowWidth: 800, windowHeight: 600, brushes: BrushLibrary(environment: environment),
        papers: PaperLibrary(environment: environment)))
    place = Workplace(
      environment: environment, loop.background, Overlay(width: 800, height: 600),
      SettingsSync(loop.background, environment: environment), FrameScheduler(width: 800, height: 600),
      OpenDrawing(session, name: OpenDrawing.newName))
  }
}
