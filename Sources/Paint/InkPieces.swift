import Geometry
import Ink

/// Ink as a list of convex pieces: discs, hulls of two discs, hulls of two nibs. The ink is their union.
///
/// A convex piece has one interval on every line. Where it ends follows in closed form: the hull of two discs is bounded by
/// arcs of both and by their outer tangents, so its interval reaches from the leftmost to the rightmost of what the line
/// meets of these, a polygon's from the leftmost to the rightmost of its edges. No arc becomes a polygon.
struct InkPieces {
  /// A circle, canvas px; of no radius where there is none.
  struct Circle {
    var x, y, radius: Double
  }

  /// A straight part of a piece's rim, never level, from its upper end `(x, y)`.
  struct Edge {
    var x, y: Double
    /// How far its lower end is to the right of the upper one, and below it.
    var width, height: Double
  }

  struct Piece {
    /// Pixels that it may touch.
    var columns: (first: Int32, end: Int32)
    var rows: (first: Int32, end: Int32)
    var a, b: Circle
    /// Its edges in `edges`.
    var firstEdge, edgeCount: Int32
    /// The column that places are counted from in numbers of 24 bits; or nil where it is too large for them.
    var anchor: Int32?

    var width: Int { Int(columns.end) - Int(columns.first) }
    var height: Int { Int(rows.end) - Int(rows.first) }
    var area: PixelRect {
      PixelRect(minX: Int(columns.first), minY: Int(rows.first), maxX: Int(columns.end), maxY: Int(rows.end))
    }
  }

  private(set) var pieces: [Piece] = []
  private(set) var edges: [Edge] = []
  private var outline = Outline()
  /// Width of the widest piece, px.
  private var widest = 0

  /// Pieces larger than this, px, are computed in double precision: of smaller ones 24 bits tell 1/1024 px.
  private static let large = 4096

  /// No ink.
  init() {}

  /// Forgets all pieces but keeps their memory.
  mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    widest = 0
  }

  /// Appends a disc. One that is nowhere, or has no radius, is none.
  mutating func append(_ d: Disc) { append(d, d, from: edges.count) }

  /// Appends the hull of two discs.
  mutating func append(from a: Disc, to b: Disc) {
    let first = edges.count
    guard let hull = Hull(a, b) else { return append(a.radius >= b.radius ? a : b) }
    appendEdge(hull.left(of: a), hull.left(of: b))
    appendEdge(hull.right(of: a), hull.right(of: b))
    append(a, b, from: first)
  }

  /// Appends what a nib passes over from one disc to the next.
  mutating func append(_ shape: NibShape, from a: Disc, to b: Disc) {
    outline.removeAll()
    outline.appendHull(shape, a, b)
    append(polygon: outline.points)
  }

  /// Appends a convex polygon.
  mutating func append(polygon corners: [Point]) {
    guard var last = corners.last else { return }
    let first = edges.count
    var box = Rect.null
    for p in corners {
      appendEdge(last, p)
      box.formUnion(disc: p, radius: 0)
      guard p.isFinite else {
        edges.removeLast(edges.count - first)
        return
      }
      last = p
    }
    append(box, Circle(x: 0, y: 0, radius: 0), Circle(x: 0, y: 0, radius: 0), from: first)
  }

  private mutating func append(_ a: Disc, _ b: Disc, from first: Int) {
    append(a.bounds.union(b.bounds), Circle(a), Circle(b), from: first)
  }

  private mutating func append(_ box: Rect, _ a: Circle, _ b: Circle, from first: Int) {
    let area = PixelRect(covering: box)
    guard !area.isEmpty else {
      // What is nowhere (not a number, or without an inside) has no edges either.
      edges.removeLast(edges.count - first)
      return
    }
    widest = max(widest, area.width)
    pieces.append(
      Piece(
        columns: (Int32(area.minX), Int32(area.maxX)), rows: (Int32(area.minY), Int32(area.maxY)), a: a, b: b,
        firstEdge: Int32(first), edgeCount: Int32(edges.count - first),
        anchor: max(area.width, area.height) > Self.large ? nil : Int32(area.minX + area.width / 2)))
  }

  private mutating func appendEdge(_ p: Point, _ q: Point) {
    let (upper, lower) = p.y <= q.y ? (p, q) : (q, p)
    let height = lower.y - upper.y
    // A level edge bounds no interval: arcs or other edges begin at both of its ends.
    guard height > 1e-9 else { return }
    edges.append(Edge(x: upper.x, y: upper.y, width: lower.x - upper.x, height: height))
  }
}

extension InkPieces.Circle {
  fileprivate init(_ d: Disc) { self.init(x: d.center.x, y: d.center.y, radius: max(0, d.radius)) }
}

extension InkPieces {
  /// Lends the pieces to a filler.
  func withPieces<R>(_ body: (CoverageFiller.Pieces) -> R) -> R {
    let areLarge = widest >= 24
    return pieces.withUnsafeBufferPointer { pieces in
      edges.withUnsafeBufferPointer { edges in
        body(CoverageFiller.Pieces(pieces: pieces, edges: edges, areLarge: areLarge))
      }
    }
  }
}
