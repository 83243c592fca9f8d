import Geometry
import Raster

extension TileGrid {
  /// The image as Exif's orientation, 1...8, means it.
  /// - Parameter depth: the depth in which pixels are copied.
  /// - Throws: if memory is short.
  public func upright<P: PNGPixel>(_ orientation: Int, as depth: P.Type) throws(PNGFault) -> TileGrid {
    guard (2...8).contains(orientation) else { return self }
    let isTurned = orientation > 4
    var loader = PictureLoader(width: isTurned ? height : width, height: isTurned ? width : height)
    // The number of rows that are copied at a time; columns of the source if it is turned.
    let most = isTurned ? Tile.size : 1
    let count = isTurned ? width : height
    let isReversed = [2, 3, 6, 7].contains(orientation)
    let isFromEnd = [3, 4, 7, 8].contains(orientation)
    let length = isTurned ? height : width
    var part = [P](repeating: .clear, count: most * length)
    var row = [P](repeating: .clear, count: length)
    for start in stride(from: 0, to: count, by: most) {
      let number = min(most, count - start)
      let first = isFromEnd ? count - start - number : start
      let place =
        isTurned
        ? PixelRect(x: first, y: 0, width: number, height: height)
        : PixelRect(x: 0, y: first, width: width, height: 1)
      var span = part.mutableSpan
      copy(place, to: &span, stride: place.width)
      for line in 0..<number {
        let column = isFromEnd ? number - 1 - line : line
        for x in 0..<length {
          let from = isReversed ? length - 1 - x : x
          row[x] = part[isTurned ? from * number + column : from]
        }
        try loader.take(row.span)
      }
    }
    return loader.image
  }
}
