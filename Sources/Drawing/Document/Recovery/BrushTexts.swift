import Archive
import Ink
import Journal
import Language

/// The texts of MyPaint's brushes by the numbers that strokes name them by, as records so far have
/// them. A later record may give a number another text, for the strokes after it.
struct BrushTexts: Sendable {
  private var brushes: [UInt64: MyPaintBrush] = [:]
  private var numbers: [MyPaintBrush: UInt64] = [:]
  /// The most texts at once; further ones replace the first.
  private static let limit: UInt64 = 1 << 16

  init() {}

  /// The brush of a number; nil if there was no record of it.
  subscript(number: UInt64) -> MyPaintBrush? { brushes[number] }

  /// The number of a brush, and the record of its text if it needs one first.
  /// - Throws: if memory is short.
  mutating func number(
    of brush: MyPaintBrush
  ) throws(ArchiveError) -> (number: UInt64, record: JournalPayload?) {
    if let number = numbers[brush] { return (number, nil) }
    let number = UInt64(numbers.count) % Self.limit
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(number)
    writer.writeCompact(UInt64(brush.bytes.count))
    writer.write(counted: try Deflate.packed(brush.bytes.span, level: 9))
    set(brush, number)
    return (number, JournalPayload(type: .brushText, bytes: writer.bytes))
  }

  /// Takes a record of type `.brushText`.
  /// - Throws: if it is damaged, or the text is no brush of MyPaint.
  mutating func take(_ record: JournalPayload) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    let (number, count) = (try reader.readCompact(), try reader.readCompact())
    let packed = try reader.readCounted()
    try reader.finish()
    guard number < Self.limit, count <= MyPaintBrush.byteLimit,
      let bytes = try? Deflate.unpacked(packed.span, count: Int(count))
    else { throw PayloadError(translated("the text of a brush is damaged")) }
    do throws(MyPaintBrushError) { set(try MyPaintBrush(parsing: bytes), number) } catch {
      throw PayloadError(translated("a brush of MyPaint is damaged: {fault}", ["fault": "\(error)"]))
    }
  }

  private mutating func set(_ brush: MyPaintBrush, _ number: UInt64) {
    if let old = brushes[number] { numbers[old] = nil }
    (brushes[number], numbers[brush]) = (brush, number)
  }

  /// The number in a record of type `.brushText`; nil if it is damaged.
  static func number(_ record: JournalPayload) -> UInt64? {
    var reader = ByteReader(record.bytes)
    guard (try? reader.expectVersion()) != nil else { return nil }
    return try? reader.readCompact()
  }
}
