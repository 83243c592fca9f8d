import Document
import Export
import Foundation
import Rig
import Testing

extension EndToEnd {
  /// A canvas without edges.
  @Suite struct EndlessTests {
    private func arrangement(_ folder: TemporaryFolder, _ canvas: String...) -> TestSession.Arrangement {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["--geometry", "640x480+80+60"] + canvas
      arrangement.folder = folder
      return arrangement
    }

    /// A canvas with this folder's settings, without panels.
    private func folder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\nhold = 0\npanels = hidden\n", to: "config/fude/settings")
      return folder
    }

    /// Draws at every edge of the window, after moving it by many screens in every direction.
    /// Fails if an edge of the canvas shows, a stroke is missing after the program was killed and
    /// started again, or the saved file is not of the size of what was drawn.
    @Test func drawingGoesOnInEveryDirection() throws {
      let folder = try folder()
      let first = try TestSession(arrangement(folder, "--canvas", "endless"))
      try first.moveMouse(320, 240)
      let ways: [(key: String, wheel: VirtualMouse.Wheel)] = [
        ("ctrl", .down), ("shift", .down), ("ctrl", .up), ("ctrl", .up), ("shift", .up),
      ]
      for (key, wheel) in ways {
        try first.line(from: (2, 60), to: (638, 420), pressure: 0.4...1)
        try first.line(from: (320, 2), to: (300, 478))
        try first.bench.keyboard.holding(key) { () throws(RigError) in
          // 80 px each.
          try first.mouse.wheel(wheel, clicks: 40)
        }
        try first.settle()
        try first.moveMouse(320, 240)
        let image = try first.image()
        #expect(image.bounds { $0 == Look.desk } == nil, "an edge of the canvas")
      }
      try first.line(from: (20, 20), to: (600, 400))
      try first.key("0")
      let expected = try first.image()
      let ink = try #require(expected.bounds { $0 != Look.paper })
      #expect(ink.width > 200 && ink.height > 300, "all of it is shown")
      #expect(expected.bounds { $0 == Look.desk } == nil)
      // A thread writes the journal.
      let count = try first.bench.screen.wait(for: "all strokes in the journal") { () -> Int? in
        Self.strokes(in: first.journals(in: "state/fude").map { first.path("state/fude/" + $0) }, atLeast: 11)
      }
      #expect(count == 11)
      first.program.signal(SIGKILL)
      _ = try first.program.waitForExit()

      let second = try TestSession(arrangement(folder))
      try second.key("0")
      try second.moveMouse(320, 240)
      let free = Area(x: 0, y: 0, width: 640, height: 340)
      #expect(
        try second.image().cropped(to: free).difference(from: expected.cropped(to: free)).isEmpty,
        "the drawing after the kill")
      let picture = try Image(pngAt: try second.export())
      #expect((3700...4000).contains(picture.width) && (6700...7000).contains(picture.height))
    }

    /// Fails if the canvas ends without a message, its edge is not seen, or ink beyond it is shown.
    @Test func theEdgeIsShownAndSaid() throws {
      let session = try TestSession(arrangement(try folder(), "--canvas", "endless"))
      // 5 %, and 3,360 px up. Messages are over the paper then.
      for _ in 0..<14 { try session.key("-") }
      try session.moveMouse(320, 240)
      #expect(try !session.isMessageShown())
      try session.bench.keyboard.holding("ctrl") { () throws(RigError) in
        try session.mouse.wheel(.up, clicks: 42)
      }
      try session.settle()
      #expect(try session.isMessageShown())
      try session.dismissMessage()
      let before = try session.image()
      let edge = try #require(before.bounds { $0 == Look.desk })
      #expect(edge.x == 0 && edge.y == 0 && edge.width == 640 && (200..<380).contains(edge.height))
      try session.line(from: (100, Double(edge.height) + 30), to: (500, Double(edge.height) - 90))
      #expect(try session.isMessageShown())
      try session.dismissMessage()
      let after = try session.image()
      #expect(after.cropped(to: edge).count { $0 == Look.desk } == edge.count)
      #expect(!after.difference(from: before).isEmpty)
    }

    /// The number of strokes that `fude info` finds in the only journal; nil for fewer than `least`.
    private static func strokes(in journals: [String], atLeast least: Int) -> Int? {
      guard journals.count == 1, let fude = try? TestSession.fude() else { return nil }
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(filePath: fude)
      process.arguments = ["info", journals[0]]
      process.standardOutput = pipe
      guard (try? process.run()) != nil else { return nil }
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let line = text.split(separator: "\n").first { $0.hasPrefix("strokes: ") }
      guard let count = line.flatMap({ Int($0.dropFirst(9)) }), count >= least else { return nil }
      return count
    }
  }
}
