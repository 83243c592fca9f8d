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
    private func wait(forInk isThere: Bool, _ session: TestSession, _ area: Area = upper) throws {
      try session.screen.wait(for: isThere ? "ink" : "no ink") { () throws(RigError) in
        try Self.hasInk(area, session) == isThere
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

    /// Fails if a pen does not choose a stroke and move it by its frame, undo does not take that back, or Delete deletes
    /// another stroke.
    @Test func aChosenStrokeIsMoved() throws {
      let session = try TestSession()
      try session.line(from: (80, 100), to: (400, 100))
      try session.line(from: (80, 250), to: (400, 250))
      let drawn = try session.image()
      try session.key("k")
      // Its strokes are found by a worker first.
      try session.screen.wait(for: "the frame of a stroke") { () throws(RigError) in
        do {
          try session.tap(240, 100)
          return try !session.image().difference(from: drawn).isEmpty
        } catch { throw RigError("\(error)") }
      }
      try session.line(from: (240, 100), to: (240, 170))
      try session.key("Escape")
      try wait(forInk: true, session, Area(x: 90, y: 160, width: 300, height: 20))
      #expect(try session.image().inkArea(in: Area(x: 90, y: 90, width: 300, height: 20)) == 0)
      try session.key("ctrl+z")
      try wait(forInk: true, session)
      #expect(try session.image().difference(from: drawn).isEmpty)
      try session.tap(240, 100)
      try session.key("Delete")
      try wait(forInk: false, session)
      #expect(try session.image().inkArea(in: Self.lower) > 500)
    }

    /// Fails if a pen does not bend a stroke, or the eraser does not erase a line's end beyond another line.
    @Test func strokesAreBentAndTrimmed() throws {
      let session = try TestSession()
      try session.line(from: (80, 150), to: (400, 150))
      try session.line(from: (300, 60), to: (300, 260))
      try wait(forInk: true, session, Area(x: 330, y: 145, width: 60, height: 10))
      try session.key("alt+e")
      try session.tap(370, 150)
      try wait(forInk: false, session, Area(x: 330, y: 140, width: 60, height: 20))
      #expect(try session.image().inkArea(in: Area(x: 90, y: 140, width: 190, height: 20)) > 300)
      #expect(try session.image().inkArea(in: Area(x: 290, y: 70, width: 20, height: 60)) > 100)
      try session.key("alt+2")
      let below = Area(x: 150, y: 190, width: 80, height: 30)
      try session.screen.wait(for: "a bent line") { () throws(RigError) in
        do {
          try session.line(from: (190, 150), to: (190, 205))
          return try session.image().inkArea(in: below) > 20
        } catch { throw RigError("\(error)") }
      }
    }

    /// Fails if a file that is written while strokes are being changed has the picture from before the change.
    @Test func filesWaitForAChange() throws {
      let folder = try TemporaryFolder()
      var recording = "fude recording 1 canvas 640x480 px\n"
      // Enough to take longer than the keys.
      for number in 0..<600 {
        let (time, y) = (Double(number), 20 + number % 40 * 8)
        recording += "brush size 24 color #40a0ff\n"
        for step in 0...4 { recording += "\(time + Double(step) / 10) \(20 + 150 * step) \(y) 0.7 1.2 0.5 pen 1\n" }
        recording += "lift\n"
      }
      try folder.write(recording + "end\n", to: "r.pen")
      let file = folder.path + "/a.ora"
      let replay = try Program(try TestSession.fude(), ["replay", folder.path + "/r.pen", "-o", file])
      #expect(try replay.waitForExit(seconds: 60) == .exited(0))
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [file, "--geometry", "640x480+80+60"]
      let session = try TestSession(arrangement)
      func wait(forTitle title: String) throws {
        try session.screen.wait(for: "the title \(title)", seconds: 60) {
          session.screen.title(of: session.window) == title
        }
      }
      // The history is read then.
      try session.key("ctrl+z")
      try wait(forTitle: "\u{2022} a - Fude")
      try session.key("ctrl+shift+z")
      try wait(forTitle: "a - Fude")
      try session.key("ctrl+a")
      try session.key("ctrl+shift+r")
      try session.key("ctrl+s")
      try session.key("ctrl+e")
      func isBlack(_ file: String) -> Bool {
        (try? Image(pngAt: file)).map { Image.luma($0[320, 100]) < 60 } ?? false
      }
      let merged = folder.path + "/merged.png"
      try session.screen.wait(for: "the change in the file", seconds: 60) {
        let export = try? Program(TestSession.fude(), ["export", file, "-o", merged])
        return (try? export?.waitForExit(seconds: 30)) == .exited(0) && isBlack(merged)
      }
      try wait(forTitle: "a - Fude")
      let exported = session.path("Pictures/a.png")
      try session.screen.wait(for: "the export", seconds: 60) { FileManager.default.fileExists(atPath: exported) }
      #expect(isBlack(exported))
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
