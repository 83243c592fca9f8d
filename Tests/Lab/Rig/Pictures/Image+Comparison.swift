/// The difference between two images of the same size.
public struct ImageDifference: Sendable, Hashable {
  /// Number of pixels that differ by more than the tolerance.
  public var count = 0
  /// The smallest area that contains these pixels; empty if there are none.
  public var bounds = Area(x: 0, y: 0, width: 0, height: 0)
  /// The largest difference of any channel of any pixel, 0...255, within the tolerance or not.
  public var largest = 0

  /// Whether no pixel differs by more than the tolerance.
  public var isEmpty: Bool { count == 0 }
}

extension Image {
  /// Compares two images.
  /// - Parameters:
  ///   - other: an image of the same size; if the size differs, every pixel counts as different.
  ///   - tolerance: the allowed difference of each channel, 0...255.
  public func difference(from other: Image, tolerance: Int = 0) -> ImageDifference {
    guard width == other.width, height == other.height else {
      return ImageDifference(count: max(area.count, other.area.count), bounds: area.union(other.area), largest: 255)
    }
    var difference = ImageDifference()
    var bounds = PixelBounds()
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (pixels[y * width + x], other.pixels[y * width + x])
        if a == b { continue }
        let distance = Self.distance(a, b)
        difference.largest = max(difference.largest, distance)
        if distance > tolerance {
          difference.count += 1
          bounds.add(x, y)
        }
      }
    }
    difference.bounds = bounds.area
    return difference
  }

  /// Number of pixels that fulfil `condition`.
  public func count(where condition: (UInt32) -> Bool) -> Int {
    pixels.reduce(0) { condition($1) ? $0 + 1 : $0 }
  }

  /// The smallest area that contains all pixels that fulfil `condition`; nil if none does.
  public func bounds(where condition: (UInt32) -> Bool) -> Area? {
    var bounds = PixelBounds()
    for y in 0..<height {
      for x in 0..<width where condition(pixels[y * width + x]) { bounds.add(x, y) }
    }
    return bounds.area.isEmpty ? nil : bounds.area
  }

  /// The runs of pixels that fulfil `condition` along column `x`, from the top. Shows a stroke's
  /// width.
  public func runs(inColumn x: Int, where condition: (UInt32) -> Bool) -> [Range<Int>] {
    Self.runs(of: column(x), where: condition)
  }

  /// The runs of pixels that fulfil `condition` along row `y`, from the left.
  public func runs(inRow y: Int, where condition: (UInt32) -> Bool) -> [Range<Int>] {
    Self.runs(of: Array(row(y)), where: condition)
  }

  private static func runs(of line: [UInt32], where condition: (UInt32) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (index, pixel) in line.enumerated() {
      if condition(pixel) {
        start = start ?? index
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    if let start { runs.append(start..<line.count) }
    return runs
  }
}

private struct PixelBounds {
  var left = Int.max
  var top = Int.max
  var right = Int.min
  var bottom = Int.min

  mutating func add(_ x: Int, _ y: Int) {
    left = min(left, x)
    top = min(top, y)
    right = max(right, x + 1)
    bottom = max(bottom, y + 1)
  }

  var area: Area {
    left == .max
      ? Area(x: 0, y: 0, width: 0, height: 0) : Area(x: left, y: top, width: right - left, height: bottom - top)
  }
}
