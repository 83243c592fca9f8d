import Archive
import Document
import Journal
import Language

/// Copied layers for another drawing or process.
extension CopiedLayers {
  /// The first byte of `bytes`.
  private static let version: UInt8 = 2

  /// The layers as bytes, for another drawing or process.
  /// - Throws: if memory is short.
  public func bytes() throws(ArchiveError) -> [UInt8] {
    var writer = RecordWriter(BrushTexts())
    return [Self.version] + (try writer.bytes(of: self))
  }

  /// Reads layers from `bytes`.
  /// - Throws: if they are damaged, of another version or too large.
  public init(_ bytes: [UInt8]) throws(PayloadError) {
    guard bytes.first == Self.version else {
      throw PayloadError(translated("they are of another version of Fude"))
    }
    self = .none
    try RecordReader.read(&self, from: Array(bytes.dropFirst()), BrushShelf())
  }
}
