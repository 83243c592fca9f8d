import Raster

/// A layer's pixels or mask on a tile, or the bounds of a group's, and how they are composited.
public struct Plate: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    /// The pixels; nil if all are transparent.
    case tile(Tile?)
    /// Plates up to the matching end are composited by themselves.
    case begin
    /// They are then composited like pixels.
    case end
    /// The channels of the whole tile, composited before.
    case kept([KeptChannels])
    /// A mask hides what was composited in the group so far.
    case mask(Tile)
  }

  public let content: Content
  /// Opacity, 0...255.
  public let alpha: UInt32
  public let blend: CompositeOperator
  /// Whether the backdrop keeps its alpha, so that it shows only there.
  public let keepsAlpha: Bool

  public init(tile: Tile?, alpha: UInt32, blend: CompositeOperator, keepsAlpha: Bool = false) {
    self.init(.tile(tile), alpha: alpha, blend: blend, keepsAlpha: keepsAlpha)
  }

  /// The end of a group.
  public init(endOf alpha: UInt32, _ blend: CompositeOperator, keepsAlpha: Bool = false) {
    self.init(.end, alpha: alpha, blend: blend, keepsAlpha: keepsAlpha)
  }

  private init(
    _ content: Content, alpha: UInt32 = 255, blend: CompositeOperator = .sourceOver, keepsAlpha: Bool = false
  ) {
    (self.content, self.alpha, self.blend, self.keepsAlpha) = (content, alpha, blend, keepsAlpha)
  }

  /// Channels that are composited as they are, lowest in a group or drawing.
  public init(kept channels: [KeptChannels]) { self.init(.kept(channels)) }

  /// The channels of a group that this ends.
  public func ending(_ channels: [KeptChannels]) -> Plate {
    Plate(.kept(channels), alpha: alpha, blend: blend, keepsAlpha: keepsAlpha)
  }

  /// The begin of a group.
  public static let begin = Plate(.begin)

  /// A mask, in a group.
  public init(mask: Tile) { self.init(.mask(mask)) }

  /// The pixels; nil if all are transparent.
  public var tile: Tile? { if case .tile(let tile) = content { tile } else { nil } }

  /// Whether it leaves the backdrop as it is where it is transparent.
  public var keepsUnderClear: Bool { keepsAlpha || blend.keepsUnderClear }

  enum Extent {
    /// The backdrop stays as it is.
    case nothing
    case something
    /// The backdrop does not show.
    case all
  }

  /// What `count` pixels of a row, from pixel `from` of the tile, do to their backdrop; not for a group or a mask. Channels that are kept
  /// count as something, since reading them is not faster than compositing them.
  func extent(from: Int, count: Int) -> Extent {
    precondition(from >= 0 && count <= Tile.size - from & (Tile.size - 1) && from < Tile.count)
    if case .kept = content { return .something }
    guard let tile else { return keepsUnderClear ? .nothing : .all }
    let extent = tile.extent(from, count)
    if extent == .nothing || alpha == 0 { return keepsUnderClear ? .nothing : .all }
    return isCovering && extent == .all ? .all : .something
  }

  /// Whether it has pixels or a mask with 16 bits a channel.
  public var isDeep: Bool {
    switch content {
    case .tile(let tile): tile?.isDeep ?? false
    case .mask(let mask): mask.isDeep
    case .begin, .end, .kept: false
    }
  }

  /// Whether its opaque pixels hide the backdrop.
  private var isCovering: Bool { blend == .sourceOver && alpha == 255 && !keepsAlpha }

  /// Whether its pixels, 8 bits a channel, cover the backdrop as they are.
  public var isPlain: Bool {
    guard case .tile(let tile) = content, isCovering else { return false }
    return !(tile?.isDeep ?? false)
  }

  /// The one plate that does the same as a group of this plate alone, with this end; nil if there is none.
  public func grouped(by end: Plate) -> Plate? {
    guard blend.paintsOnClear, !keepsAlpha, alpha == 255 || end.alpha == 255 else { return nil }
    switch content {
    case .tile, .kept:
      return Plate(content, alpha: min(alpha, end.alpha), blend: end.blend, keepsAlpha: end.keepsAlpha)
    case .begin, .end, .mask: return nil
    }
  }
}

extension Tile {
  /// Whether some of `count` pixels of a row, from pixel `from` of the tile, are not transparent, or all are opaque.
  fileprivate func extent(_ from: Int, _ count: Int) -> Plate.Extent {
    let (row, first) = (from >> Tile.shift, from & (Tile.size - 1))
    var (isSeen, isOpaque) = (false, false)
    if isDeep {
      withDeepRows(row..<row + 1) { pixels in
        var (any, all) = (SIMD4<UInt16>.zero, SIMD4<UInt16>(repeating: .max))
        for i in first..<(first &+ count) {
          any |= pixels[unchecked: i].channels
          all &= pixels[unchecked: i].channels
        }
        // 1 is one bit, and no channel is above it.
        (isSeen, isOpaque) = (any != .zero, all[3] & DeepPixel.one != 0)
      }
    } else {
      withRows(row..<row + 1) { pixels in
        var (any, all) = (UInt32(0), UInt32.max)
        for i in first..<(first &+ count) {
          any |= pixels[unchecked: i]
          all &= pixels[unchecked: i]
        }
        (isSeen, isOpaque) = (any != 0, all >> 24 == 255)
      }
    }
    return isOpaque ? .all : isSeen ? .something : .nothing
  }
}
