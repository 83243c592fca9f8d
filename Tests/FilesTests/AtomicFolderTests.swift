import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct AtomicFolderTests {
  private func add(_ names: String..., to folder: AtomicFolder) throws {
    for name in names { try folder.write(Array(name.utf8).span, to: name) }
  }

  /// Fails if files are missing or seen before the commit, or a temporary folder stays.
  @Test func itAppearsAsAWhole() throws {
    let place = try TemporaryFolder()
    let folder = try AtomicFolder(in: place.path)
    try add("a", "b/c/d", "b/c/e", to: folder)
    #expect(try place.names.allSatisfy { $0.hasPrefix(".fude-") })
    #expect(try folder.commit(firstFree: ["x"]) == place.path("x"))
    #expect(try place.names == ["x"])
    #expect(try place.read("x/b/c/e") == Array("b/c/e".utf8))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: place.path("x")).count == 5)
  }

  /// Fails if a file, a folder or a link is replaced, or the folder remains where no name is free.
  @Test func nothingIsReplaced() throws {
    let place = try TemporaryFolder()
    try place.write("file", [])
    try FileManager.default.createDirectory(atPath: place.path("empty"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: "nowhere")
    for names in [["file", "empty", "link", "free"], ["file", "free"]] {
      let folder = try AtomicFolder(in: place.path)
      try add("a", to: folder)
      if names.count == 4 {
        #expect(try folder.commit(firstFree: names) == place.path("free"))
      } else {
        let error = #expect(throws: FileError.self) { try folder.commit(firstFree: names) }
        #expect(error?.fault == "it exists already")
      }
    }
    #expect(try place.names == ["empty", "file", "free", "link"])
  }

  /// Fails if a folder that is not committed leaves anything, or an error names the temporary folder.
  @Test func whatFailsLeavesNothing() throws {
    let place = try TemporaryFolder()
    do {
      let folder = try AtomicFolder(in: place.path)
      try add("a", "b/c", to: folder)
      let error = #expect(throws: FileError.self) { try folder.write([1].span, to: "a/b") }
      #expect(error?.path == place.path("a/b"))
    }
    #expect(try place.names == [])
    #expect(throws: FileError.self) { try AtomicFolder(in: place.path("none")) }
  }

  /// Fails if a file takes the place of another one of the folder, or a large one is cut.
  @Test func filesAreWhole() throws {
    let place = try TemporaryFolder()
    let folder = try AtomicFolder(in: place.path)
    let large = [UInt8](repeating: 7, count: 3_000_000)
    try folder.write(large.span, to: "large")
    #expect(throws: FileError.self) { try folder.write([1].span, to: "large") }
    for number in 0..<200 { try add("many/\(number)", to: folder) }
    _ = try folder.commit(firstFree: ["x"])
    #expect(try place.read("x/large") == large)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("x/many")).count == 200)
  }

  /// Fails if the folder of an ended process stays, one of a living process goes, or a link in one is
  /// followed.
  @Test func leftFoldersGo() throws {
    let (place, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    try elsewhere.write("kept", [])
    var ended = ProcessMark.own
    ended.start = try #require(ended.start) - 1
    for mark in [ended, .own] {
      let path = place.path(".fude-\(mark.text)-x.parts")
      try FileManager.default.createDirectory(atPath: path + "/a/b", withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: path + "/a/b/c"))
      try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: elsewhere.path)
    }
    try place.write(".fude-\(ended.text)-y.parts", [])
    Leftovers.removeAll(in: place.path, now: time(nil))
    #expect(try place.names == [".fude-\(ended.text)-y.parts", ".fude-\(ProcessMark.own.text)-x.parts"].sorted())
    #expect(try elsewhere.names == ["kept"])
  }
}
