import Archive
import Files
import Geometry
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Storage

/// Opens the pictures in Krita's files.
@Suite struct KritaFileTests {
  private static func picture(isDeep: Bool = false) throws -> [UInt8] {
    if isDeep {
      return try PNGBytes.made(deep: 70, height: 20, hasAlpha: true, density: 300) { y, row in
        for x in 0..<row.count { row[x] = DeepPixel(SIMD4(UInt16(100 * x + 3), UInt16(7 * y), 11, 30_001)) }
      }
    }
    return try PNGBytes.made(width: 70, height: 20, hasAlpha: true, density: 300) { y, row in
      for x in 0..<row.count { row[x] = 0xFF00_0000 | UInt32(x << 8 | y) }
    }
  }

  /// A file as Krita writes it: the type first and not compressed, layers, and the picture.
  static func file(_ picture: [UInt8]?, in folder: borrowing TemporaryFolder) throws -> String {
    let path = folder.path + "/a drawing.kra"
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    try writer.add("mimetype", isPacked: false) { Array("application/x-krita".utf8) }
    try writer.add("maindoc.xml", isPacked: true) { Array("<DOC/>".utf8) }
    if let picture { try writer.add(Document.kritaPicture, isPacked: false) { picture } }
    try writer.finish()
    try file.commitReplacing()
    return path
  }

  /// Fails if the picture is not opened in its depth with its resolution, or nothing is said of its layers.
  @Test(arguments: [false, true]) func thePictureIsOpened(isDeep: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try Self.file(Self.picture(isDeep: isDeep), in: folder)
    var notes: [String] = []
    let (document, format) = try Document.open(path, notes: &notes)
    #expect(format == .krita && document.width == 70 && document.height == 20)
    #expect(document.activeImage.hasDeepTiles == isDeep)
    if !isDeep { #expect(document.activeImage[33, 7] == 0xFF00_2107) }
    #expect(abs(document.resolution.x - 300) < 0.1)
    #expect(notes.count == 1 && notes[0].contains("a drawing.kra is a Krita drawing"))
    let clipping = try Clipping(pictureAt: path, notes: &notes)
    #expect(clipping.bounds.width == 70)
  }

  /// Fails if a file without a picture, or with a damaged or too large one, does anything but say so.
  @Test func whatCannotBeOpenedIsNamed() throws {
    let folder = try TemporaryFolder()
    var huge = try Self.picture()
    huge.replaceSubrange(16..<20, with: [0, 8, 0, 0])
    let cases: [([UInt8]?, String)] = [
      (nil, "it is a Krita drawing without a picture of the whole"),
      (try Array(Self.picture().prefix(200)), "mergedimage.png"),
      (huge, "mergedimage.png"), (Array("no picture".utf8), "mergedimage.png"),
    ]
    for (picture, message) in cases {
      let path = try Self.file(picture, in: folder)
      do {
        var notes: [String] = []
        _ = try Document.open(path, notes: &notes)
        Issue.record("it is opened: \(message)")
      } catch { #expect("\(error)".contains(message), "\(error)") }
    }
  }
}
