import Geometry
import Raster

/// A tile of a layer with the layer's opacity, composited by source over.
///
/// Consecutive tiles of this kind are composited with floating-point channels, which are rounded to
/// 8 bits once, after the last one.
struct Cover: Equatable, Sendable {
  let tile: Tile
  /// Opacity, 0...255.
  let alpha: UInt32

  /// Composites `count` pixels from word `from` of the tile onto `target`, starting at `at`.
  func composite(from: Int, count: Int, over target: inout MutableSpan<PixelChannels>, at: Int) {
    precondition(from >= 0 && at >= 0 && count <= Tile.count - from && count <= target.count - at)
    let pixels = tile.pixels.span
    let share = Float(alpha) / 255
    for i in 0..<count {
      let pixel = pixels[unchecked: from &+ i]
      if pixel == 0 { continue }
      target[unchecked: at &+ i] = Self.over(PixelChannels(pixel: pixel) * share, target[unchecked: at &+ i])
    }
  }

  /// Composites two tiles and rounds once. The result is that of two calls of the method above, but
  /// faster.
  static func composite(
    _ lower: Cover, _ upper: Cover, from: Int, count: Int, over target: inout MutableSpan<UInt32>, at: Int
  ) {
    precondition(from >= 0 && at >= 0 && count <= Tile.count - from && count <= target.count - at)
    let (below, above) = (lower.tile.pixels.span, upper.tile.pixels.span)
    let (share, shareAbove) = (Float(lower.alpha) / 255, Float(upper.alpha) / 255)
    for i in 0..<count {
      let (first, second) = (below[unchecked: from &+ i], above[unchecked: from &+ i])
      if first | second == 0 { continue }
      // A transparent pixel changes no channel, so it needs no special case.
      let covered = over(PixelChannels(pixel: first) * share, PixelChannels(pixel: target[unchecked: at &+ i]))
      target[unchecked: at &+ i] = over(PixelChannels(pixel: second) * shareAbove, covered).pixel
    }
  }

  enum Extent { case nothing, something, all }

  /// Whether `count` pixels from word `from` are all transparent, or all opaque, or neither.
  func extent(from: Int, count: Int) -> Extent {
    precondition(from >= 0 && count <= Tile.count - from)
    let pixels = tile.pixels.span
    var (any, all) = (UInt32(0), UInt32.max)
    for i in from..<(from &+ count) {
      any |= pixels[unchecked: i]
      all &= pixels[unchecked: i]
    }
    return any == 0 ? .nothing : all >> 24 == 255 && alpha == 255 ? .all : .something
  }

  @inline(__always) static func over(_ new: PixelChannels, _ old: PixelChannels) -> PixelChannels {
    new + old * (1 - new[3] * (1 / 255))
  }
}

extension Document {
  /// The index of the first layer of the topmost run of source-over layers, ignoring hidden ones.
  /// The run is rounded once.
  var coverStart: Int {
    var start = layers.count
    while start > 0, !layers[start - 1].isVisible || layers[start - 1].blend == .sourceOver { start -= 1 }
    return start
  }

  /// Returns the tiles of these layers at an index of the grid, lowest first. The active layer's
  /// includes the floating selection.
  func covers(_ indices: Range<Int>, tile index: Int, in part: PixelRect) -> [Cover] {
    var covers: [Cover] = []
    for i in indices where layers[i].isVisible {
      // Test the tile first: `shown` copies the layer, and a drawing can have thousands of layers.
      if layers[i].image[index] == nil, floating == nil || i != activeLayer { continue }
      let alpha = layers[i].alpha
      guard alpha > 0, let tile = layers[i].shown(index, part, i == activeLayer ? floating : nil) else { continue }
      covers.append(Cover(tile: tile, alpha: alpha))
    }
    return covers
  }

  /// Composites layers of the topmost source-over run onto `target`, rounding once. `rect` must be
  /// inside the canvas.
  func compositeCovers(
    _ indices: Range<Int>, _ rect: PixelRect, over target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    if indices.count <= 1 { return composite(indices, rect, over: &target, start: start, stride: stride) }
    target.requireRoom(for: rect, start: start, stride: stride)
    var row: [PixelChannels] = []
    activeImage.forEachTile(in: rect) { index in
      let part = activeImage.bounds(ofTile: index).intersection(rect)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      let covers = covers(indices, tile: index, in: part)
      if covers.isEmpty { return }
      if covers.count <= 1 { return composite(indices, part, over: &target, start: first, stride: stride) }
      if row.isEmpty { row = [PixelChannels](repeating: .zero, count: Tile.size) }
      var channels = row.mutableSpan
      for y in part.minY..<part.maxY {
        let to = first + (y - part.minY) * stride
        let from = (y & (Tile.size - 1)) << Tile.shift | (part.minX & (Tile.size - 1))
        // Tiles below an opaque row do not show, and transparent rows change nothing. A single
        // tile is composited with integers, which give the same rounded result.
        var (lowest, left, single) = (covers.count, 0, 0)
        while lowest > 0 {
          lowest -= 1
          let extent = covers[lowest].extent(from: from, count: part.width)
          if extent == .nothing { continue }
          (left, single) = (left + 1, lowest)
          if extent == .all { break }
        }
        if left == 0 { continue }
        if left == 1, covers[single].alpha == 255 {
          let cover = covers[single]
          CompositeOperator.sourceOver.composite(
            cover.tile.pixels.span, from: from, width: part.width, height: 1, alpha: cover.alpha, over: &target,
            start: to,
            stride: stride)
          continue
        }
        if covers.count - lowest == 2 {
          Cover.composite(covers[lowest], covers[lowest + 1], from: from, count: part.width, over: &target, at: to)
          continue
        }
        for i in 0..<part.width { channels[unchecked: i] = PixelChannels(pixel: target[unchecked: to &+ i]) }
        for cover in covers[lowest...] { cover.composite(from: from, count: part.width, over: &channels, at: 0) }
        for i in 0..<part.width { target[unchecked: to &+ i] = channels[unchecked: i].pixel }
      }
    }
  }
}
