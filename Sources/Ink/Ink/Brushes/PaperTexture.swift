import Synchronization

/// The relief of a paper: a pattern of heights that repeats.
///
/// Immutable and shared by all copies of a brush.
public final class PaperTexture: Sendable {
  /// The period of the pattern to the right, px.
  public let width: Int
  /// The period of the pattern downwards, px.
  public let height: Int
  /// Heights, 0 the lowest ... 255 the highest, row by row.
  public let heights: [UInt8]
  /// Heights by rank, 0...65535: a quarter of the paper is below 16384. So strokes of equal strength cover as much on
  /// every paper.
  public let spread: [UInt16]

  /// The sides of a texture, px.
  public static let sides = 1...2048
  /// The greatest number of pixels.
  public static let mostPixels = 1 << 22

  private let digest: UInt64
  private let copies = Mutex<[Copy]>([])

  /// A texture by its heights; nil if it is too large, the number of heights does not fit, or all are the same.
  public init?(width: Int, height: Int, heights: [UInt8]) {
    guard Self.isPossible(width: width, height: height), heights.count == width * height,
      heights.contains(where: { $0 != heights[0] })
    else { return nil }
    (self.width, self.height, self.heights) = (width, height, heights)
    var counts = [Int](repeating: 0, count: 256)
    for value in heights { counts[Int(value)] += 1 }
    var below = 0
    // The middle of the ranks that a height has.
    let ranks = counts.map { count in
      defer { below += count }
      return UInt16((2 * below + count) * 65535 / (2 * heights.count))
    }
    spread = heights.map { ranks[Int($0)] }
    // FNV-1a, of 64 bits.
    digest = heights.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Whether a texture can have a size.
  public static func isPossible(width: Int, height: Int) -> Bool {
    sides.contains(width) && sides.contains(height) && width * height <= mostPixels
  }

  /// Heights of any size, made smaller so that a texture can have them; nil if all are the same.
  /// - Precondition: `heights` has `width * height` values, and there is at least one.
  public static func fitting(width: Int, height: Int, heights: [UInt8]) -> PaperTexture? {
    let factor = max(1, Double(max(width, height)) / Double(sides.upperBound))
    guard factor > 1 else { return PaperTexture(width: width, height: height, heights: heights) }
    let (small, low) = (max(1, Int(Double(width) / factor)), max(1, Int(Double(height) / factor)))
    return PaperTexture(
      width: small, height: low, heights: reduced(width: width, height: height, heights, toWidth: small, height: low))
  }

  /// A smaller copy, at least 1 px wide and high, whose pixels are averages; nil if nothing of the relief remains. The last
  /// copies are kept.
  /// - Precondition: the size is not greater than the texture's.
  public func reduced(toWidth width: Int, height: Int) -> PaperTexture? {
    if (width, height) == (self.width, self.height) { return self }
    let known = copies.withLock { $0.first { ($0.width, $0.height) == (width, height) } }
    if let known { return known.texture }
    let values = Self.reduced(width: self.width, height: self.height, heights, toWidth: width, height: height)
    let copy = PaperTexture(width: width, height: height, heights: values)
    copies.withLock { copies in
      copies.insert(Copy(width: width, height: height, texture: copy), at: 0)
      copies.removeLast(max(0, copies.count - Self.mostCopies))
    }
    return copy
  }

  private struct Copy: Sendable {
    let width: Int
    let height: Int
    let texture: PaperTexture?
  }

  /// The copies that are kept: for sizes that strokes of a drawing alternate between.
  private static let mostCopies = 4

  private static func reduced(
    width: Int, height: Int, _ heights: [UInt8], toWidth small: Int, height low: Int
  ) -> [UInt8] {
    let plane = TipPlane(width: width, height: height, mask: heights.map(Float.init))
    return plane.reduced(toWidth: small, height: low).mask.map { UInt8(max(0, min(255, $0.rounded()))) }
  }
}

extension PaperTexture: Hashable {
  /// Whether the heights are the same.
  public static func == (a: PaperTexture, b: PaperTexture) -> Bool {
    a === b || a.digest == b.digest && a.width == b.width && a.height == b.height && a.heights == b.heights
  }

  /// Hashes the heights; O(1).
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
