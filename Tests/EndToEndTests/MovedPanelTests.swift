import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Panels that are moved with the pen.
  @Suite struct MovedPanelTests {
    /// The tools at home and where the test moves them, window px.
    private let home = Area(x: 16, y: 76, width: 56, height: 480)
    private let moved = Area(x: 672, y: 142, width: 56, height: 480)
    /// The middle of the tools' handle, window px.
    private let handle = (x: 44.0, y: 574.0)

    private func session(_ folder: TemporaryFolder) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["--geometry", "1280x800+0+0", "--canvas", "1280x800", "--new"]
      (arrangement.folder, arrangement.hasPanels, arrangement.screen) = (folder, true, (1300, 860))
      return try TestSession(arrangement)
    }

    /// Whether a panel covers an area: it is dark, the paper is not.
    private func isCovered(_ area: Area, _ session: TestSession) throws -> Bool {
      try session.image().cropped(to: area).count { Image.luma($0) < 60 } > area.width * area.height / 2
    }

    private func place(_ folder: TemporaryFolder) -> String? {
      let text = try? String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)
      return text?.split(separator: "\n").first { $0.hasPrefix("panel.") }.map(String.init)
    }

    /// Fails if the pen does not move a panel by its handle, draws while it does, the panel is
    /// elsewhere after the next start, or the reset does not move it back or is not kept.
    @Test func aMovedPanelStays() throws {
      let folder = try TemporaryFolder()
      do {
        let session = try session(folder)
        #expect(try isCovered(home, session) && !isCovered(moved, session))
        try session.line(from: handle, to: (handle.x + 656, handle.y + 66))
        #expect(try !isCovered(home, session) && isCovered(moved, session))
        // A tool is chosen at its new place, and nothing was drawn.
        try session.tap(700, 248)
        try session.key("ctrl+z")
        #expect(try session.image().cropped(to: Area(x: 200, y: 200, width: 440, height: 400)).inkArea() == 0)
        #expect(try session.close() == .exited(0))
      }
      #expect(place(folder)?.hasPrefix("panel.tools.place = right 55") == true, "\(place(folder) ?? "")")
      do {
        let session = try session(folder)
        #expect(try !isCovered(home, session) && isCovered(moved, session))
        try session.key("ctrl+shift+p")
        #expect(try isCovered(home, session) && !isCovered(moved, session))
        #expect(try session.close() == .exited(0))
      }
      #expect(place(folder) == nil)
      let session = try session(folder)
      #expect(try isCovered(home, session))
    }
  }
}
