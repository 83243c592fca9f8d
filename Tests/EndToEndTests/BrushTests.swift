import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct BrushTests {
    /// Fails if a brush's file is not found, a key chooses another brush, or undo leaves a pixel
    /// changed. Widths are those of the brush files at half pressure, plus the shared edge pixels.
    @Test(arguments: [("m", 23.0...29.0), ("a", 46.0...66.0), ("shift+b", 9.0...14.0), ("b", 6.0...8.0)])
    func keysChooseBrushes(_ key: String, _ widths: ClosedRange<Double>) throws {
      let session = try TestSession()
      let before = try session.image()
      if key == "b" { try session.key("m") }
      try session.key(key)
      try session.line(from: (100, 150), to: (320, 150))
      let image = try session.image()
      let extent = try #require(image.inkExtent(column: 210))
      #expect(widths.contains(Double(extent)), "\(key): \(extent) px")
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if a program that was copied without its brushes and palettes does not say so, or does
    /// not draw.
    @Test func aCopiedProgramSaysThatItHasNoBrushes() throws {
      let folder = try TemporaryFolder()
      let copy = folder.path + "/alone"
      try folder.copyProgram(try TestSession.fude(), to: "alone")
      var arrangement = TestSession.Arrangement()
      (arrangement.program, arrangement.folder) = (copy, folder)
      let session = try TestSession(arrangement)
      #expect(session.program.errors.contains("The brushes and palettes of Fude are not beside \(copy)"))
      try session.line(from: (100, 150), to: (320, 150))
      let image = try session.image()
      #expect(image.ink() != nil)
    }

    /// Fails if the pencil has no grain. Its ink must vary along the line; the pen's is even.
    @Test func thePencilHasGrain() throws {
      func shades(_ key: String) throws -> Int {
        let session = try TestSession()
        try session.key(key)
        try session.line(from: (100, 150.5), to: (320, 150.5))
        let image = try session.image()
        return Set((120..<300).map { image[$0, 150] }).count
      }
      #expect(try shades("p") > 20)
      #expect(try shades("b") < 6)
    }
  }
}

extension Image {
  /// The distance in px from the first to the last ink in a column; nil without ink.
  fileprivate func inkExtent(column x: Int) -> Int? {
    let rows = (0..<height).filter { Self.cover(self[x, $0]) > 0.02 }
    guard let first = rows.first, let last = rows.last else { return nil }
    return last - first + 1
  }
}
