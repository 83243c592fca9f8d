import Files
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Document
@testable import Export

/// The place for a drawing whose journal cannot be written.
@Suite struct RescueTests {
  private func environment(_ folder: TemporaryFolder, pictures: String) -> [String: String] {
    ["HOME": folder.path, "XDG_PICTURES_DIR": pictures, "TMPDIR": folder.path]
  }

  /// Fails if the drawing is not completely written to the pictures folder, or replaces a file
  /// there.
  @Test func picturesComeFirst() throws {
    let folder = try TemporaryFolder()
    let document = try #require(Document(width: 100, height: 80))
    try folder.write("A.ora", [1])
    let path = try document.rescue(name: "A", environment: environment(folder, pictures: folder.path))
    #expect(path == folder.path("A 2.ora"))
    #expect(try folder.names == ["A 2.ora", "A.ora"])
    var notes: [String] = []
    #expect(try Document.open(path, notes: &notes).document.width == 100)
  }

  /// Fails if a read-only pictures folder or a missing HOME loses the drawing, or others can read
  /// it.
  @Test(arguments: [true, false]) func aTemporaryFolderComesNext(hasHome: Bool) throws {
    let folder = try TemporaryFolder()
    let document = try #require(Document(width: 100, height: 80))
    var environment = environment(folder, pictures: "/proc")
    if !hasHome { environment["HOME"] = nil }
    let path = try document.rescue(name: "A", environment: environment)
    let own = try #require(try folder.names.first)
    #expect(path == folder.path(own + "/A.ora") && own.hasPrefix("fude-"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(own))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  /// Fails if no place takes the drawing and that is not reported.
  @Test func withoutAnyPlaceItSaysWhy() throws {
    let document = try #require(Document(width: 100, height: 80))
    #expect(throws: FileError.self) {
      try document.rescue(name: "A", environment: ["XDG_PICTURES_DIR": "/proc", "HOME": "/proc", "TMPDIR": "/proc"])
    }
  }
}
