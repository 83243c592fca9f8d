import Geometry
import Ink

/// The wet tail of a chain of discs, as pieces that are drawn.
///
/// From one sample to the next most of a tail stays: what is a few samples behind the pen hardly moves any more, and only the tip is
/// new. So replacing a tail tells which of its pieces are other ones: where none of these reach, the ink is the same set.
struct WetTail {
  /// Its pieces.
  private(set) var ink = InkPieces()
  /// The pixels that it may touch.
  private(set) var bounds = PixelRect.empty
  private var discs: [Disc] = []
  /// For each disc how many pieces there are up to it.
  private var counts: [Int] = []

  /// Replaces it by the tail along `new`, adding its pieces by `append`, and adds to `changed` what pieces reach that only one of the
  /// two tails has, within `area`. Of a single disc it is that disc if `isDot`, and else nothing.
  mutating func replace(
    by new: [Disc], isDot: Bool, within area: PixelRect, changed: inout RowReach,
    append: (Disc, Disc, inout InkPieces) -> Void
  ) {
    let kept = common(with: new)
    add(to: &changed, except: kept.map { ($0.old, $0.length) }, within: area)
    ink.removeAll()
    counts.removeAll(keepingCapacity: true)
    discs.removeAll(keepingCapacity: true)
    discs.append(contentsOf: new)
    bounds = .empty
    guard let first = new.first else { return }
    if isDot, new.count == 1 { append(first, first, &ink) }
    counts.append(ink.pieces.count)
    var i = 1
    while i < new.count {
      append(new[i &- 1], new[i], &ink)
      counts.append(ink.pieces.count)
      i &+= 1
    }
    for piece in ink.pieces { bounds = bounds.union(piece.area.intersection(area)) }
    add(to: &changed, except: kept.map { ($0.new, $0.length) }, within: area)
  }

  /// Adds to a reach that of all pieces but those between `length` discs, one at least, from the disc `first` on.
  private func add(to reach: inout RowReach, except kept: (first: Int, length: Int)?, within area: PixelRect) {
    guard let kept else { return reach.add(ink, within: area) }
    reach.add(ink, to: counts[kept.first], within: area)
    reach.add(ink, from: counts[kept.first &+ kept.length &- 1], within: area)
  }

  /// Discs that follow each other in both tails: where they begin and how many there are, two at least; nil where there are none. They
  /// are looked for where they are when the beginning of a tail settles and its end moves.
  private func common(with new: [Disc]) -> (old: Int, new: Int, length: Int)? {
    // The first disc is the last settled one, which may lie a little beside the tail before.
    for start in 0..<min(2, new.count) {
      guard let old = discs.firstIndex(of: new[start]) else { continue }
      var length = 1
      while old &+ length < discs.count, start &+ length < new.count, discs[old &+ length] == new[start &+ length] {
        length &+= 1
      }
      if length > 1 { return (old, start, length) }
    }
    return nil
  }
}
