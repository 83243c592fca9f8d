import Archive
import Ink
import Journal
import Language

/// The texts of MyPaint's brushes and the pictures of tips by the numbers that strokes name them by, as
/// records so far have them. A later record may give a number another content, for the strokes after it.
struct BrushTexts: Sendable {
  /// What a record has.
  enum Content: Hashable, Sendable {
    case paint(MyPaintBrush)
    case images(TipImages)

    /// What strokes of a brush need; nil for nothing.
    init?(_ brush: Brush) {
      if let paint = brush.paint {
        self = .paint(paint)
      } else if let images = brush.tipImages {
        self = .images(images)
      } else {
        return nil
      }
    }
  }

  private var contents: [UInt64: Content] = [:]
  private var numbers: [Content: UInt64] = [:]
  /// The most texts at once; further ones replace the first.
  private static let limit: UInt64 = 1 << 16

  init() {}

  /// The pixels of all pictures.
  private var pixels = 0
  /// The most of them, so that a small file cannot fill the memory.
  private static let mostPixels = 1 << 30

  /// The version of a record with pictures.
  private static let imageVersion: UInt8 = 2

  /// What a number names; nil if there was no record of it.
  subscript(number: UInt64) -> Content? { contents[number] }

  /// The number of a content, and its record if it needs one first.
  /// - Throws: if memory is short.
  mutating func number(of content: Content) throws(ArchiveError) -> (number: UInt64, record: JournalPayload?) {
    if let number = numbers[content] { return (number, nil) }
    let number = UInt64(numbers.count) % Self.limit
    var writer = ByteWriter()
    switch content {
    case .paint(let brush):
      writer.write(JournalEntry.version)
      writer.writeCompact(number)
      writer.writeCompact(UInt64(brush.bytes.count))
      writer.write(counted: try Deflate.packed(brush.bytes.span, level: 9))
    case .images(let images):
      writer.write(Self.imageVersion)
      writer.writeCompact(number)
      writer.write(raw: try TipCoding.encoded(images))
    }
    set(content, number)
    return (number, JournalPayload(type: .brushText, bytes: writer.bytes))
  }

  /// Takes a record of type `.brushText`.
  /// - Throws: if it is damaged, or the text is no brush of MyPaint.
  mutating func take(_ record: JournalPayload) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    let version = try reader.readVersion(upTo: Self.imageVersion)
    let number = try reader.readCompact()
    if version == Self.imageVersion {
      let images = try TipCoding.decoded(Array(try reader.readRaw(reader.remaining)))
      guard number < Self.limit, pixels + images.masks.count <= Self.mostPixels else {
        throw PayloadError(translated("the pictures of a brush are damaged"))
      }
      return set(.images(images), number)
    }
    let count = try reader.readCompact()
    let packed = try reader.readCounted()
    try reader.finish()
    guard number < Self.limit, count <= MyPaintBrush.byteLimit,
      let bytes = try? Deflate.unpacked(packed.span, count: Int(count))
    else { throw PayloadError(translated("the text of a brush is damaged")) }
    do throws(MyPaintBrushError) { set(.paint(try MyPaintBrush(parsing: bytes)), number) } catch {
      throw PayloadError(translated("a brush of MyPaint is damaged: {fault}", ["fault": "\(error)"]))
    }
  }

  private mutating func set(_ content: Content, _ number: UInt64) {
    if case .images(let images) = content { pixels += images.masks.count }
    if case .images(let images) = contents[number] { pixels -= images.masks.count }
    if let old = contents[number] { numbers[old] = nil }
    (contents[number], numbers[content]) = (content, number)
  }

  /// The number in a record of type `.brushText`; nil if it is damaged.
  static func number(_ record: JournalPayload) -> UInt64? {
    var reader = ByteReader(record.bytes)
    guard (try? reader.readVersion(upTo: imageVersion)) != nil else { return nil }
    return try? reader.readCompact()
  }
}
