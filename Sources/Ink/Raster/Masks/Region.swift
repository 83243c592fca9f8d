import Geometry

/// A set of changed pixels as at most `limit` rectangles.
///
/// The rectangles may overlap; together they hold at least every pixel that was added. Beyond
/// `limit`, the two rectangles whose union adds the least area are joined. So the cost of a region
/// is bounded, however many rectangles were added.
public struct Region: Sendable, Equatable {
  /// The greatest number of rectangles.
  public static let limit = 16

  /// The rectangles, none of them empty.
  public private(set) var rects: [PixelRect] = []

  /// Creates an empty region.
  public init() {}
  /// Creates a region with the pixels of a rectangle.
  public init(_ rect: PixelRect) { add(rect) }

  /// Whether the region holds no pixel.
  public var isEmpty: Bool { rects.isEmpty }
  /// The smallest rectangle around all pixels.
  public var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }
  /// The sum of the rectangles' areas; pixels in several rectangles count several times.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// Adds the pixels of a rectangle. O(limit^2) at worst.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var new = rect
    var i = 0
    // Joins rectangles that nearly fill their union with the new one. The union may then absorb
    // others.
    while i < rects.count {
      let union = rects[i].union(new)
      // In floating point: the areas of rectangles far outside the window would overflow.
      if Double(union.area) <= (Double(rects[i].area) + Double(new.area)) * 1.25 {
        new = union
        rects.swapAt(i, rects.count - 1)
        rects.removeLast()
        i = 0
      } else {
        i += 1
      }
    }
    rects.append(new)
    if rects.count > Self.limit { joinCheapest() }
    checkInvariants()
  }

  /// Adds all pixels of another region.
  public mutating func add(_ other: Region) { for r in other.rects { add(r) } }

  /// Removes the pixels outside `rect`. Allocates nothing.
  public mutating func clip(to rect: PixelRect) {
    var kept = 0
    // By index: iterating over the array would keep a reference, and the first write would copy it.
    for i in rects.indices {
      let part = rects[i].intersection(rect)
      if !part.isEmpty {
        rects[kept] = part
        kept += 1
      }
    }
    while rects.count > kept { rects.removeLast() }
    checkInvariants()
  }

  /// Removes all pixels but keeps the memory.
  public mutating func removeAll() {
    // `removeAll(keepingCapacity:)` costs more for so few elements.
    while rects.popLast() != nil {}
  }

  /// Stops debug builds where the region has more than `limit` rectangles or an empty one.
  func checkInvariants() {
    assert(rects.count <= Self.limit, "a region has at most \(Self.limit) rectangles")
    assert(rects.allSatisfy { !$0.isEmpty }, "a region has no empty rectangle")
  }

  private mutating func joinCheapest() {
    var best = (waste: Int.max, i: 0, j: 1)
    for i in 0..<rects.count {
      for j in (i + 1)..<rects.count {
        let waste = rects[i].union(rects[j]).area - rects[i].area - rects[j].area
        if waste < best.waste { best = (waste, i, j) }
      }
    }
    let joined = rects[best.i].union(rects[best.j])
    rects.remove(at: best.j)
    rects.remove(at: best.i)
    add(joined)
  }
}
