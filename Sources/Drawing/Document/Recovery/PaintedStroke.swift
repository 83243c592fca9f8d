import Archive
import Ink
import Journal
import Language
import MyPaint

/// A stroke of a painting engine, as a record has it: how it was made, and what came out.
struct PaintedStroke: Sendable {
  /// The stroke. Its brush is of MyPaint.
  var record: StrokeRecord
  /// What came out.
  var pixels: PaintedPixels
  /// The library that painted it.
  var library: String
  /// Bits of a channel of the layer on which it was painted.
  var depth: UInt8

  /// The depth of layers.
  static let depth: UInt8 = 8

  /// A stroke that was painted by this program.
  init(_ record: StrokeRecord, pixels: PaintedPixels) {
    (self.record, self.pixels) = (record, pixels)
    (library, depth) = (MyPaintLibrary.soname, Self.depth)
  }

  /// The record, after that of its brush's text if `texts` has it not. It never needs the edit before
  /// it, since its pixels are relative to that one's.
  /// - Throws: if memory is short.
  func payloads(_ texts: inout BrushTexts) throws(ArchiveError) -> [JournalPayload] {
    guard let paint = record.brush.paint else { return [] }
    let (number, text) = try texts.number(of: paint)
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(number)
    writer.write(record.replacesLast)
    writer.write(counted: try record.encoded(textNumber: number))
    writer.write(library)
    writer.write(depth)
    try pixels.write(to: &writer)
    return [text].compactMap(\.self) + [JournalPayload(type: .painted, bytes: writer.bytes)]
  }

  /// The number of the brush's text in a record of type `.painted`; nil if it is damaged.
  static func textNumber(_ record: JournalPayload) -> UInt64? {
    var reader = ByteReader(record.bytes)
    guard (try? reader.expectVersion()) != nil else { return nil }
    return try? reader.readCompact()
  }

  /// Reads a record of type `.painted`.
  /// - Throws: if it is damaged, or the text of its brush is missing.
  init(
    _ record: JournalPayload, _ decoder: inout StrokeDecoder, width: Int, height: Int
  ) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    _ = try reader.readCompact()
    let replacesLast = try reader.readBool()
    var stroke = try decoder.decoded(try reader.readCounted(), width: width, height: height)
    guard stroke.brush.paint != nil else { throw PayloadError(translated("a painted stroke is damaged")) }
    stroke.replacesLast = replacesLast
    (library, depth) = (try reader.readText(), try reader.read(UInt8.self))
    guard depth == Self.depth else {
      throw PayloadError(translated("a stroke was painted with {count} bits a channel", ["count": Int(depth)]))
    }
    pixels = try PaintedPixels(&reader)
    try reader.finish()
    self.record = stroke
  }
}
