import Files
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures

@Suite("The head of a picture") struct PictureHeadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func export(_ width: Int, _ height: Int, _ format: FileFormat, _ name: String) throws -> String {
    var document = try #require(Document(width: width, height: height))
    document.resolution = Resolution(x: 300, y: 300)
    let path = folder.path(name)
    try document.export(to: path, ExportOptions(format: format), filler: try #require(CoverageFiller()))
    return path
  }

  /// Fails if the head says something else than the whole picture.
  @Test(arguments: [FileFormat.jpeg, .webP]) func itSaysWhatThePictureIs(
    _ format: FileFormat
  ) throws {
    let path = try export(300, 200, format, "a")
    let kind = try #require(try Document.format(of: path))
    let head = try #require(try PictureHead(of: path, kind))
    #expect(head.width == 300 && head.height == 200 && head.resolution == Resolution(x: 300, y: 300))
    #expect(head.isQuick(ofFile: try folder.read("a").count))
  }

  /// Fails if a head needs the pixels: of a large picture only its beginning is there.
  @Test(arguments: [FileFormat.jpeg, .webP]) func thePixelsAreNotRead(
    _ format: FileFormat
  ) throws {
    let kind = try #require(try Document.format(of: export(6000, 4000, format, "a")))
    try folder.write("cut", Array(try folder.read("a").prefix(1200)))
    let head = try #require(try PictureHead(of: folder.path("cut"), kind))
    #expect(head.width == 6000 && head.height == 4000 && !head.isQuick(ofFile: 1200))
  }

  /// Fails if a camera's turned picture has its sides changed, or its resolution.
  @Test func aTurnedPictureIsUpright() throws {
    _ = try export(300, 200, .jpeg, "a")
    var bytes = try folder.read("a")
    // Exif with orientation 6, before the one of the encoder.
    let exif: [UInt8] =
      Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
    try folder.write("turned", bytes)
    let head = try #require(try PictureHead(of: folder.path("turned"), .jpeg))
    #expect(head.width == 200 && head.height == 300)
  }

  /// Fails if what is no picture, or larger than any canvas, has a head.
  @Test func otherFilesHaveNone() throws {
    try folder.write("a", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8))
    #expect(throws: FileError.self) { try PictureHead(of: folder.path("a"), .webP) }
    #expect(throws: FileError.self) { try PictureHead(of: folder.path("a"), .jpeg) }
    #expect(throws: FileError.self) { try PictureHead(of: folder.path("none"), .krita) }
    #expect(try PictureHead(of: folder.path("a"), .png) == nil)
  }
}
