import Geometry
import Raster

extension TileGrid {
  /// Returns the image enlarged by `scale` > 1 with Mitchell's filter; uniform areas stay exact.
  public func enlarged(by scale: Double, width: Int, height: Int) -> TileGrid {
    var large = TileGrid(width: width, height: height)
    // One px more than the kernel needs.
    let reach = 3
    var targets: Set<Int> = []
    for index in tileIndices {
      let square = bounds(ofTile: index).grown(by: reach)
      large.forEachTile(
        in: PixelRect(
          covering: Rect(
            minX: Double(square.minX) * scale, minY: Double(square.minY) * scale, maxX: Double(square.maxX) * scale,
            maxY: Double(square.maxY) * scale))
      ) { targets.insert($0) }
    }
    for index in targets {
      let square = large.bounds(ofTile: index)
      let source = SampleWindow.source(of: square, scale: scale, kernel: .mitchell)
      guard !isEmpty(source.grown(toTouch: bounds)) else { continue }
      let values = SampleWindow(source, of: self).enlarged(to: square, scale: scale, kernel: .mitchell)
      let tile = SampleWindow.tile(values, width: square.width, isDeep: hasDeepTiles(in: source))
      if let tile { large[index] = tile }
    }
    return large
  }
}

extension PixelRect {
  /// Extends the rectangle to touch `bounds`, whose edge pixels are repeated outside.
  public func grown(toTouch bounds: PixelRect) -> PixelRect {
    PixelRect(
      minX: min(minX, bounds.maxX - 1), minY: min(minY, bounds.maxY - 1), maxX: max(maxX, bounds.minX + 1),
      maxY: max(maxY, bounds.minY + 1))
  }
}
