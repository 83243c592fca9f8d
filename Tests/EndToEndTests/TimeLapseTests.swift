import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Films by the real encoder.
  @Suite struct TimeLapseTests {
    private static func path(of program: String) -> String? {
      ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + program }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    private static let hasEncoder = path(of: "ffmpeg") != nil && path(of: "ffprobe") != nil

    private func output(_ program: String, _ arguments: [String]) throws -> String {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(filePath: try #require(Self.path(of: program)))
      (process.arguments, process.standardOutput) = (arguments, pipe)
      try process.run()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(program) \(arguments)")
      return String(decoding: bytes, as: UTF8.self)
    }

    private func count(_ film: String) throws -> Int? {
      let words = [
        "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames", "-of",
        "csv=p=0", film,
      ]
      return Int(try output("ffprobe", words).trimmingCharacters(in: CharacterSet(charactersIn: "0123456789").inverted))
    }

    /// A picture of a film; the number counts from 0.
    private func picture(_ number: Int, of film: String, in folder: TemporaryFolder) throws -> Image {
      let path = folder.path + "/picture.png"
      _ = try output(
        "ffmpeg",
        [
          "-v", "error", "-y", "-i", film, "-vf", "select=eq(n\\,\(number)),scale=in_color_matrix=bt709,format=rgb24",
          "-frames:v", "1", path,
        ])
      return try Image(pngAt: path)
    }

    /// The mean distance of two pictures' brightness, and the share of pixels that differ by more
    /// than 48 of 255.
    private func difference(_ a: Image, _ b: Image) -> (mean: Double, share: Double) {
      var (sum, count) = (0, 0)
      for y in 0..<min(a.height, b.height) {
        for x in 0..<min(a.width, b.width) {
          let distance = abs(Image.luma(a[x, y]) - Image.luma(b[x, y]))
          sum += distance
          if distance > 48 { count += 1 }
        }
      }
      let area = Double(min(a.height, b.height) * min(a.width, b.width))
      return (Double(sum) / area, Double(count) / area)
    }

    private func type(_ text: String, _ session: TestSession) throws {
      for letter in text { try session.key(letter == "." ? "period" : String(letter)) }
    }

    /// Fails if a film from the window has another number of pictures or another last picture than
    /// the drawing. Tolerances: a mean of 2 of 255 in brightness, and 1 % of pixels that differ by
    /// more than 48: edges of ink, by the losses of the format. A GIF has a palette of 256 colours.
    @Test(
      .enabled(if: Self.hasEncoder, "ffmpeg or ffprobe is not installed"), arguments: ["mp4", "webm", "gif"])
    func filmsOfTheWindow(format: String) throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      // Odd sides, which most films cannot have.
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "639x479"]
      let session = try TestSession(arrangement)
      for y in [80.0, 150, 220, 290] { try session.line(from: (80, y), to: (560, y + 60), pressure: 0.3...1) }
      try session.key("ctrl+alt+e")
      for _ in 0..<(["mp4", "webm", "gif"].firstIndex(of: format) ?? 0) { try session.key("Right") }
      try session.key("Tab")
      try type("2", session)
      try session.key("Return")
      try type("film", session)
      try session.key("Return")
      let film = pictures + "/film." + format
      try session.screen.wait(for: film, seconds: 120) { FileManager.default.fileExists(atPath: film) }
      #expect(session.files(in: "Pictures") == ["film." + format])
      #expect(try count(film) == 60)
      try session.key("ctrl+e")
      let still = pictures + "/Drawing.png"
      try session.screen.wait(for: still, seconds: 60) { FileManager.default.fileExists(atPath: still) }
      let drawing = try Image(pngAt: still)
      let (mean, share) = difference(try picture(59, of: film, in: folder), drawing)
      #expect(mean < 2 && share < 0.01, "\(mean) \(share)")
      // The first picture is the empty paper.
      #expect(difference(try picture(0, of: film, in: folder), drawing).share > 0.02)
      #expect(session.program.errors == "")
      #expect(try session.close() == .exited(0))
    }

    /// Fails if a film by the command is another than asked for: pictures, width.
    @Test(.enabled(if: Self.hasEncoder, "ffmpeg or ffprobe is not installed"))
    func filmsOfTheCommand() throws {
      let folder = try TemporaryFolder()
      let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/sample.pen").path
      let film = folder.path + "/a.mp4"
      let program = try Program(
        try TestSession.fude(), ["timelapse", sample, "-o", film, "--fps", "10", "--seconds", "1.5", "--width", "400"])
      #expect(try program.waitForExit(seconds: 200) == .exited(0), "\(program.errors)")
      #expect(try count(film) == 15)
      let picture = try picture(14, of: film, in: folder)
      #expect(picture.width == 400 && picture.height == 224)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.mp4", "picture.png"])
    }

    /// The processes that this one has started.
    private func children(of process: Int) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { entry in
        guard Int(entry) != nil, let status = try? String(contentsOfFile: "/proc/\(entry)/status", encoding: .utf8)
        else { return false }
        return status.contains("PPid:\t\(process)\n")
      }
    }

    /// The middle of the message's button, found from its right end; nil without a message.
    private func button(_ session: TestSession) throws(RigError) -> (x: Double, y: Double)? {
      let row = 480 - 16 - 50 - 20
      let image = try session.screen.image(of: session.window)
      guard (300..<340).allSatisfy({ Image.luma(image[$0, row - 17]) < 60 }) else { return nil }
      var x = 320
      while x < 639, Image.luma(image[x, row + 17]) < 60 { x += 1 }
      return (Double(x - 40), Double(row))
    }

    /// Fails if a long film shows no message with a Cancel button, or a cancelled one leaves a file
    /// or the encoder. Quitting cancels it as well.
    @Test(.enabled(if: Self.hasEncoder, "ffmpeg or ffprobe is not installed"), arguments: [true, false])
    func aCancelledFilmLeavesNothing(byQuitting: Bool) throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "3000x2000"]
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (560, 300))
      try session.key("ctrl+alt+e")
      try session.key("Tab")
      try type("3600", session)
      try session.key("Return")
      try type("long", session)
      try session.key("Return")
      let place = try session.screen.wait(
        for: "a message with a button", seconds: 60, untilFound: { () throws(RigError) in try button(session) })
      try session.screen.wait(for: "the encoder", seconds: 60) { !children(of: session.program.processID).isEmpty }
      let written = session.files(in: "Pictures")
      #expect(written.count == 1 && written.allSatisfy { $0.hasSuffix(".part") }, "\(written)")
      if !byQuitting {
        try session.tap(place.x, place.y)
        try session.screen.wait(for: "an empty folder", seconds: 60) { session.files(in: "Pictures") == [] }
        // The file goes first; a busy system may take a moment longer for the encoder.
        try session.screen.wait(for: "the encoder's end", seconds: 20) {
          children(of: session.program.processID).isEmpty
        }
        #expect(session.program.errors == "")
      }
      let process = session.program.processID
      #expect(try session.close() == .exited(0))
      #expect(session.files(in: "Pictures") == [] && children(of: process) == [])
    }

    /// Fails if a window without an encoder offers no images, or writes others than asked for.
    @Test func withoutEncoderImagesAreWritten() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.environment["PATH"] = folder.path
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (560, 300))
      try session.key("ctrl+alt+e")
      try session.key("Tab")
      try type("0.4", session)
      try session.key("Return")
      try type("film", session)
      try session.key("Return")
      let last = pictures + "/film/frame-00012.png"
      try session.screen.wait(for: last, seconds: 60) { FileManager.default.fileExists(atPath: last) }
      #expect(session.files(in: "Pictures/film").count == 12)
      try session.key("ctrl+e")
      let still = pictures + "/Drawing.png"
      try session.screen.wait(for: still, seconds: 60) { FileManager.default.fileExists(atPath: still) }
      #expect(try Image(pngAt: last).difference(from: Image(pngAt: still)).isEmpty)
      #expect(session.program.errors == "")
      #expect(try session.close() == .exited(0))
    }

    /// Fails if the command without an encoder leaves a file or does not say what to install.
    @Test func theCommandNamesTheMissingEncoder() throws {
      let folder = try TemporaryFolder()
      let recording = folder.path + "/r.pen"
      try "fude recording 1 canvas 200x100 px\n0 20 50 0.5 1.5 0 pen 1\n0.1 180 50 0.5 1.5 0 pen 1\nlift\nend\n"
        .write(toFile: recording, atomically: false, encoding: .utf8)
      let program = try Program(
        try TestSession.fude(), ["timelapse", recording, "-o", folder.path + "/a.mp4"],
        environment: ["PATH": folder.path])
      #expect(try program.waitForExit(seconds: 60) == .exited(1))
      #expect(program.errors.contains("install the package \"ffmpeg\""), "\(program.errors)")
      #expect(program.errors.count { $0 == "\n" } == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r.pen"])
    }
  }
}
