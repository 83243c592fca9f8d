import Geometry

/// The pieces of a polyline by the cells of a grid, for finding those near a place.
struct LineGrid {
  private var cells: [Cell: [Int]] = [:]
  private let side: Double
  private let box: Rect
  private let count: Int

  private struct Cell: Hashable { var x, y: Int }

  init(_ points: [Point]) {
    count = max(0, points.count - 1)
    box = points.reduce(Rect.null) { $0.union(Rect(minX: $1.x, minY: $1.y, maxX: $1.x, maxY: $1.y)) }
    // About as many cells as pieces.
    let area = max(1, (box.maxX - box.minX) * (box.maxY - box.minY))
    let length = max(1, box.maxX - box.minX, box.maxY - box.minY)
    side = max(1, (area / Double(max(1, count))).squareRoot(), length / Double(max(1, count)))
    for index in 0..<count { forEachCell(points[index], points[index + 1]) { cells[$0, default: []].append(index) } }
  }

  /// Calls a body with the pieces that may meet a line, each once.
  func forEach(near a: Point, _ b: Point, _ body: (Int) -> Void) {
    guard let (a, b) = box.clipped(a, b) else { return }
    var found: Set<Int> = []
    forEachCell(a, b) { found.formUnion(cells[$0] ?? []) }
    for index in found { body(index) }
  }

  /// Calls a body with the pairs of pieces that may meet, the first one first; perhaps several times.
  func forEachPair(_ body: (Int, Int) -> Void) {
    for pieces in cells.values where pieces.count > 1 {
      for (index, first) in pieces.enumerated() { for second in pieces[(index + 1)...] { body(first, second) } }
    }
  }

  private func forEachCell(_ a: Point, _ b: Point, _ body: (Cell) -> Void) {
    func cell(_ value: Double) -> Int { Int(max(-1e9, min(1e9, (value / side).rounded(.down)))) }
    guard a.x.isFinite, a.y.isFinite, b.x.isFinite, b.y.isFinite else { return }
    let parts = max(1, min(1024, (a.distance(to: b) / side).rounded(.up)))
    var found: Set<Cell> = []
    for part in 0..<Int(parts) {
      let (p, q) = (a.lerp(to: b, Double(part) / parts), a.lerp(to: b, Double(part + 1) / parts))
      for x in cell(min(p.x, q.x))...cell(max(p.x, q.x)) {
        for y in cell(min(p.y, q.y))...cell(max(p.y, q.y)) where found.insert(Cell(x: x, y: y)).inserted {
          body(Cell(x: x, y: y))
        }
      }
    }
  }
}

extension Rect {
  /// The part of a line within 1 px of it; nil for none.
  fileprivate func clipped(_ a: Point, _ b: Point) -> (Point, Point)? {
    var (from, to) = (0.0, 1.0)
    for (start, way, low, high) in [(a.x, b.x - a.x, minX - 1, maxX + 1), (a.y, b.y - a.y, minY - 1, maxY + 1)] {
      if way == 0 {
        guard start >= low, start <= high else { return nil }
        continue
      }
      let (enter, leave) = ((low - start) / way, (high - start) / way)
      (from, to) = (max(from, min(enter, leave)), min(to, max(enter, leave)))
    }
    return from <= to ? (a.lerp(to: b, from), a.lerp(to: b, to)) : nil
  }
}
