import Archive
import Journal
import Language

/// What precedes the parameters of an operation in a record of type `.edit`: how it treats the edit before, plus
/// `paperFlag` if its brush has a paper; the number of its brush's text plus 1, or 0 (LEB128); the number of the
/// paper, if there is one (LEB128); the kind.
struct OperationHead {
  /// How an operation treats the edit before it.
  enum Following: UInt8 {
    /// It does not depend on it.
    case adds = 0
    /// It removes its pixels first.
    case replaces = 1
    /// It replaces it, but its result tells how.
    case replacesByResult = 2
  }

  let following: Following
  /// Those of the records that its brush needs.
  let numbers: BrushNumbers
  let kind: UInt8

  /// Earlier versions do not know it, and say that the operation is unknown.
  private static let paperFlag: UInt8 = 16

  init(_ following: Following, _ numbers: BrushNumbers, kind: UInt8) {
    (self.following, self.numbers, self.kind) = (following, numbers, kind)
  }

  /// Reads a head.
  /// - Throws: if it is cut short or unknown.
  init(_ reader: inout ByteReader) throws(PayloadError) {
    let first = try reader.read(UInt8.self)
    guard let following = Following(rawValue: first & ~Self.paperFlag) else {
      throw PayloadError(translated("an operation is unknown"))
    }
    let text = try reader.readCompact()
    let paper = first & Self.paperFlag != 0 ? try reader.readCompact() : nil
    (self.following, numbers) = (following, BrushNumbers(text: text > 0 ? text - 1 : nil, paper: paper))
    kind = try reader.read(UInt8.self)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(following.rawValue | (numbers.paper == nil ? 0 : Self.paperFlag))
    writer.writeCompact(numbers.text.map { $0 + 1 } ?? 0)
    if let paper = numbers.paper { writer.writeCompact(paper) }
    writer.write(kind)
  }
}
