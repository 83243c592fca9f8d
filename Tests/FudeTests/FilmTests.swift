import Document
import Foundation
import Geometry
import Glibc
import Ink
import Paint
import Rig
import Testing

@testable import Export
@testable import Fude

/// Programs that are fed, and films by an encoder.
@Suite struct FilmTests {
  private final class Folder {
    private let folder: TemporaryFolder
    var path: String { folder.path }
    init() throws { folder = try TemporaryFolder() }
    /// A stand-in for ffmpeg.
    func program(_ script: String) throws { try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "bin/ffmpeg") }
    /// A stand-in for ffmpeg that knows one encoder and then runs a script.
    func encoder(_ script: String, knows codec: String = "libx264") throws -> [String: String] {
      try program("case \"$*\" in *-encoders*) echo ' V....D \(codec)  Text'; exit 0;; esac\n" + script)
      return ["PATH": "relative::/nowhere:" + path + "/bin"]
    }
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
  }

  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawing() throws -> Document {
    var document = try #require(Document(width: 301, height: 200))
    for number in 1...3 {
      var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
      for i in 0..<20 {
        stroke.add(PenSample(position: Point(Double(10 * i), Double(40 * number)), time: Double(i) / 200))
      }
      _ = stroke.finish(on: &document)
    }
    return document
  }

  private func film(
    _ environment: [String: String], to path: String, format: FilmOptions.Format = .mp4,
    progress: ExportProgress = .none
  ) throws -> String {
    var options = FilmOptions()
    (options.format, options.seconds, options.rate) = (format, 2, 10)
    let document = try drawing()
    do throws(ExportError) {
      try document.exportFilm(to: path, options, environment: environment, filler: filler, progress: progress)
      return "done"
    } catch { return "\(error)" }
  }

  /// Fails if bytes are lost or changed between a program's input and the file that it writes, or
  /// its messages are not collected, also where both are longer than a pipe holds.
  @Test func fedProgramsGetEverything() throws {
    let folder = try Folder()
    let path = folder.path + "/copy"
    let target = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(target) }
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let script = "yes message | head -c 300000 >&2; cat >&3; echo; echo the end >&2"
    let program = try FedProgram("/bin/sh", ["sh", "-c", script], output: target, collecting: .errors)
    #expect(bytes.withUnsafeBytes { program.write($0) { true } })
    #expect(program.finish() == 0)
    #expect(FileManager.default.contents(atPath: path) == Data(bytes))
    #expect(program.lastLine == "the end" && program.text.count <= 1 << 16)
  }

  /// Fails if writing to a program that has ended or hangs never returns, or a program outlives its
  /// object.
  @Test func endedAndHangingProgramsDoNotBlock() throws {
    let ended = try FedProgram("/bin/sh", ["sh", "-c", "exit 3"], collecting: .errors)
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    #expect(!bytes.withUnsafeBytes { ended.write($0) { true } })
    #expect(ended.finish() == 3 << 8)
    var questions = 0
    let folder = try Folder()
    let fifo = folder.path + "/pid"
    #expect(mkfifo(fifo, 0o600) == 0)
    let process: pid_t
    do {
      let script = "echo $$ > \(fifo); exec sleep 1000"
      let hanging = try FedProgram("/bin/sh", ["sh", "-c", script], collecting: .errors)
      // Waits for the program to write it.
      let end = open(fifo, O_RDONLY | O_CLOEXEC)
      defer { close(end) }
      var line = [UInt8](repeating: 0, count: 32)
      let count = read(end, &line, line.count)
      process = try #require(pid_t(String(decoding: line.prefix(max(0, count - 1)), as: UTF8.self)))
      let isWanted = {
        questions += 1
        return questions < 4
      }
      #expect(!bytes.withUnsafeBytes { hanging.write($0, isWanted: isWanted) })
      #expect(hanging.finish(isWanted: { false }) == nil)
    }
    #expect(kill(process, 0) == -1 && errno == ESRCH)
    #expect(throws: FedProgram.StartError.self) {
      try FedProgram("/nowhere/program", ["program"], collecting: .errors)
    }
  }

  /// Fails if an encoder that hangs when it is asked for its formats cannot be cancelled.
  @Test func hangingEncodersAreCancelled() throws {
    let folder = try Folder()
    try folder.program("exec sleep 1000")
    let end = try film(
      ["PATH": folder.path + "/bin"], to: folder.path + "/a.mp4", progress: ExportProgress { _ in false })
    #expect(end == "\(ExportError.cancelled)" && folder.names == ["bin"])
  }

  /// Fails if the encoder does not get every picture in full, or the film is not what it wrote.
  @Test func picturesReachTheEncoder() throws {
    let folder = try Folder()
    let environment = try folder.encoder("cat >&3")
    let path = folder.path + "/a.mp4"
    #expect(try film(environment, to: path) == "done")
    let size = try #require(FileManager.default.contents(atPath: path)).count
    #expect(size == 20 * 301 * 200 * 4)
    #expect(folder.names == ["a.mp4", "bin"])
  }

  /// Fails if a missing, failing or killed encoder, or one without the codec, leaves a file, harms
  /// the old one, or is not named with the last line that it said.
  @Test func encodersThatFailLeaveNothing() throws {
    let folder = try Folder()
    let path = folder.path + "/a.mp4"
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    #expect(try film(["PATH": folder.path], to: path).contains("ffmpeg, which is not installed; install the package"))
    let cases = [
      ("cat > /dev/null; echo first >&2; echo 'no room for it' >&2; exit 1", "ffmpeg failed: no room for it"),
      ("echo early >&2; exit 1", "ffmpeg failed: early"),
      ("echo odd >&2; exit 0", "ffmpeg failed: odd"),
      ("cat > /dev/null; exit 1", "ffmpeg failed without a reason"),
      ("cat > /dev/null; echo dying >&2; kill -9 $$", "ffmpeg was stopped by signal 9: dying"),
    ]
    for (script, fault) in cases {
      let sentence = try film(try folder.encoder(script), to: path)
      #expect(sentence == "cannot write \(path): \(fault)")
    }
    let other = try film(try folder.encoder("cat >&3", knows: "flv"), to: path, format: .webM)
    #expect(other.contains("no encoder for webm; it needs one of libvpx-vp9"))
    var count = 6
    let cancelled = try film(
      try folder.encoder("cat >&3"), to: path,
      progress: ExportProgress { _ in
        count -= 1
        return count > 0
      })
    #expect(cancelled == "\(ExportError.cancelled)")
    #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]) && folder.names == ["a.mp4", "bin"])
  }

  /// Fails if pictures have sides that films cannot have, are larger than the canvas, or a GIF has
  /// more pictures than programs show.
  @Test func sizesAndCounts() {
    var options = FilmOptions()
    #expect(options.pictureSize(width: 3001, height: 1501) == (1920, 960))
    #expect(options.pictureSize(width: 301, height: 201) == (301, 201))
    options.size = .share(0.5)
    #expect(options.pictureSize(width: 301, height: 3) == (150, 2))
    options.size = .width(9000)
    #expect(options.pictureSize(width: 100, height: 30_000) == (26, 8192))
    (options.rate, options.seconds) = (60, 2)
    #expect(options.count == 120)
    options.format = .gif
    #expect(options.count == 100)
  }
}
