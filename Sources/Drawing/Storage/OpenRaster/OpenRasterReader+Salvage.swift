import Archive
import Document
import Files
import Pictures
import Pixels
import Raster

/// Reading images that may be damaged.
extension OpenRasterReader {
  /// A layer's image like `claim(of:)`; nil if the reader salvages and the image is missing or its header is damaged.
  func readableClaim(of layer: RasterNode) throws(FileError) -> (part: String, ZipReader.Entry, Claim)? {
    guard salvages else { return try claim(of: layer) }
    guard case .layer(let source) = layer.content, let entry = archive.entry(source) else { return nil }
    do throws(ArchiveError) {
      guard PNGCheck(try archive.prefix(of: entry, count: PNGCheck.headerSize)).hasHeader else { return nil }
    } catch {
      guard case .fault = error else { throw FileError(.read, path, error) }
      return nil
    }
    return try claim(of: layer)
  }

  /// Passes the rows of an image up to the first damage to the closures.
  /// - Returns: what is missing; nil for nothing.
  /// - Throws: if the image exceeds the limits, the file or memory fails, or a closure throws.
  func readWholeRows(
    _ part: String, _ entry: ZipReader.Entry, _ claim: Claim,
    words: (_ y: Int, _ row: Span<UInt32>) throws(PNGFault) -> Void = { _, _ in },
    deep: (_ y: Int, _ row: Span<DeepPixel>) throws(PNGFault) -> Void = { _, _ in }
  ) throws(FileError) -> ImageDamage? {
    var bytes: [UInt8]
    do throws(ArchiveError) { bytes = try archive.readable(entry, limit: claim.bytes) } catch {
      throw FileError(.read, path, error)
    }
    let check = PNGCheck(bytes)
    // A decoder would take damaged bytes as pixels before it knows the checksum.
    if check.count < bytes.count { bytes.removeLast(bytes.count - check.count) }
    var rows = 0
    do throws(PNGFault) {
      try PNGBytes.read(
        bytes, limits: limits.image,
        words: { (y, row) throws(PNGFault) in
          try words(y, row)
          rows = y + 1
        },
        deep: { (y, row) throws(PNGFault) in
          try deep(y, row)
          rows = y + 1
        })
    } catch {
      guard case .words = error else { throw error.error(.read, path, part: part) }
      // Only the end after the last row is missing.
      if rows == claim.height, !check.isWhole { return nil }
      return rows == 0 ? .all : .part
    }
    return nil
  }

  /// The paper of a drawing.
  struct Paper {
    var node: RasterNode
    /// 0xRRGGBB.
    var colour: UInt32
    /// Whether the image is damaged, so that the colour is that of a new drawing.
    var isDamaged = false
    var isShown: Bool { node.isVisible }
  }

  /// The paper: the lowest node, if it is as Fude writes it; otherwise nil.
  var paper: Paper? {
    get throws(FileError) {
      guard let lowest = stack.nodes.first, case .layer = lowest.content, lowest.depth == 0,
        lowest.name == Document.paperName, lowest.opacity == 1, lowest.blend == .sourceOver,
        lowest.clipping == nil
      else { return nil }
      let (colour, damage) = try soleColour(of: lowest)
      if let colour { return Paper(node: lowest, colour: colour & 0xFF_FFFF) }
      guard damage == .all, lowest.isLocked else { return nil }
      return Paper(node: lowest, colour: Document.standardPaper, isDamaged: true)
    }
  }
}
