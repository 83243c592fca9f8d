import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Strokes that get another colour or are deleted, with what came after them.
  @Suite struct StrokeChangesTests {
    private static let upper = Area(x: 40, y: 60, width: 380, height: 80)
    private static let lower = Area(x: 40, y: 220, width: 380, height: 60)

    private static func hasInk(_ area: Area, _ session: TestSession) throws(RigError) -> Bool {
      try session.screen.settle(session.window)
      return try session.screen.image(of: session.window).ink(in: area) != nil
    }

    /// Waits until there is ink at the first line, or none.
    private func wait(forInk isThere: Bool, _ session: TestSession) throws {
      try session.screen.wait(for: isThere ? "ink" : "no ink") { () throws(RigError) in
        try Self.hasInk(Self.upper, session) == isThere
      }
    }

    /// Fails if the keys do not change the last stroke, undo does not take that back, or a stroke that is drawn
    /// right after the key is lost.
    @Test func theLastStrokeChanges() throws {
      let session = try TestSession()
      try session.line(from: (80, 100), to: (400, 100))
      try wait(forInk: true, session)
      // White, as the paper.
      try session.key("x")
      try session.key("ctrl+shift+r")
      try wait(forInk: false, session)
      try session.key("ctrl+z")
      try wait(forInk: true, session)
      try session.key("x")
      try session.key("ctrl+shift+Delete")
      try session.line(from: (80, 250), to: (400, 250))
      try wait(forInk: false, session)
      #expect(try session.image().inkArea(in: Self.lower) > 500)
      // The change is shown before or after the second line.
      try session.key("ctrl+z")
      try session.key("ctrl+z")
      try wait(forInk: true, session)
      #expect(try !Self.hasInk(Self.lower, session))
    }

    /// Fails if a change is not in the journal.
    @Test func aChangeSurvivesACrash() throws {
      let folder = try TemporaryFolder()
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      do {
        let session = try TestSession(arrangement)
        try session.line(from: (80, 100), to: (400, 100))
        try session.line(from: (80, 250), to: (400, 250))
        // The last stroke.
        try session.key("ctrl+shift+Delete")
        try session.screen.wait(for: "no ink") { () throws(RigError) in
          try !Self.hasInk(Self.lower, session)
        }
        // A thread writes the journal.
        try session.screen.wait(for: "the change in the journal") { () throws(RigError) in
          guard let name = session.journals(in: "state/fude").first,
            let picture = try? TestSession.picture(of: session.path("state/fude/" + name), folder: folder.path)
          else { return false }
          return picture.ink(in: Self.upper) != nil
            && picture.ink(in: Self.lower) == nil
        }
        session.program.signal(SIGKILL)
        _ = try session.program.waitForExit()
      }
      let session = try TestSession(arrangement)
      try wait(forInk: true, session)
      #expect(try session.image().ink(in: Self.lower) == nil)
      try session.key("ctrl+z")
      try session.screen.wait(for: "the stroke") { () throws(RigError) in
        try Self.hasInk(Self.lower, session)
      }
    }
  }
}
