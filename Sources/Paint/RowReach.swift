import Geometry

/// For each of some rows of pixels how far ink reaches in it: an interval of columns, or none.
///
/// A stroke that runs aslant fills little of the rectangle around it; this says which little. Rows are kept from the first
/// to the last one that was reached, and memory is kept for the next use.
struct RowReach {
  /// Columns, px; none where `first >= end`.
  struct Columns {
    var first: Int32
    var end: Int32

    static let none = Columns(first: .max, end: .min)

    var isEmpty: Bool { first >= end }

    /// Becomes the least interval that holds the other one too.
    @inline(__always) mutating func widen(_ other: Columns) {
      if other.first < first { first = other.first }
      if other.end > end { end = other.end }
    }
  }

  /// The rows that are kept, px.
  private(set) var rows = 0..<0
  private var columns: [Columns] = []

  /// What it says, lent for a while: reading it costs nothing but the reading.
  struct View {
    let rows: Range<Int>
    fileprivate let columns: UnsafeBufferPointer<Columns>

    /// How far it reaches in a row.
    subscript(row: Int) -> Columns {
      @inline(__always) get { rows.contains(row) ? columns[row &- rows.lowerBound] : .none }
    }

    /// The columns that it reaches in any of some rows.
    func columns(in part: Range<Int>) -> Columns {
      var all = Columns.none
      for row in rows.clamped(to: part) { all.widen(columns[row &- rows.lowerBound]) }
      return all
    }
  }

  /// Lends it for reading.
  func withView<R>(_ body: (View) -> R) -> R {
    columns.withUnsafeBufferPointer { body(View(rows: rows, columns: $0)) }
  }

  /// Forgets all but the memory.
  mutating func removeAll() {
    rows = 0..<0
    columns.removeAll(keepingCapacity: true)
  }

  /// Adds all pixels of a rectangle.
  mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    keep(rect.minY..<rect.maxY)
    let new = Columns(first: Int32(rect.minX), end: Int32(rect.maxX))
    for row in rect.minY..<rect.maxY { columns[row &- rows.lowerBound].widen(new) }
  }

  /// Adds what another one reaches.
  mutating func add(_ other: RowReach) {
    guard !other.rows.isEmpty else { return }
    keep(other.rows)
    let offset = other.rows.lowerBound - rows.lowerBound
    columns.withUnsafeMutableBufferPointer { columns in
      other.columns.withUnsafeBufferPointer { others in
        for i in others.indices { columns[i &+ offset].widen(others[i]) }
      }
    }
  }

  /// Adds the pixels within `bounds`, none of which is negative, that a piece may touch.
  private mutating func add(
    _ piece: UnsafePointer<InkPieces.Piece>, _ edges: UnsafeBufferPointer<InkPieces.Edge>, within bounds: PixelRect
  ) {
    let area = piece.pointee.area.intersection(bounds)
    guard !area.isEmpty else { return }
    keep(area.minY..<area.maxY)
    let (least, most) = (Double(area.minX), Double(area.maxX))
    let top = rows.lowerBound
    columns.withUnsafeMutableBufferPointer { columns in
      for row in area.minY..<area.maxY {
        let bound = InkPieces.bound(piece, row: row, edges)
        let (from, to) = (max(least, bound.from), min(most, bound.to))
        // What is not negative is rounded down by cutting it off; a pixel too many at the end does no harm.
        if from < to {
          columns[row &- top].widen(Columns(first: Int32(from), end: min(Int32(area.maxX), Int32(to) &+ 1)))
        }
      }
    }
  }

  /// Adds the pixels within `bounds` that pieces, from one on and up to another one or the last, may touch.
  mutating func add(_ ink: InkPieces, from index: Int = 0, to end: Int = .max, within bounds: PixelRect) {
    ink.withPieces { ink in
      guard let first = ink.pieces.baseAddress else { return }
      let end = min(end, ink.pieces.count)
      var i = index
      while i < end {
        add(first + i, ink.edges, within: bounds)
        i &+= 1
      }
    }
  }

  /// Makes room for rows.
  private mutating func keep(_ new: Range<Int>) {
    if rows.isEmpty {
      columns.append(contentsOf: repeatElement(.none, count: new.count))
      rows = new
      return
    }
    if new.lowerBound < rows.lowerBound {
      columns.insert(contentsOf: repeatElement(.none, count: rows.lowerBound - new.lowerBound), at: 0)
    }
    if new.upperBound > rows.upperBound {
      columns.append(contentsOf: repeatElement(.none, count: new.upperBound - rows.upperBound))
    }
    rows = min(rows.lowerBound, new.lowerBound)..<max(rows.upperBound, new.upperBound)
  }
}
