import Export
import Foundation
import Paint
import Pixels
import Rig
import Testing

@testable import Document
@testable import Storage

extension EndToEnd {
  /// Files that commands write, and those that they must not.
  @Suite struct OverwritingTests: CommandRun {
    /// Fails if a command replaces a write-protected file without --force, or refuses only after
    /// the work.
    @Test func writeProtectedFilesNeedForce() throws {
      let folder = try TemporaryFolder()
      let source = folder.path + "/a.ora"
      try #require(Document(width: 20, height: 10)).save(to: source)
      let target = try write(Array("old".utf8), "out.png", in: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: target)
      for command in ["export", "replay"] {
        expectOneSentence(
          try run(command, source, "-o", target), status: 1,
          "cannot write \(target): it is write-protected; use --force to replace it")
      }
      expectOneSentence(try run("record", target), status: 1, "it is write-protected; use --force")
      #expect(FileManager.default.contents(atPath: target) == Data("old".utf8))
      let result = try run("export", source, "-o", target, "--force")
      #expect(result.status == .exited(0) && result.errors == "")
      #expect(FileManager.default.contents(atPath: target)?.starts(with: [0x89, 0x50]) ?? false)
    }

    /// Fails if a drawing loses layers, their properties or its history on the way to another file.
    @Test func drawingsAreExportedAsDrawings() throws {
      let folder = try TemporaryFolder()
      let (source, target, again) = (folder.path + "/a.ora", folder.path + "/b.ora", folder.path + "/c.ora")
      var drawing = try #require(Document(width: 70, height: 65))
      _ = drawing.perform(.add(above: drawing.activeID))
      _ = drawing.perform(.set(drawing.activeID, .blend(.multiply)))
      try drawing.save(to: source)
      for (from, to) in [(source, target), (target, again)] {
        #expect(try run("export", from, "-o", to).status == .exited(0))
      }
      let filler = try #require(CoverageFiller())
      var notes: [String] = []
      var opened = try Document.open(again, notes: &notes).document
      #expect(opened.layers.map(\.blend) == [.sourceOver, .multiply] && notes.isEmpty)
      try opened.replayHistory(filler: filler) { _ in true }
      #expect(opened.history.undoCount == 2)
      expectOneSentence(
        try run("export", source, "-o", target, "--crop"), status: 2, "--crop is for pictures, not for a drawing (.ora)"
      )
    }

    /// Fails if a command replaces its own source, also under another name and with --force.
    @Test func theSourceIsNeverReplaced() throws {
      let folder = try TemporaryFolder()
      let drawing = folder.path + "/d.ora"
      try #require(Document(width: 20, height: 10)).save(to: drawing)
      let picture = folder.path + "/p.png"
      #expect(try run("export", drawing, "-o", picture).status == .exited(0))
      for (path, isHard) in [("/self.png", false), ("/self.mp4", false), ("/hard.png", true)] {
        if isHard {
          try FileManager.default.linkItem(atPath: drawing, toPath: folder.path + path)
        } else {
          try FileManager.default.createSymbolicLink(atPath: folder.path + path, withDestinationPath: drawing)
        }
      }
      let (before, beforePicture) = (
        FileManager.default.contents(atPath: drawing), FileManager.default.contents(atPath: picture)
      )
      for force in [[], ["--force"]] {
        for words in [
          ["export", drawing, "-o", folder.path + "/self.png"], ["export", drawing, "-o", folder.path + "/hard.png"],
          ["replay", drawing, "-o", folder.path + "/self.png"],
          ["timelapse", drawing, "-o", folder.path + "/self.mp4"],
          ["export", picture, "-o", picture, "--scale", "0.1"],
        ] {
          let program = try Program(try TestSession.fude(), words + force)
          let status = try program.waitForExit(seconds: 20)
          expectOneSentence(
            (status, program.output, program.errors), status: 1, "cannot write \(words[3]): it is the same file as",
            words[1])
        }
      }
      #expect(FileManager.default.contents(atPath: drawing) == before)
      #expect(FileManager.default.contents(atPath: picture) == beforePicture)
    }

    /// Fails if a command replaces a file of another format without --force, also one that a link
    /// leads to, or refuses one of the same format.
    @Test func filesOfOtherFormatsNeedForce() throws {
      let folder = try TemporaryFolder()
      let (drawing, other) = (folder.path + "/d.ora", folder.path + "/other.ora")
      for path in [drawing, other] { try #require(Document(width: 20, height: 10)).save(to: path) }
      let before = FileManager.default.contents(atPath: other)
      for name in ["link.png", "link.mp4"] {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: other)
      }
      let link = folder.path + "/link.png"
      for words in [
        ["export", drawing, "-o", link], ["replay", drawing, "-o", link],
        ["timelapse", drawing, "-o", folder.path + "/link.mp4"], ["record", link],
        ["replay", drawing, "-o", try write(Array("PK\u{3}\u{4}other".utf8), "archive.ora", in: folder)],
      ] {
        let program = try Program(try TestSession.fude(), words)
        let status = try program.waitForExit(seconds: 20)
        expectOneSentence((status, program.output, program.errors), status: 1, "of another format than", "--force")
      }
      #expect(FileManager.default.contents(atPath: other) == before)
      // An old picture and an empty file are replaced, through a link, too.
      let picture = folder.path + "/p.png"
      for target in [picture, picture, try write([], "empty.png", in: folder)] {
        #expect(try run("export", drawing, "-o", target).status == .exited(0))
      }
      #expect(try run("export", drawing, "-o", link, "--force").status == .exited(0))
      #expect(FileManager.default.contents(atPath: other) == FileManager.default.contents(atPath: picture))
      #expect(try run("export", drawing, "-o", link).status == .exited(0))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == other)
    }

    /// Fails if an interrupted export or film leaves files, harms the old file, or gives no
    /// message. The signal comes once the file has been started.
    @Test(arguments: [SIGINT, SIGTERM]) func anInterruptedExportLeavesNothing(number: Int32) throws {
      let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/sample.pen").path
      let folder = try TemporaryFolder()
      let picture = try write([1, 2, 3], "out.png", in: folder)
      for arguments in [
        ["export", sample, "-o", picture, "--scale", "7", "--force"],
        ["replay", sample, "--frames", folder.path + "/film", "--fps", "60", "--seconds", "60"],
      ] {
        let watch = inotify_init()
        defer { close(watch) }
        try #require(inotify_add_watch(watch, folder.path, UInt32(IN_CREATE)) >= 0)
        let program = try Program(try TestSession.fude(), arguments)
        var entry = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 60_000) == 1)
        program.signal(number)
        #expect(try program.waitForExit(seconds: 60) == .exited(128 + Int(number)))
        #expect(program.errors.hasSuffix("it was stopped; nothing is left of it\n"), "\(program.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.png"])
        #expect(FileManager.default.contents(atPath: picture) == Data([1, 2, 3]))
      }
    }
  }
}
