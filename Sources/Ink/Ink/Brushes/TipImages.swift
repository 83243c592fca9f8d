import Synchronization

/// The pictures of an image tip: masks of one size, one after the other.
///
/// Immutable and shared by all copies of a brush.
public final class TipImages: Sendable {
  /// The width of each mask, px.
  public let width: Int
  /// The height of each mask, px.
  public let height: Int
  /// The number of masks, 1...`mostImages`.
  public let count: Int
  /// Coverage, 0 none ... 255 full, row by row, mask after mask.
  public let masks: [UInt8]

  /// The sides that a mask can have, px. A brush is at most 1000 px wide.
  public static let sides = 1...1024
  /// The greatest number of masks.
  public static let mostImages = 64
  /// The greatest number of pixels of all masks.
  public static let mostPixels = 1 << 22
  /// The greatest height of all masks together, px: a file has them one below the other.
  public static let mostRows = 1 << 14

  private let digest: UInt64
  private let kept = Mutex<[TipPyramid?]>([])

  /// Masks by their pixels; nil if there are too many, none of them has any coverage, or the number of pixels does not
  /// fit.
  public init?(width: Int, height: Int, count: Int = 1, masks: [UInt8]) {
    guard Self.arePossible(width: width, height: height, count: count), masks.count == width * height * count,
      masks.contains(where: { $0 != 0 })
    else { return nil }
    (self.width, self.height, self.count, self.masks) = (width, height, count, masks)
    // FNV-1a, of 64 bits.
    digest = masks.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Whether masks can have a size and number.
  public static func arePossible(width: Int, height: Int, count: Int) -> Bool {
    sides.contains(width) && sides.contains(height) && (1...mostImages).contains(count)
      && width * height <= mostPixels / count && height <= mostRows / count
  }

  /// The smaller copies of a mask; made when they are first needed, unless they were prepared. Cost then: O(pixels).
  public func pyramid(_ number: Int) -> TipPyramid {
    if let known = kept.withLock({ $0.isEmpty ? nil : $0[number] }) { return known }
    let size = width * height
    let pyramid = TipPyramid(width: width, height: height, mask: masks[(number * size)..<((number + 1) * size)])
    kept.withLock { kept in
      if kept.isEmpty { kept = Array(repeating: nil, count: count) }
      kept[number] = pyramid
    }
    return pyramid
  }

  /// Makes the smaller copies of all masks, so that no stroke waits for them. For a worker.
  public func prepare() { for number in 0..<count { _ = pyramid(number) } }
}

extension TipImages: Hashable {
  /// Whether the masks are the same.
  public static func == (a: TipImages, b: TipImages) -> Bool {
    a === b
      || a.digest == b.digest && a.width == b.width && a.height == b.height && a.count == b.count && a.masks == b.masks
  }

  /// Hashes the masks; O(1).
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
