import Geometry

/// For each sub-scanline of a row of pixels an interval, or none: `from ..< to` in units of 1/256 px, counted from the left side of
/// the block that is being filled.
///
/// A value that points to memory of its own, like `SpanLists`.
struct RowIntervals {
  /// `from` of all lines, then `to` of all. A line without an interval has `none` here, which no union changes.
  let ends: UnsafeMutablePointer<Int32>
  /// The same before they are put on the grid.
  private let places: UnsafeMutablePointer<Float>

  /// The ends of an interval that is none: neutral where the least `from` and the greatest `to` are taken.
  static let none = (from: Int32(1) << 30, to: -(Int32(1) << 30))

  init() {
    ends = .allocate(capacity: 2 * Subpixels.lines)
    places = .allocate(capacity: 2 * Subpixels.lines)
    ends.initialize(repeating: 0, count: 2 * Subpixels.lines)
    places.initialize(repeating: 0, count: 2 * Subpixels.lines)
  }

  func destroy() {
    ends.deallocate()
    places.deallocate()
  }

  @inline(__always) func from(_ line: Int) -> Int32 { ends[line] }
  @inline(__always) func to(_ line: Int) -> Int32 { ends[Subpixels.lines &+ line] }

  // MARK: a piece on a row

  /// Replaces the intervals by those of a piece on a row of pixels, as far as they lie in `width` units from column
  /// `left` on. The loops have no branches, so that they run on four lines at once.
  func find(
    _ piece: UnsafePointer<InkPieces.Piece>, _ edges: UnsafeBufferPointer<InkPieces.Edge>, row: Int, left: Int,
    width: Int
  ) {
    guard let anchor = piece.pointee.anchor else { return findLarge(piece.pointee, edges, row, left, width) }
    let (a, b) = (piece.pointee.a, piece.pointee.b)
    let (origin, top) = (Double(anchor), Double(row))
    var k = 0
    while k < Subpixels.lines {
      places[k] = .infinity
      places[Subpixels.lines &+ k] = -.infinity
      k &+= 1
    }
    widen(Float(a.x - origin), Float(a.y - top), Float(a.radius))
    widen(Float(b.x - origin), Float(b.y - top), Float(b.radius))
    let first = Int(piece.pointee.firstEdge)
    for i in first..<(first &+ Int(piece.pointee.edgeCount)) {
      let e = edges[i]
      let y = e.y - top
      if y < 1, y + e.height > 0 { widen(Float(e.x - origin), Float(y), Float(e.width), Float(1 / e.height)) }
    }
    // Onto the grid: a number of 24 bits that is 1.5 * 2^23 greater has no digits after the point, and its bits are in order.
    let (least, most) = (Float(left - Int(anchor)), Float(left - Int(anchor)) + Float(width >> Subpixels.unitShift))
    let big: Float = 12_582_912
    let shift =
      Int32(truncatingIfNeeded: (Int(anchor) - left) << Subpixels.unitShift)
      &- Int32(bitPattern: big.bitPattern)
    k = 0
    while k < Subpixels.lines {
      let l = min(max(places[k], least), most) * Float(Subpixels.units) + big
      let r = min(max(places[Subpixels.lines &+ k], least), most) * Float(Subpixels.units) + big
      let from = Int32(bitPattern: l.bitPattern) &+ shift
      let to = Int32(bitPattern: r.bitPattern) &+ shift
      let isSome = from < to
      ends[k] = isSome ? from : Self.none.from
      ends[Subpixels.lines &+ k] = isSome ? to : Self.none.to
      k &+= 1
    }
  }

  /// Widens the intervals to the chords of a disc; y is from the row's upper edge.
  @inline(__always) private func widen(_ x: Float, _ y: Float, _ radius: Float) {
    guard y - radius < 1, y + radius > 0 else { return }
    var k = 0
    while k < Subpixels.lines {
      let dy = (Float(k) + 0.5) * (1 / Float(Subpixels.lines)) - y
      // As a product, which keeps its digits near the poles.
      let square = (radius - dy) * (radius + dy)
      let half = (square > 0 ? square : 0).squareRoot()
      let (l, r) = (square > 0 ? x - half : .infinity, square > 0 ? x + half : -.infinity)
      let (l0, r0) = (places[k], places[Subpixels.lines &+ k])
      places[k] = l < l0 ? l : l0
      places[Subpixels.lines &+ k] = r > r0 ? r : r0
      k &+= 1
    }
  }

  /// Widens the intervals to where an edge meets the lines.
  @inline(__always) private func widen(_ x: Float, _ y: Float, _ width: Float, _ perHeight: Float) {
    var k = 0
    while k < Subpixels.lines {
      // Between 0 and 1 along the edge, so that no place is beyond its ends, however nearly level it is.
      let t = ((Float(k) + 0.5) * (1 / Float(Subpixels.lines)) - y) * perHeight
      let at = x + t * width
      let isOn = t >= 0 && t <= 1
      let (l, r) = (isOn ? at : .infinity, isOn ? at : -.infinity)
      let (l0, r0) = (places[k], places[Subpixels.lines &+ k])
      places[k] = l < l0 ? l : l0
      places[Subpixels.lines &+ k] = r > r0 ? r : r0
      k &+= 1
    }
  }

  /// The same in double precision, for pieces that are too large for 24 bits.
  private func findLarge(
    _ p: InkPieces.Piece, _ edges: UnsafeBufferPointer<InkPieces.Edge>, _ row: Int, _ left: Int, _ width: Int
  ) {
    for k in 0..<Subpixels.lines {
      let y = Double(row) + (Double(k) + 0.5) / Double(Subpixels.lines)
      var (l, r) = (Double.infinity, -Double.infinity)
      for d in [p.a, p.b] {
        let square = (d.radius - (y - d.y)) * (d.radius + (y - d.y))
        if square > 0 { (l, r) = (min(l, d.x - square.squareRoot()), max(r, d.x + square.squareRoot())) }
      }
      for e in edges[Int(p.firstEdge)..<Int(p.firstEdge + p.edgeCount)] {
        let t = (y - e.y) / e.height
        if t >= 0, t <= 1 { (l, r) = (min(l, e.x + t * e.width), max(r, e.x + t * e.width)) }
      }
      func unit(_ x: Double) -> Int32 {
        Int32(max(0, min(Double(width), ((x - Double(left)) * Double(Subpixels.units)).rounded())))
      }
      let (from, to) = (unit(l), unit(r))
      ends[k] = from < to ? from : Self.none.from
      ends[Subpixels.lines + k] = from < to ? to : Self.none.to
    }
  }

  // MARK: unions

  /// Unites each interval with that of the same line of another row, if all of these unions are intervals; else nothing
  /// changes and the answer is false.
  @inline(__always) func unite(_ other: RowIntervals) -> Bool {
    var apart: Int32 = 0
    var k = 0
    while k < Subpixels.lines {
      let (f, t) = (ends[k], ends[Subpixels.lines &+ k])
      let (g, u) = (other.ends[k], other.ends[Subpixels.lines &+ k])
      let areSome = f < t && g < u
      let from = f > g ? f : g
      let to = t < u ? t : u
      apart |= areSome && from > to ? 1 : 0
      k &+= 1
    }
    guard apart == 0 else { return false }
    k = 0
    while k < Subpixels.lines {
      let (f, t) = (ends[k], ends[Subpixels.lines &+ k])
      let (g, u) = (other.ends[k], other.ends[Subpixels.lines &+ k])
      ends[k] = f < g ? f : g
      ends[Subpixels.lines &+ k] = t > u ? t : u
      k &+= 1
    }
    return true
  }

  /// Where the intervals start and end, from the least to the greatest; a line without one makes `core` empty.
  @inline(__always) var reach: (hull: (from: Int32, to: Int32), core: (from: Int32, to: Int32)) {
    var (leastFrom, mostFrom) = (ends[0], ends[0])
    var (leastTo, mostTo) = (ends[Subpixels.lines], ends[Subpixels.lines])
    var k = 1
    while k < Subpixels.lines {
      let (f, t) = (ends[k], ends[Subpixels.lines &+ k])
      leastFrom = f < leastFrom ? f : leastFrom
      mostFrom = f > mostFrom ? f : mostFrom
      leastTo = t < leastTo ? t : leastTo
      mostTo = t > mostTo ? t : mostTo
      k &+= 1
    }
    return ((leastFrom, mostTo), (mostFrom, leastTo))
  }
}

extension InkPieces {
  /// An interval of columns, px, that holds what a piece has of a row of pixels: a little more than that.
  static func bound(
    _ piece: UnsafePointer<Piece>, row: Int, _ edges: UnsafeBufferPointer<Edge>
  ) -> (from: Double, to: Double) {
    var (from, to) = (Double.infinity, -Double.infinity)
    let top = Double(row)
    func widen(_ d: Circle) {
      let dy = max(0, abs(d.y - top - 0.5) - 0.5)
      let square = d.radius * d.radius - dy * dy
      guard square > 0 else { return }
      let half = square.squareRoot()
      (from, to) = (min(from, d.x - half), max(to, d.x + half))
    }
    widen(piece.pointee.a)
    widen(piece.pointee.b)
    let first = Int(piece.pointee.firstEdge)
    for i in first..<(first &+ Int(piece.pointee.edgeCount)) {
      let e = edges[i]
      let (first, last) = (max(0, (top - e.y) / e.height), min(1, (top + 1 - e.y) / e.height))
      guard first <= last else { continue }
      let (x0, x1) = (e.x + first * e.width, e.x + last * e.width)
      (from, to) = (min(from, min(x0, x1)), max(to, max(x0, x1)))
    }
    return (from - 1 / 16, to + 1 / 16)
  }
}
