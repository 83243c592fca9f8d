import Files
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures

/// Pictures of formats that Fude does not read are named, with what to do.
@Suite struct ForeignFormatTests {
  /// The beginnings of files as their specifications give them.
  static let beginnings: [(name: String, bytes: [UInt8])] = [
    ("GIF", Array("GIF89a".utf8) + [8, 0, 8, 0, 0x80, 0, 0]),
    ("TIFF", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]),
    ("TIFF", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]),
    ("BMP", Array("BM".utf8) + [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 40, 0, 0, 0, 2, 0]),
    ("AVIF", [0, 0, 0, 0x20] + Array("ftypavif".utf8) + [0, 0, 0, 0]),
    ("HEIC", [0, 0, 0, 0x18] + Array("ftypheic".utf8) + [0, 0, 0, 0]),
    ("JPEG XL", [0xFF, 0x0A, 0, 0]),
    ("PSD", Array("8BPS".utf8) + [0, 1]),
    ("PDF", Array("%PDF-1.7".utf8)),
  ]

  /// Fails if a format is not named, or the message does not say what to do.
  @Test(arguments: beginnings) func theFormatIsNamed(_ name: String, _ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a picture", bytes + [UInt8](repeating: 0, count: 200))
    #expect(ForeignFormat.name(bytes) == name)
    do {
      var notes: [String] = []
      _ = try Document.open(path, notes: &notes)
      Issue.record("it is opened")
    } catch {
      #expect("\(error)".contains("it is a \(name) file, which Fude cannot read. Convert it to PNG"))
      #expect("\(error)".contains("convert \"a picture\" picture.png"))
    }
  }

  /// Fails if a drawing of GIMP is said to be converted by a program that cannot read it.
  @Test func drawingsOfGIMPAreExportedByGIMP() {
    let fault = ForeignFormat.fault(Array("gimp xcf v011".utf8), path: "a.xcf")
    #expect(fault.contains("a drawing of GIMP") && !fault.contains("ImageMagick"))
  }

  /// Fails if text or a damaged picture of a known format is taken for a foreign one.
  @Test func othersAreNotNamed() {
    for bytes in [Array("BMW is no bitmap at all".utf8), Array("GIF".utf8), [], [0x89, 0x50, 0x4E, 0x47]] {
      #expect(ForeignFormat.name(bytes) == nil)
    }
  }
}
