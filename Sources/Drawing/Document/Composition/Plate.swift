import Raster

/// A layer's pixels on a tile, and how they are composited.
struct Plate: Equatable, Sendable {
  /// The pixels; nil if all are transparent.
  let tile: Tile?
  /// Opacity, 0...255.
  let alpha: UInt32
  let blend: CompositeOperator

  enum Extent {
    /// The backdrop stays as it is.
    case nothing
    case something
    /// The backdrop does not show.
    case all
  }

  /// What `count` pixels from word `from` do to their backdrop.
  func extent(from: Int, count: Int) -> Extent {
    precondition(from >= 0 && count <= Tile.count - from)
    guard let tile else { return blend.keepsUnderClear ? .nothing : .all }
    let pixels = tile.pixels.span
    var (any, all) = (UInt32(0), UInt32.max)
    for i in from..<(from &+ count) {
      any |= pixels[unchecked: i]
      all &= pixels[unchecked: i]
    }
    if any == 0 || alpha == 0 { return blend.keepsUnderClear ? .nothing : .all }
    return isPlain && all >> 24 == 255 ? .all : .something
  }

  /// Whether its pixels cover the backdrop as they are.
  var isPlain: Bool { blend == .sourceOver && alpha == 255 }
}
