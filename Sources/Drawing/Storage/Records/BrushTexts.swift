import Archive
import Ink
import Journal
import Language

/// The texts of MyPaint's brushes, the pictures of tips and the papers by the numbers that strokes name them by,
/// as records so far have them. A later record may give a number another content, for the strokes after it.
struct BrushTexts: Sendable {
  /// What a record has.
  enum Content: Hashable, Sendable {
    case paint(MyPaintBrush)
    case images(TipImages)
    case paper(PaperTexture)

    /// The memory of its pictures, bytes.
    fileprivate var size: Int {
      switch self {
      case .paint: 0
      case .images(let images): images.masks.count
      // Its heights, and 16 bits of the same spread evenly.
      case .paper(let texture): 3 * texture.heights.count
      }
    }
  }

  private var contents: [UInt64: Content] = [:]
  private var numbers: [Content: UInt64] = [:]
  /// The most texts at once; further ones replace the first.
  private static let limit: UInt64 = 1 << 16

  init() {}

  /// The memory of all pictures, bytes.
  private var size = 0
  /// The most of them, so that a small file cannot fill the memory.
  private static let mostBytes = 1 << 30

  /// The version of a record with the pictures of a tip.
  private static let imageVersion: UInt8 = 2
  /// The version of a record with a paper.
  private static let paperVersion: UInt8 = 3

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
    case .paper(let texture):
      writer.write(Self.paperVersion)
      writer.writeCompact(number)
      writer.write(raw: try PaperCoding.encoded(texture))
    }
    set(content, number)
    return (number, JournalPayload(type: .brushText, bytes: writer.bytes))
  }

  /// Takes a record of type `.brushText`.
  /// - Throws: if it is damaged, or the text is no brush of MyPaint.
  mutating func take(_ record: JournalPayload) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    let version = try reader.readVersion(upTo: Self.paperVersion)
    let number = try reader.readCompact()
    if version >= Self.imageVersion {
      let bytes = Array(try reader.readRaw(reader.remaining))
      let content: Content =
        version == Self.paperVersion
        ? .paper(try PaperCoding.decoded(bytes)) : .images(try TipCoding.decoded(bytes))
      guard number < Self.limit, size + content.size <= Self.mostBytes else {
        throw PayloadError(translated("the pictures of a brush are damaged"))
      }
      return set(content, number)
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
    size += content.size - (contents[number]?.size ?? 0)
    if let old = contents[number] { numbers[old] = nil }
    (contents[number], numbers[content]) = (content, number)
  }

  /// The number in a record of type `.brushText`; nil if it is damaged.
  static func number(_ record: JournalPayload) -> UInt64? {
    var reader = ByteReader(record.bytes)
    guard (try? reader.readVersion(upTo: paperVersion)) != nil else { return nil }
    return try? reader.readCompact()
  }
}
