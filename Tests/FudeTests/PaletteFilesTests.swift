import Document
import Files
import Foundation
import Storage
import TestSupport
import Testing

@testable import Fude
@testable import Library

/// The worker that stores palettes.
@Suite struct PaletteFilesTests {
  private let folder: TemporaryFolder
  private let loop: TestLoop
  private let files: PaletteFiles
  private let bytes = Palette(name: "Ink", entries: [.init(rgb: 1)]).gpl

  init() throws {
    folder = try TemporaryFolder()
    loop = try TestLoop()
    files = PaletteFiles(loop.background)
  }

  private func outcome(_ job: PaletteFiles.Job) throws -> PaletteFiles.Outcome {
    try loop.outcome { files.add(job, then: $0) }
  }

  private func isStored(_ outcome: PaletteFiles.Outcome) -> Bool { if case .stored = outcome { true } else { false } }

  /// Fails if a palette is not written, its folder is not made, or a removed one stays.
  @Test func storing() throws {
    let path = folder.path("new/ink.gpl")
    #expect(isStored(try outcome(.store(path, bytes))))
    #expect(try folder.read("new/ink.gpl") == bytes)
    #expect(isStored(try outcome(.store(path, bytes + Array("2 2 2\n".utf8)))))
    guard case .read(let palette) = try outcome(.read(path)) else {
      Issue.record("the palette is not read")
      return
    }
    #expect(palette.entries.count == 2)
    #expect(isStored(try outcome(.store(path, nil))))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(isStored(try outcome(.store(path, nil))))
  }

  /// Fails if a file that another program wrote meanwhile is replaced or removed.
  @Test func changedFilesStay() throws {
    let path = folder.path("ink.gpl")
    try folder.write("ink.gpl", bytes)
    files.know([path])
    #expect(isStored(try outcome(.store(path, bytes))))
    let foreign = Array("GIMP Palette\n9 9 9\n8 8 8\n".utf8)
    try folder.write("ink.gpl", foreign)
    #expect(isStored(try outcome(.store(path, nil))))
    #expect(try folder.read("ink.gpl") == foreign)
    guard case .moved(let from, let to) = try outcome(.store(path, bytes)) else {
      Issue.record("another program's palette is replaced")
      return
    }
    #expect(from == path && to == folder.path("ink-2.gpl"))
    #expect(try folder.read("ink.gpl") == foreign && folder.read("ink-2.gpl") == bytes)
    // The other program's version is known now.
    #expect(isStored(try outcome(.store(path, bytes))))
  }

  /// Fails if an error has no message or leaves files.
  @Test func errors() throws {
    try folder.write("file", [1])
    guard case .failed(let error) = try outcome(.store(folder.path("file/ink.gpl"), bytes)) else {
      Issue.record("nothing is reported")
      return
    }
    #expect(error.description.contains("file"))
    guard case .unreadable = try outcome(.read(folder.path("none.gpl"))) else {
      Issue.record("nothing is reported")
      return
    }
  }
}
