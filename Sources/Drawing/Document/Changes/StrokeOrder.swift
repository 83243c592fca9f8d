import Geometry
import Ink
import Paint

/// Where strokes go among those of their layer: above or below the next one that they overlap, or all.
public enum StrokeOrder: String, Sendable, CaseIterable {
  case up, down, top, bottom

  /// Whether they go above the other one.
  fileprivate var isAbove: Bool { self == .up || self == .top }

  /// Whether a stroke is the one that others go past.
  /// - Parameters:
  ///   - keys: those of the others.
  ///   - areas: where they are.
  ///   - found: whether one was found among the strokes before it.
  fileprivate func takes(_ stroke: ListedStroke, past keys: ClosedRange<StrokeKey>, _ areas: [Rect], found: Bool)
    -> Bool
  {
    func overlaps() -> Bool { stroke.bounds.map { box in areas.contains { $0.intersects(box) } } ?? false }
    return switch self {
    case .up: !found && stroke.key > keys.upperBound && overlaps()
    case .down: stroke.key < keys.lowerBound && overlaps()
    case .top: stroke.key > keys.lowerBound
    case .bottom: !found && stroke.key < keys.upperBound
    }
  }
}

extension StrokeOrder {
  /// The operations of a drawing that are done instead when strokes go there, by the indices of their edits, with the keys
  /// that the strokes get; none if there is no stroke to go past. The strokes join the edit of that one.
  /// - Parameters:
  ///   - chosen: strokes of one layer, oldest first.
  ///   - isFramed: whether their places are px of the frame that files show, else of the canvas.
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Throws: `doesNotFit` if they are on different layers.
  func change(
    of chosen: [ListedStroke], in document: borrowing Document, isFramed: Bool, isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> (operations: [Int: Operation], keys: [StrokeKey]) {
    guard let first = chosen.first, let last = chosen.last else { return ([:], []) }
    guard chosen.allSatisfy({ $0.isDrawn(on: first) }) else { throw .doesNotFit }
    // Numbers may be those of another time.
    let keys = Set(chosen.map(\.key))
    let areas = chosen.compactMap(\.bounds)
    var (others, other) = (StrokeFilter(), ListedStroke?.none)
    others.surface = SurfaceID(first.home, first.surface.plane)
    try document.forEachStroke(isFramed: isFramed, isWanted) { stroke in
      guard others.contains(stroke), !keys.contains(stroke.key), stroke.isDrawn(on: first),
        takes(stroke, past: first.key...last.key, areas, found: other != nil)
      else { return }
      other = stroke
    }
    guard let other else { return ([:], []) }
    var moved: [StrokeRecord] = []
    for stroke in chosen {
      let records = document.history.done[stroke.edit].drawnStrokes
      guard records.indices.contains(stroke.part) else { throw .isUnreadable }
      moved.append(records[stroke.part])
    }
    let place = StrokeKey(edit: other.edit, part: other.part + (isAbove ? 1 : 0))
    return try StrokeArrangement.operations(putting: moved, at: place, leavingOut: keys, in: document)
  }
}
