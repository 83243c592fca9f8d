import Archive
import Foundation
import Glibc
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  /// Signals end commands without a window, whatever those do at that moment.
  @Suite struct SignalTests {
    /// Waits until a descriptor that `program` causes to be written can be read. Returns up to 4096
    /// bytes of it.
    private func read(_ descriptor: Int32, of program: Program) throws -> [UInt8] {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&entry, 1, 60_000) == 1, "\(program.errors)")
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      return Array(bytes.prefix(max(0, count)))
    }

    private func names(_ folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// A drawing whose layers take long to read: large images in entries of their own.
    private func slowDrawing() throws -> [UInt8] {
      let side = 16_000
      let rows = try Deflate.packed([UInt8](repeating: 0, count: side * (side / 8 + 1)).span, level: 9)
      let header = PNGChunks.big(side) + PNGChunks.big(side) + [1, 0, 0, 0, 0]
      let image = PNGChunks([("IHDR", header), ("IDAT", rows), ("IEND", [])]).bytes
      let layers = (0..<40).map { "data/\($0).png" }
      let list = layers.map { "<layer src=\"\($0)\"/>" }.joined()
      let text = "<image version=\"0.0.3\" w=\"\(side)\" h=\"\(side)\"><stack>\(list)</stack></image>"
      let entries =
        [("mimetype", Array("image/openraster".utf8)), ("stack.xml", Array(text.utf8))] + layers.map { ($0, image) }
      return SmallZip.archive(entries.map { (name: Array($0.0.utf8), content: $0.1) })
    }

    /// Fails if a signal does not end a command that reads a file, or its status is another than a
    /// shell's. The signal comes once the file was opened.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func readingEnds(number: Int32) throws {
      let folder = try TemporaryFolder()
      let drawing = folder.path + "/slow.ora"
      try Data(try slowDrawing()).write(to: URL(filePath: drawing))
      let picture = folder.path + "/a.png"
      for arguments in [
        ["export", drawing, "-o", picture], ["replay", drawing, "-o", picture],
        ["timelapse", drawing, "--frames", folder.path + "/frames"], ["info", drawing],
      ] {
        let watch = inotify_init()
        defer { close(watch) }
        try #require(inotify_add_watch(watch, drawing, UInt32(IN_OPEN)) >= 0)
        let program = try Program(try TestSession.fude(), arguments)
        _ = try read(watch, of: program)
        program.signal(number)
        #expect(try program.waitForExit(seconds: 60) == .exited(128 + Int(number)))
        let message = "it was stopped; nothing is left of it\n"
        #expect(arguments[0] == "info" ? program.errors == "" : program.errors.hasSuffix(message), "\(program.errors)")
        #expect(program.output == "")
        #expect(try names(folder.path) == ["slow.ora"])
      }
    }

    /// Programs in the place of ffmpeg that never end: when asked for encoders, or when they
    /// encode. Some ignore signals, and have children. They write their process's number to the
    /// FIFO MARK.
    private static let hanging = [
      "echo $$ >MARK; exec sleep 1000", "trap '' TERM INT HUP; echo $$ >MARK; sleep 1000; sleep 1000",
      """
      case "$*" in *-encoders*) echo ' V....D libx264  Text'; exit 0;; esac
      trap '' TERM INT HUP; echo $$ >MARK; sleep 1000; sleep 1000
      """,
    ]

    /// Fails if a signal leaves ffmpeg or a file, or does not end the command while ffmpeg hangs.
    @Test(arguments: [SIGINT, SIGTERM], hanging) func hangingEncodersEnd(number: Int32, script: String) throws {
      let folder = try TemporaryFolder()
      let bin = folder.path + "/bin"
      let mark = folder.path + "/process"
      #expect(mkfifo(mark, 0o600) == 0)
      let end = open(mark, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(end) }
      try folder.writeProgram("#!/bin/sh\n\(script.replacing("MARK", with: mark))\n", to: "bin/ffmpeg")
      let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/sample.pen").path
      let films = try folder.makeFolder("films")
      let program = try Program(
        try TestSession.fude(), ["timelapse", sample, "-o", films + "/a.mp4"],
        environment: ["PATH": bin + ":/usr/bin:/bin"])
      let line = String(decoding: try read(end, of: program), as: UTF8.self)
      let process = try #require(pid_t(line.prefix { $0 != "\n" }))
      program.signal(number)
      #expect(try program.waitForExit(seconds: 60) == .exited(128 + Int(number)))
      #expect(program.errors.hasSuffix("it was stopped; nothing is left of it\n"), "\(program.errors)")
      #expect(kill(process, 0) == -1 && errno == ESRCH)
      #expect(try names(films) == [])
    }
  }
}
