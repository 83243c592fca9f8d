import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Undo goes back through what was done before a drawing was opened, in the running program.
  @Suite struct PastTests {
    /// Where messages are not.
    private let free = Area(x: 0, y: 0, width: 640, height: 340)

    private func shows(_ image: Image, _ sitting: Sitting) throws {
      try sitting.screen.wait(for: "a picture of before", seconds: 60) { () throws(RigError) in
        try sitting.screen.image(of: sitting.window, free).difference(from: image).isEmpty
      }
    }

    private func waitForTitle(_ title: String, _ sitting: Sitting) throws {
      try sitting.screen.wait(for: "the title \(title)", seconds: 60) {
        sitting.screen.title(of: sitting.window) == title
      }
    }

    private func picture(_ sitting: Sitting) throws -> Image {
      try sitting.settle()
      return try sitting.screen.image(of: sitting.window, free)
    }

    /// Would break if what was done before a drawing was saved and closed could not be undone after it is opened, to the pixel
    /// and in the right order; if what was undone then came back otherwise, or made the drawing's state another than it is;
    /// or if a kill between lost any of it.
    @Test func undoGoesBackThroughAFile() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      var states: [Image] = []
      do {
        let sitting = try Sitting(arrangement)
        states.append(try picture(sitting))
        for y in [80.0, 160, 240] {
          try sitting.line(from: (60, y), to: (500, y + 60), pressure: 0.2...1)
          states.append(try picture(sitting))
        }
        try sitting.key("ctrl+s")
        for letter in "past" { try sitting.key(String(letter)) }
        try sitting.key("Return")
        try waitForTitle("past - Fude", sitting)
        #expect(try sitting.close() == .exited(0))
      }
      arrangement.arguments = [pictures + "/past.ora", "--geometry", "640x480+80+60"]
      do {
        let sitting = try Sitting(arrangement)
        #expect(try picture(sitting).difference(from: states[3]).isEmpty)
        // At once, whether it is read or not.
        for _ in 0..<3 { try sitting.key("ctrl+z") }
        try shows(states[0], sitting)
        try waitForTitle("\u{2022} past - Fude", sitting)
        for index in 1...3 {
          try sitting.key("ctrl+y")
          try shows(states[index], sitting)
        }
        try waitForTitle("past - Fude", sitting)
        try sitting.line(from: (500, 60), to: (60, 300))
        states.append(try picture(sitting))
        for index in [3, 2] {
          try sitting.key("ctrl+z")
          try shows(states[index], sitting)
        }
        // Everything is in the journal as it is shown.
        let journal = { () -> String? in
          let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/fude")
          return names?.first { $0.hasSuffix(".journal") }.map { folder.path + "/state/fude/" + $0 }
        }
        let ink = states[2].ink()?.height ?? 0
        try sitting.screen.wait(for: "two strokes in the journal") { () throws(RigError) in
          guard let path = journal(), let picture = try? Sitting.picture(of: path, folder: folder.path) else {
            return false
          }
          return abs((picture.ink()?.height ?? 0) - ink) < 3
        }
        sitting.program.signal(SIGKILL)
        _ = try sitting.program.waitForExit()
      }
      // It is taken up where it was, with all that was done before, and saved so.
      arrangement.arguments = ["--geometry", "640x480+80+60"]
      do {
        let sitting = try Sitting(arrangement)
        try shows(states[2], sitting)
        for index in [1, 0] {
          try sitting.key("ctrl+z")
          try shows(states[index], sitting)
        }
        for index in [1, 2, 3, 4] {
          try sitting.key("ctrl+y")
          try shows(states[index], sitting)
        }
        try sitting.key("ctrl+z")
        try shows(states[3], sitting)
        try sitting.key("ctrl+s")
        try waitForTitle("past - Fude", sitting)
        #expect(try sitting.close() == .exited(0))
      }
      arrangement.arguments = [pictures + "/past.ora", "--geometry", "640x480+80+60"]
      let sitting = try Sitting(arrangement)
      for index in [2, 1, 0] {
        try sitting.key("ctrl+z")
        try shows(states[index], sitting)
      }
      for index in [1, 2, 3, 4] {
        try sitting.key("ctrl+y")
        try shows(states[index], sitting)
      }
    }
  }
}
