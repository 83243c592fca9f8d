import Geometry
import Language

extension Brush {
  /// Reads a brush from text (Resources/brushes.md). Anything doubtful is an error.
  /// - Parameters:
  ///   - bytes: the whole text; any bytes are safe.
  ///   - pictures: reads the pictures of a tip.
  /// - Throws: the fault and its line.
  public init(parsing bytes: [UInt8], pictures: @escaping TipReader = unreadablePictures) throws(BrushError) {
    do throws(RecordingError) {
      var lines = RecordingLines(bytes)
      guard try lines.next() else { throw RecordingError(translated("it is empty")) }
      guard lines.isWord(0, "fude"), lines.isWord(1, "brush"), lines.words.count == 3 else {
        throw lines.fault(translated("it is not a brush: it does not start with \"fude brush 1\""))
      }
      guard lines.isWord(2, "1") else {
        throw lines.fault(
          translated("the brush is of version {version}, but only version 1 can be read", ["version": lines.quoted(2)]))
      }
      var reader = BrushReader(pictures: pictures)
      while try lines.next() {
        guard !lines.words.isEmpty else { continue }
        if try reader.take(lines) { continue }
        while try lines.next() {
          guard lines.words.isEmpty else { throw lines.fault(translated("something follows the line \"end\"")) }
        }
        self = reader.brush
        return
      }
      throw lines.fault(translated("the brush is cut short: there is no line \"end\""))
    } catch { throw BrushError(error.fault, line: error.line) }
  }

  /// Reads the pictures of a tip.
  /// - Parameters:
  ///   - text: a PNG image in Base64, with any bytes between its characters left out.
  ///   - count: the number of pictures, one below the other.
  public typealias TipReader = (_ text: [UInt8], _ count: Int) throws(TipFault) -> TipImages

  /// Reads no pictures.
  public static let unreadablePictures: @Sendable ([UInt8], Int) throws(TipFault) -> TipImages = {
    (_, _) throws(TipFault) in throw TipFault(translated("pictures of tips cannot be read here"))
  }

  /// Whether a text is a valid name in a brush's file: 1...32 of a-z, 0-9 and `-`.
  public static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-")
      }
  }
}
