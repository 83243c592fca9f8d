import Archive
import Document
import Files
import Geometry
import Pictures
import Raster

extension OpenRasterReader {
  /// The smallest rectangle around the paint of a layer that is on the canvas, canvas px. Its images are read row by
  /// row, without memory for their pixels; those that several layers show are read once.
  /// - Parameters:
  ///   - layer: a layer of `stack`; not a group.
  ///   - pixels: the pixels that may be read; those that are read are subtracted.
  /// - Returns: nil if an image has more, or would need much memory (`BoundsLimits`).
  /// - Throws: if an image is missing or damaged.
  public func paintedBounds(of layer: RasterNode, atMost pixels: inout Int) throws(FileError) -> PixelRect? {
    guard case .pieces(let pieces) = layer.content else { return try bounds(of: layer, (layer.x, layer.y), &pixels) }
    var bounds = PixelRect.empty
    for piece in pieces {
      guard let part = try self.bounds(of: piece, (layer.x + piece.x, layer.y + piece.y), &pixels) else { return nil }
      bounds = bounds.union(part)
    }
    return bounds
  }

  private func bounds(
    of layer: RasterNode, _ corner: (x: Int, y: Int), _ pixels: inout Int
  ) throws(FileError) -> PixelRect? {
    guard case .layer(let source) = layer.content else { return .empty }
    let key = Place(source: source, x: corner.x, y: corner.y)
    if let known = knownBounds[key] { return known }
    let (part, entry, claim) = try self.claim(of: layer)
    let isInterlaced: Bool
    do throws(ArchiveError) {
      isInterlaced = PNGBytes.isInterlaced(try archive.prefix(of: entry, count: 32))
    } catch { throw FileError(.read, path, error) }
    if entry.size > BoundsLimits.entry
      || BoundsLimits.exclude(claim.width, claim.height, isInterlaced: isInterlaced, atMost: pixels)
    {
      return nil
    }
    pixels -= claim.width * claim.height
    let place = PixelRect(
      x: corner.x + (stack.origin?.x ?? 0), y: corner.y + (stack.origin?.y ?? 0), width: claim.width,
      height: claim.height)
    let inside = place.intersection(PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height))
    var bounds = PixelRect.empty
    func take<P: PNGPixel>(_ y: Int, _ row: Span<P>) throws(PNGFault) {
      guard let columns = Self.columns(of: inside, in: place, row: y) else { return }
      var (left, right) = (columns.lowerBound, columns.upperBound)
      while left < right, row[left] == .clear { left += 1 }
      while right > left, row[right - 1] == .clear { right -= 1 }
      guard left < right else { return }
      let line = place.minY + y
      bounds = bounds.union(
        PixelRect(minX: place.minX + left, minY: line, maxX: place.minX + right, maxY: line + 1))
    }
    _ = try read(part, entry, claim, words: take, deep: take)
    knownBounds[key] = bounds
    return bounds
  }
}
