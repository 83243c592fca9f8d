import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Undo of edits from before the drawing was opened, which come from the drawing's file.
  @Suite struct SavedHistoryTests {
    /// The part of the window that no message covers.
    private let free = Area(x: 0, y: 0, width: 640, height: 340)

    /// Waits until the free part of the window shows a picture.
    private func waitForPicture(_ image: Image, _ session: TestSession) throws {
      try session.screen.wait(for: "an earlier picture", seconds: 60) { () throws(RigError) in
        try session.screen.image(of: session.window, free).difference(from: image).isEmpty
      }
    }

    private func waitForTitle(_ title: String, _ session: TestSession) throws {
      try session.screen.wait(for: "the title \(title)", seconds: 60) {
        session.screen.title(of: session.window) == title
      }
    }

    /// The free part of the window.
    private func picture(_ session: TestSession) throws -> Image {
      try session.settle()
      return try session.screen.image(of: session.window, free)
    }

    /// Fails if the settings do not keep the history out of a file, or take it from the open drawing.
    @Test func settingsKeepTheHistoryOut() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      _ = try folder.makeFolder("config")
      try folder.write("cursor = cross\nsaved-history = 0\n", to: "config/fude/settings")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (60, 80), to: (500, 140), pressure: 0.2...1)
      try session.key("ctrl+s")
      for letter in "past" { try session.key(String(letter)) }
      try session.key("Return")
      try waitForTitle("past - Fude", session)
      let file = try Data(contentsOf: URL(filePath: pictures + "/past.ora"))
      #expect(file.range(of: Data("stack.xml".utf8)) != nil && file.range(of: Data("Fude/history".utf8)) == nil)
      let drawn = try picture(session)
      try session.key("ctrl+z")
      #expect(try !picture(session).difference(from: drawn).isEmpty, "the open drawing keeps its steps")
    }

    /// Fails if the history of a saved drawing cannot be undone exactly after opening, if redo
    /// differs, or if a crash loses it.
    @Test func undoGoesBackThroughAFile() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      var states: [Image] = []
      do {
        let session = try TestSession(arrangement)
        states.append(try picture(session))
        for y in [80.0, 160, 240] {
          try session.line(from: (60, y), to: (500, y + 60), pressure: 0.2...1)
          states.append(try picture(session))
        }
        try session.key("ctrl+s")
        for letter in "past" { try session.key(String(letter)) }
        try session.key("Return")
        try waitForTitle("past - Fude", session)
        #expect(try session.close() == .exited(0))
      }
      arrangement.arguments = [pictures + "/past.ora", "--geometry", "640x480+80+60"]
      do {
        let session = try TestSession(arrangement)
        #expect(try picture(session).difference(from: states[3]).isEmpty)
        // Immediately, whether or not the program has read the history by now.
        for _ in 0..<3 { try session.key("ctrl+z") }
        try waitForPicture(states[0], session)
        try waitForTitle("\u{2022} past - Fude", session)
        for index in 1...3 {
          try session.key("ctrl+y")
          try waitForPicture(states[index], session)
        }
        try waitForTitle("past - Fude", session)
        try session.line(from: (500, 60), to: (60, 300))
        states.append(try picture(session))
        for index in [3, 2] {
          try session.key("ctrl+z")
          try waitForPicture(states[index], session)
        }
        // Before the program is killed, its journal must have all that is shown.
        let journal = { () -> String? in
          let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/fude")
          return names?.first { $0.hasSuffix(".journal") }.map { folder.path + "/state/fude/" + $0 }
        }
        let ink = states[2].ink()?.height ?? 0
        try session.screen.wait(for: "two strokes in the journal") { () throws(RigError) in
          guard let path = journal(), let picture = try? TestSession.picture(of: path, folder: folder.path) else {
            return false
          }
          return abs((picture.ink()?.height ?? 0) - ink) < 3
        }
        session.program.signal(SIGKILL)
        _ = try session.program.waitForExit()
      }
      // The recovered drawing has its whole history, also after it is saved.
      arrangement.arguments = ["--geometry", "640x480+80+60"]
      do {
        let session = try TestSession(arrangement)
        try waitForPicture(states[2], session)
        for index in [1, 0] {
          try session.key("ctrl+z")
          try waitForPicture(states[index], session)
        }
        for index in [1, 2, 3, 4] {
          try session.key("ctrl+y")
          try waitForPicture(states[index], session)
        }
        try session.key("ctrl+z")
        try waitForPicture(states[3], session)
        try session.key("ctrl+s")
        try waitForTitle("past - Fude", session)
        #expect(try session.close() == .exited(0))
      }
      arrangement.arguments = [pictures + "/past.ora", "--geometry", "640x480+80+60"]
      let session = try TestSession(arrangement)
      for index in [2, 1, 0] {
        try session.key("ctrl+z")
        try waitForPicture(states[index], session)
      }
      for index in [1, 2, 3, 4] {
        try session.key("ctrl+y")
        try waitForPicture(states[index], session)
      }
    }
  }
}
