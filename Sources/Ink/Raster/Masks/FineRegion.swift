import Geometry

/// A set of changed pixels as an unlimited list of rectangles, none of them enlarged.
///
/// A `Region` suits work whose cost depends on the number of rectangles, such as window updates.
/// Its rectangles also cover unchanged pixels; for a scribble about ten times as many as changed. A
/// `FineRegion` suits work whose cost depends on the number of pixels, such as updating a
/// `Pyramid`: an edit adds one rectangle for each of its tiles.
public struct FineRegion: Sendable, Equatable {
  /// The rectangles, px, none of them empty; they may overlap.
  public private(set) var rects: [PixelRect] = []
  /// The sum of the rectangles' areas; pixels in several rectangles count several times.
  public private(set) var area = 0
  /// A region that covers at least the same pixels.
  public private(set) var region = Region()

  /// Creates an empty region.
  public init() {}
  /// Creates a region with the pixels of `region`.
  public init(_ region: Region) { add(region) }

  /// Whether the region holds no pixel.
  public var isEmpty: Bool { rects.isEmpty }

  /// Adds the pixels of a rectangle. Amortised O(1), apart from `Region.add`.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    rects.append(rect)
    area += rect.area
    region.add(rect)
  }

  /// Adds all pixels of a region.
  public mutating func add(_ other: Region) { for rect in other.rects { add(rect) } }

  /// Adds all pixels of another region.
  public mutating func add(_ other: FineRegion) {
    if isEmpty {
      self = other
      return
    }
    rects += other.rects
    area += other.area
    region.add(other.region)
  }

  /// Stops debug builds where a rectangle is empty, or where `area` or `region` differs from the
  /// rectangles. O(rectangles).
  func checkInvariants() {
    assert(rects.allSatisfy { !$0.isEmpty }, "a region has no empty rectangle")
    assert(area == rects.reduce(0) { $0 + $1.area }, "the area is that of the rectangles")
    assert(region.bounds == rects.reduce(.empty) { $0.union($1) }, "both regions have the same bounds")
    region.checkInvariants()
  }
}
