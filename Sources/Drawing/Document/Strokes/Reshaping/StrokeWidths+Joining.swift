import Ink

extension StrokeWidths {
  /// The widths of a stroke between two times, which come later in another stroke by some seconds.
  struct Piece {
    /// Nil for a width that is the same everywhere.
    let widths: StrokeWidths?
    let from, to: Double
    var later = 0.0
  }

  /// The widths of pieces one after the other, evenly from each to the next; nil if none has widths.
  static func joined(_ pieces: [Piece]) -> StrokeWidths? {
    guard pieces.contains(where: { $0.widths != nil }) else { return nil }
    var knots: [Knot] = []
    func add(_ time: Double, _ factor: Double) {
      if let last = knots.last, time <= last.time { return }
      knots.append(Knot(time: time, factor: factor))
    }
    for piece in pieces where piece.from <= piece.to {
      add(piece.from + piece.later, piece.widths?.factor(at: piece.from) ?? 1)
      for knot in piece.widths?.knots ?? [] where knot.time > piece.from && knot.time < piece.to {
        add(knot.time + piece.later, knot.factor)
      }
      add(piece.to + piece.later, piece.widths?.factor(at: piece.to) ?? 1)
    }
    return StrokeWidths(knots)
  }

  /// The widths of the stroke from its end to its start, whose first and last times have this sum.
  func reversed(sum: Double) -> StrokeWidths? {
    StrokeWidths(knots.reversed().map { Knot(time: sum - $0.time, factor: $0.factor) })
  }
}
