import Geometry
import Raster

/// A layer's tile that covers what is under it (source over), and how much of it is shown.
///
/// Covering is associative (Porter and Duff, 1984): covers that lie on each other make one, and it does not matter which of them
/// are taken together first. That is so in exact arithmetic only. So channels are floating-point numbers here, and are rounded to
/// 8 bits once, at the end: taken together in one order or in another, they differ by less than `doubt`. Where a number is
/// that near to the middle between two levels, and only there, the order could show.
struct Cover: Equatable, Sendable {
  let tile: Tile
  /// How much of it is shown, in steps, 0 ... 255.
  let alpha: UInt32

  /// Lays `count` pixels, from word `from` of the tile on, over those of `target` from `at` on.
  func lay(from: Int, count: Int, over target: inout MutableSpan<PixelChannels>, at: Int) {
    precondition(from >= 0 && at >= 0 && count <= Tile.count - from && count <= target.count - at)
    let pixels = tile.pixels.span
    let share = Float(alpha) / 255
    for i in 0..<count {
      let pixel = pixels[unchecked: from &+ i]
      if pixel == 0 { continue }
      target[unchecked: at &+ i] = Self.over(PixelChannels(pixel: pixel) * share, target[unchecked: at &+ i])
    }
  }

  /// Lays `count` pixels of two covers, from word `from` of their tiles on, over those of `target` from `at` on, and rounds them: as `lay`
  /// for one after the other, to the bit, but no number leaves the processor between.
  static func lay(
    _ lower: Cover, _ upper: Cover, from: Int, count: Int, over target: inout MutableSpan<UInt32>, at: Int
  ) {
    precondition(from >= 0 && at >= 0 && count <= Tile.count - from && count <= target.count - at)
    let (below, above) = (lower.tile.pixels.span, upper.tile.pixels.span)
    let (share, shareAbove) = (Float(lower.alpha) / 255, Float(upper.alpha) / 255)
    for i in 0..<count {
      let (first, second) = (below[unchecked: from &+ i], above[unchecked: from &+ i])
      if first | second == 0 { continue }
      // What is clear adds 0 and lets all through: no number changes.
      let covered = over(PixelChannels(pixel: first) * share, PixelChannels(pixel: target[unchecked: at &+ i]))
      target[unchecked: at &+ i] = over(PixelChannels(pixel: second) * shareAbove, covered).pixel
    }
  }

  /// What of a row is there to be laid.
  enum Extent { case nothing, something, all }

  /// Whether `count` pixels, from word `from` of the tile on, are all clear, or all hide what is under them.
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

  /// Channels over others.
  @inline(__always) static func over(_ new: PixelChannels, _ old: PixelChannels) -> PixelChannels {
    new + old * (1 - new[3] * (1 / 255))
  }

  /// The most by which channels of so many covers can differ with the order in which these are taken together, levels. A cover
  /// rounds twice, by 2^-17 each below 256, in either order; what it lets through is off by 2^-22.7 of 255 levels, and
  /// what several together let through by as much as their alpha: in all less than 6 * 2^-16 a cover.
  static func doubt(_ count: Int) -> Float { Float(count + 1) * 0x1p-13 }

  /// Whether channels are so near to the middle between two levels that it is not certain to which they are to be rounded.
  @inline(__always) static func isDoubtful(_ channels: PixelChannels, _ doubt: Float) -> Bool {
    let part = channels - channels.nearest
    return any(part .> 0.5 - doubt .| (part .< doubt - 0.5))
  }
}

extension Document {
  /// Where the run of layers at the top begins all of which cover what is under them, hidden ones aside: these are composed in one and
  /// rounded once.
  var coverStart: Int {
    var start = layers.count
    while start > 0, !layers[start - 1].isVisible || layers[start - 1].blend == .sourceOver { start -= 1 }
    return start
  }

  /// The covers in a tile that layers of that run make, lowest first, with what floats in `part`.
  func covers(_ indices: Range<Int>, tile index: Int, in part: PixelRect) -> [Cover] {
    var covers: [Cover] = []
    for i in indices where layers[i].isVisible {
      // A quick look at the tile alone: `shown` copies the layer, and there may be thousands of layers.
      if layers[i].image[index] == nil, floating == nil || i != activeLayer { continue }
      let alpha = layers[i].alpha
      guard alpha > 0, let tile = layers[i].shown(index, part, i == activeLayer ? floating : nil) else { continue }
      covers.append(Cover(tile: tile, alpha: alpha))
    }
    return covers
  }

  /// Lays the layers of that run over what is in `target`; `rect` lies inside the canvas.
  func layCovers(
    _ indices: Range<Int>, _ rect: PixelRect, over target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    if indices.count <= 1 { return lay(indices, rect, over: &target, start: start, stride: stride) }
    target.requireRoom(for: rect, start: start, stride: stride)
    var row: [PixelChannels] = []
    activeImage.forEachTile(in: rect) { index in
      let part = activeImage.bounds(ofTile: index).intersection(rect)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      let covers = covers(indices, tile: index, in: part)
      if covers.isEmpty { return }
      // One alone is rounded once in any case.
      if covers.count <= 1 { return lay(indices, part, over: &target, start: first, stride: stride) }
      if row.isEmpty { row = [PixelChannels](repeating: .zero, count: Tile.size) }
      var channels = row.mutableSpan
      for y in part.minY..<part.maxY {
        let to = first + (y - part.minY) * stride
        let from = (y & (Tile.size - 1)) << Tile.shift | (part.minX & (Tile.size - 1))
        // What is hidden in this row or has nothing in it is left out. One alone is laid in whole numbers: exact arithmetic and
        // floats round its channels, multiples of 1/255, alike.
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
          CompositeOperator.sourceOver.lay(
            cover.tile.pixels.span, from: from, width: part.width, height: 1, alpha: cover.alpha, over: &target,
            start: to,
            stride: stride)
          continue
        }
        if covers.count - lowest == 2 {
          Cover.lay(covers[lowest], covers[lowest + 1], from: from, count: part.width, over: &target, at: to)
          continue
        }
        for i in 0..<part.width { channels[unchecked: i] = PixelChannels(pixel: target[unchecked: to &+ i]) }
        for cover in covers[lowest...] { cover.lay(from: from, count: part.width, over: &channels, at: 0) }
        for i in 0..<part.width { target[unchecked: to &+ i] = channels[unchecked: i].pixel }
      }
    }
  }
}
