import Archive
import Ink
import Journal
import Language
import MyPaint

/// A stroke of a painting engine, as a record has it: how it was made, and what came out.
struct PaintedStroke: Sendable {
  /// The stroke. Its brush is of MyPaint.
  var record: StrokeRecord
  /// Whether it takes the place of the edit before.
  var replacesLast: Bool
  /// What came out.
  var pixels: PaintedPixels
  /// The library that painted it.
  var library: String
  /// Bits of a channel of the layer on which it was painted: 16 if any of the changed tiles is deep, so that
  /// `pixels` has depths, else 8. Earlier versions read 8 alone.
  var depth: UInt8

  /// A stroke that was painted by this program.
  init(_ record: StrokeRecord, replacesLast: Bool = false, pixels: PaintedPixels) {
    (self.record, self.replacesLast, self.pixels) = (record, replacesLast, pixels)
    (library, depth) = (MyPaintLibrary.soname, pixels.hasDepths ? 16 : 8)
  }

  /// The record. It never needs the edit before it, since its pixels are relative to that one's.
  /// - Parameter textNumber: the number of its brush's text.
  /// - Throws: if memory is short.
  func payload(textNumber: UInt64) throws(ArchiveError) -> JournalPayload {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(textNumber)
    writer.write(replacesLast)
    writer.write(counted: try record.encoded(numbers: BrushNumbers(text: textNumber)))
    writer.write(library)
    writer.write(depth)
    try pixels.write(to: &writer)
    return JournalPayload(type: .painted, bytes: writer.bytes)
  }

  /// Reads a record of type `.painted`.
  /// - Throws: if it is damaged, or the text of its brush is missing.
  init(
    _ record: JournalPayload, _ decoder: inout StrokeDecoder, width: Int, height: Int
  ) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    _ = try reader.readCompact()
    replacesLast = try reader.readBool()
    let stroke = try decoder.decoded(try reader.readCounted(), width: width, height: height)
    guard stroke.brush.paint != nil else { throw PayloadError(translated("a painted stroke is damaged")) }
    (library, depth) = (try reader.readText(), try reader.read(UInt8.self))
    guard depth == 8 || depth == 16 else {
      throw PayloadError(translated("a stroke was painted with {count} bits a channel", ["count": Int(depth)]))
    }
    pixels = try PaintedPixels(&reader, hasDepths: depth == 16)
    try reader.finish()
    self.record = stroke
  }
}
