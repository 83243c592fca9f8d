import Archive
import Foundation
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  /// Files of the command line that are read while the window is open already.
  @Suite struct OpeningTests {
    /// A white PNG.
    /// - Parameter missing: bytes that are missing at its end.
    private func picture(side: Int, missing: Int = 0) throws -> Data {
      let row = [0] + [UInt8](repeating: 255, count: side / 8)
      var pixels: [UInt8] = []
      pixels.reserveCapacity(side * row.count)
      for _ in 0..<side { pixels += row }
      let header = PNGChunks.big(side) + PNGChunks.big(side) + [1, 0, 0, 0, 0]
      let packed = try Deflate.packed(pixels.span, level: 1)
      return Data(PNGChunks([("IHDR", header), ("IDAT", packed), ("IEND", [])]).bytes.dropLast(missing))
    }

    /// A session that opens a picture which takes about 10 s to read, with this program on this machine.
    private func session(missing: Int = 0) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      let folder = try TemporaryFolder()
      let path = try folder.makeFolder("Pictures") + "/large.png"
      try picture(side: 2000).write(to: URL(filePath: path))
      // Without a display the program reads the file and ends.
      let start = ContinuousClock.now
      let reading = try Program(try TestSession.fude(), [path], folder: folder)
      #expect(try reading.waitForExit(seconds: 60) == .exited(1))
      let time = start.duration(to: .now) / .seconds(1)
      let side = min(31_000, 2000 * (10 / time).squareRoot())
      try picture(side: Int(side) / 8 * 8, missing: missing).write(to: URL(filePath: path))
      arrangement.folder = folder
      arrangement.arguments = [path] + arrangement.arguments
      return try TestSession(arrangement)
    }

    /// Fails if the window waits for the file, shows no progress, or loses ink that is drawn meanwhile or puts it on
    /// the picture.
    @Test func theWindowDoesNotWaitForALargePicture() throws {
      let session = try self.session()
      let screen = session.screen
      try #require(screen.title(of: session.window) == "Drawing - Fude")
      try screen.wait(for: "the progress") { () throws(RigError) in try session.isMessageShown() }
      try session.line(from: (80, 80), to: (400, 300))
      #expect(screen.title(of: session.window) == "\u{2022} Drawing - Fude")
      let paper = Area(x: 60, y: 60, width: 400, height: 260)
      let drawn = try session.image().inkArea(in: paper)
      #expect(drawn > 500)
      try screen.wait(for: "the picture", seconds: 240) { screen.title(of: session.window) == "large - Fude" }
      #expect(try session.image().inkArea(in: paper) == 0)
      #expect(try abs(session.kept().inkArea(in: paper) - drawn) < 1)
      #expect(try session.close() == .exited(0))
      #expect(session.program.errors == "")
    }

    /// Fails if a late reading error ends the program, has no message, or has several.
    @Test func aLateErrorIsShownInTheWindow() throws {
      let session = try self.session(missing: 20)
      try session.line(from: (80, 80), to: (400, 300))
      try session.program.waitForErrors("\n", seconds: 240)
      let errors = session.program.errors
      #expect(errors.hasPrefix("fude: cannot read \(session.path("Pictures/large.png")): it is cut short"), "\(errors)")
      #expect(errors.count { $0 == "\n" } == 1, "\(errors)")
      try session.dismissMessage()
      #expect(session.screen.title(of: session.window) == "\u{2022} Drawing - Fude")
      #expect(try session.close() == .exited(0))
      #expect(session.journals().count == 1)
    }
  }
}
