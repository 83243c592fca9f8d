import Geometry

/// Pixels as rows: rows are `stride` pixels apart, the first pixel of a rectangle is pixel `start`.
extension MutableSpan where Element: TilePixel {
  /// Stops the program unless all pixels of `rect` are inside the span. Later accesses need no
  /// checks.
  @inlinable public func requireRoom(for rect: PixelRect, start: Int, stride: Int) {
    precondition(
      rect.isEmpty || (start >= 0 && stride >= 0 && start + (rect.height - 1) * stride + rect.width <= count),
      "the pixels lie in the memory for them")
  }

  /// Sets all pixels of `rect`.
  @inlinable public mutating func fill(_ rect: PixelRect, with pixel: Element, start: Int, stride: Int) {
    requireRoom(for: rect, start: start, stride: stride)
    for y in 0..<rect.height {
      let row = start + y * stride
      for i in row..<(row + rect.width) { self[unchecked: i] = pixel }
    }
  }
}

/// Likewise for words.
extension MutableSpan where Element == UInt32 {
  /// Copies pixels from a tile to those of `rect`. The first pixel is word `first` of the tile.
  @inlinable public mutating func copy(
    _ rect: PixelRect, from tile: Span<UInt32>, first: Int, start: Int, stride: Int
  ) {
    requireRoom(for: rect, start: start, stride: stride)
    precondition(
      rect.isEmpty || (first >= 0 && first + (rect.height - 1) * Tile.size + rect.width <= tile.count),
      "the pixels lie in the tile")
    for y in 0..<rect.height {
      let (from, to) = (first + (y << Tile.shift), start + y * stride)
      for i in 0..<rect.width { self[unchecked: to &+ i] = tile[unchecked: from &+ i] }
    }
  }

  /// Composites pixels of a tile over those of `rect`. The first pixel is word `first` of the tile.
  public mutating func composite(
    _ rect: PixelRect, from tile: Span<UInt32>, first: Int, start: Int, stride: Int
  ) {
    requireRoom(for: rect, start: start, stride: stride)
    precondition(
      rect.isEmpty || (first >= 0 && first + (rect.height - 1) * Tile.size + rect.width <= tile.count),
      "the pixels lie in the tile")
    tile.withUnsafeBufferPointer { pixels in
      withUnsafeMutableBufferPointer { words in
        guard let pixels = pixels.baseAddress, let words = words.baseAddress else { return }
        for y in 0..<rect.height {
          TileGrid.compositeRow(pixels + first + y << Tile.shift, words + start + y * stride, rect.width)
        }
      }
    }
  }
}
