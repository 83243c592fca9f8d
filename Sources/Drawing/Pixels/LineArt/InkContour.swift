import Geometry

/// A closed way between ink and what is open, along the sides of pixels, with the ink on its right. Ink that touches at a
/// corner is connected.
struct InkContour {
  /// The middle of a pixel's side, and that pixel, which is ink.
  struct Side {
    var x: Double
    var y: Double
    /// The index of the pixel in the map.
    var pixel: Int
    var place: Point { Point(x, y) }
  }

  let sides: [Side]
  /// How long the way is to each side, px; the length of all is the last one.
  private let ways: [Double]

  var count: Int { sides.count }
  var length: Double { ways[sides.count] }

  init(_ sides: [Side]) {
    self.sides = sides
    var ways = [0.0]
    ways.reserveCapacity(sides.count + 1)
    for i in sides.indices {
      let (a, b) = (sides[i], sides[i + 1 == sides.count ? 0 : i + 1])
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      ways.append(ways[i] + (dx * dx + dy * dy).squareRoot())
    }
    self.ways = ways
  }

  /// The index of a side from one that may be up to a round before the first or after the last.
  @inline(__always) func wrapped(_ index: Int) -> Int {
    index < 0 ? index + count : index >= count ? index - count : index
  }

  /// The side at an index that may be up to a round away.
  @inline(__always) subscript(index: Int) -> Side { sides[wrapped(index)] }

  /// How long the way is to a side whose index may be up to a round away, px.
  @inline(__always) func way(_ index: Int) -> Double {
    index < 0 ? ways[index + count] - length : index >= count ? ways[index - count] + length : ways[index]
  }

  /// A step to the right, down, to the left, up.
  @inline(__always) private static func step(_ direction: Int) -> (x: Int, y: Int) {
    switch direction {
    case 0: (1, 0)
    case 1: (0, 1)
    case 2: (-1, 0)
    default: (0, -1)
    }
  }

  /// All contours of a map that are at least so long, px: those whose first pixels are in upper rows first.
  static func all(of ink: InkMap, least: Double) -> [InkContour] {
    // A bit for each side of a pixel that was passed: the upper one, the right, the lower, the left.
    var passed = [UInt8](repeating: 0, count: ink.pixels.count)
    var contours: [InkContour] = []
    var sides: [Side] = []
    for y in 0..<ink.height {
      for x in 0..<ink.width where ink.pixels[y * ink.width + x] {
        for direction in 0..<4 where passed[y * ink.width + x] & 1 << UInt8(direction) == 0 {
          // The pixel above, on the right, below, on the left.
          let beside = step((direction + 3) & 3)
          if ink[x + beside.x, y + beside.y] { continue }
          sides.removeAll(keepingCapacity: true)
          follow(ink, x, y, direction, &passed, &sides)
          if Double(sides.count) < least { continue }
          let contour = InkContour(sides)
          if contour.length >= least { contours.append(contour) }
        }
      }
    }
    return contours
  }

  /// Follows the way along a side of a pixel until it comes back.
  private static func follow(
    _ ink: InkMap, _ x: Int, _ y: Int, _ first: Int, _ passed: inout [UInt8], _ sides: inout [Side]
  ) {
    // A corner between pixels: the upper left one of the pixel with these numbers.
    var (x, y, direction) = (x + (first == 1 || first == 2 ? 1 : 0), y + (first == 2 || first == 3 ? 1 : 0), first)
    while true {
      let (px, py) = right(of: x, y, direction)
      let pixel = py * ink.width + px
      if passed[pixel] & 1 << UInt8(direction) != 0 { return }
      passed[pixel] |= 1 << UInt8(direction)
      let step = step(direction)
      sides.append(
        Side(x: Double(x) + 0.5 * Double(step.x - 1), y: Double(y) + 0.5 * Double(step.y - 1), pixel: pixel))
      (x, y) = (x + step.x, y + step.y)
      let (lx, ly) = left(of: x, y, direction)
      let (rx, ry) = right(of: x, y, direction)
      if ink[lx, ly] {
        direction = (direction + 3) & 3
      } else if !ink[rx, ry] {
        direction = (direction + 1) & 3
      }
    }
  }

  /// The pixel on the right of the side that leaves a corner in a direction.
  @inline(__always) private static func right(of x: Int, _ y: Int, _ direction: Int) -> (x: Int, y: Int) {
    switch direction {
    case 0: (x, y)
    case 1: (x - 1, y)
    case 2: (x - 1, y - 1)
    default: (x, y - 1)
    }
  }

  @inline(__always) private static func left(of x: Int, _ y: Int, _ direction: Int) -> (x: Int, y: Int) {
    right(of: x, y, (direction + 3) & 3)
  }
}
