import Geometry

/// A set of pixels that need drawing again, as a handful of rectangles.
///
/// The rectangles may overlap; together they hold at least every pixel that was added. Never more than `limit`: beyond
/// that the two whose common rectangle wastes least become one, so that a region costs the same however it was filled.
public struct Region: Sendable, Equatable {
  /// The most rectangles that a region keeps.
  public static let limit = 16

  /// The rectangles, none of them empty.
  public private(set) var rects: [PixelRect] = []

  /// No pixels.
  public init() {}
  /// The pixels of one rectangle.
  public init(_ rect: PixelRect) { add(rect) }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { rects.isEmpty }
  /// The smallest rectangle around all.
  public var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }
  /// Pixels in all rectangles, those in several counted several times.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// Adds the pixels of a rectangle.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var new = rect
    var i = 0
    // Rectangles that the new one nearly fills up together are joined with it; that may reach others in turn.
    while i < rects.count {
      let union = rects[i].union(new)
      // In floating point: the areas of rectangles from far outside would overflow.
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
  }

  /// Adds all pixels of another region.
  public mutating func add(_ other: Region) { for r in other.rects { add(r) } }

  /// Leaves only the pixels inside `rect`.
  public mutating func clip(to rect: PixelRect) {
    var kept = 0
    // By their numbers: a loop over the array would hold on to it, and the first write would copy it.
    for i in rects.indices {
      let part = rects[i].intersection(rect)
      if !part.isEmpty {
        rects[kept] = part
        kept += 1
      }
    }
    while rects.count > kept { rects.removeLast() }
  }

  /// Empties the region but keeps its memory.
  public mutating func removeAll() {
    // They are few: one by one is less work than the standard library's replacing of a part by nothing.
    while rects.popLast() != nil {}
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
