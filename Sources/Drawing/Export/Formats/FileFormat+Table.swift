import Document
import Files
import Geometry
import Journal
import Pictures
import Storage

extension FileFormat {
  /// All formats. The order is that of lists for the user.
  public static let all: [FileFormat] = [.png, .jpeg, .webP, .svg, .pdf, .openRaster, .krita, .journal]

  public static let png = FileFormat(
    name: "PNG", endings: ["png"], isStart: { $0.starts(with: PNGDecoder.signature) },
    reader: FormatReader(isPicture: true) { path, notes throws(FileError) in try Document(pngAt: path, notes: &notes) },
    writer: .pixels(FormatWriter.Pixels(canBeDeep: true, growth: 1.35)))

  public static let jpeg = FileFormat(
    name: "JPEG", endings: ["jpg", "jpeg"], isStart: { $0.starts(with: JPEGSegments.signature) },
    reader: FormatReader(.jpeg), writer: .encoded(.jpeg, growth: 1.5))

  public static let webP = FileFormat(
    name: "WebP", endings: ["webp"], isStart: { WebPChunks.isStart($0) },
    reader: FormatReader(.webP), writer: .encoded(.webP, canBeLossless: true, growth: 1.2))

  public static let svg = FileFormat(
    name: "SVG", endings: ["svg"],
    // Comments and declarations may precede the root element.
    isStart: { String(decoding: $0, as: UTF8.self).contains("<svg") },
    writer: .lines(
      FormatWriter.Lines(unitsPerInch: 96, keepsPixels: true) { SVGPage($0, showing: $1, unit: $2, title: $3) }))

  public static let pdf = FileFormat(
    name: "PDF", endings: ["pdf"], isStart: { $0.starts(with: "%PDF-".utf8) },
    writer: .lines(
      FormatWriter.Lines(unitsPerInch: 72, keepsPixels: false) { try PDFPage($0, showing: $1, unit: $2, title: $3) }))

  /// Drawings with their layers and history.
  public static let openRaster = FileFormat(
    name: "OpenRaster", endings: ["ora"], isStart: { isArchive($0, of: "image/openraster") },
    reader: FormatReader(isPicture: false) { path, notes throws(FileError) in
      try Document(openRasterAt: path, notes: &notes)
    }, writer: .layers)

  /// Krita's own. Its picture is read, its layers are not.
  public static let krita = FileFormat(
    name: "Krita", endings: ["kra"], isStart: { isArchive($0, of: "application/x-krita") },
    reader: FormatReader(isPicture: true) { path throws(FileError) in
      try PictureHead(ofKrita: path)
    } open: { path, notes throws(FileError) in
      try Document(kritaAt: path, notes: &notes)
    })

  /// Fude's own journal.
  public static let journal = FileFormat(
    name: "journal", endings: ["journal"], isStart: { $0.starts(with: JournalFile.signature) },
    reader: FormatReader(isPicture: false) { path, notes throws(FileError) in
      try Document(journalAt: path, notes: &notes)
    })

  /// The first bytes of a ZIP archive.
  static let archive: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// Whether an archive begins with an entry that states a media type.
  private static func isArchive(_ start: [UInt8], of type: String) -> Bool {
    start.starts(with: archive) && start.dropFirst(30).starts(with: "mimetype\(type)".utf8)
  }
}
