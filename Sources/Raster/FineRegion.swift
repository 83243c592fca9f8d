import Geometry

/// Pixels that have changed, as many rectangles as it takes, of which none is larger for another's sake.
///
/// A `Region` is for what costs by the rectangle, as what is put on a window; its rectangles also hold pixels that have not changed, of a
/// scribble ten times as many as have. This is for what costs by the pixel, as the smaller copies of an image: an edit gives one rectangle
/// for each of its tiles.
public struct FineRegion: Sendable, Equatable {
  /// The rectangles, px, none of them empty; they may overlap.
  public private(set) var rects: [PixelRect] = []
  /// Pixels in all rectangles, those in several counted several times.
  public private(set) var area = 0
  /// At least the same pixels, as a handful of rectangles.
  public private(set) var region = Region()

  /// No pixels.
  public init() {}
  /// The pixels of a region.
  public init(_ region: Region) { add(region) }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { rects.isEmpty }

  /// Adds the pixels of a rectangle.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    rects.append(rect)
    area += rect.area
    region.add(rect)
  }

  /// Adds all pixels of a region.
  public mutating func add(_ other: Region) { for rect in other.rects { add(rect) } }

  /// Adds all pixels of another. Its rectangles are joined to a handful already: that is not done again.
  public mutating func add(_ other: FineRegion) {
    if isEmpty {
      self = other
      return
    }
    rects += other.rects
    area += other.area
    region.add(other.region)
  }
}
