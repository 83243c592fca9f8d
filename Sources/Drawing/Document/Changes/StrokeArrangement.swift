import Geometry
import Ink
import Paint

/// What several strokes of a layer become together: their edits and places among others change.
public enum StrokeArrangement: Sendable {
  /// They go above or below others.
  case order(StrokeOrder)
  /// Two become one, in the place of the first.
  case join
  /// Later ones take their place, and leave their own.
  case replaced(by: [KnownStroke])

  /// The operations of a drawing that are done instead when strokes change so that a list has, with places in the frame
  /// that files show. As `change`.
  package func operations(
    for chosen: [ListedStroke], in document: borrowing Document, isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> [Int: Operation] {
    try change(of: chosen, in: document, isFramed: true, isWanted: isWanted).operations
  }

  /// The operations of a drawing that are done instead, by the indices of their edits, and the keys that the strokes get.
  /// None if nothing changes.
  /// - Parameters:
  ///   - chosen: strokes of one layer, oldest first.
  ///   - isFramed: whether their places are px of the frame that files show, else of the canvas.
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Throws: `doesNotFit` if they are on different layers or canvases.
  func change(
    of chosen: [ListedStroke], in document: borrowing Document, isFramed: Bool, isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> (operations: [Int: Operation], keys: [StrokeKey]) {
    switch self {
    case .order(let order): return try order.change(of: chosen, in: document, isFramed: isFramed, isWanted: isWanted)
    case .join: return try Self.joining(chosen, in: document)
    case .replaced(let known):
      guard let new = KnownStroke.strokes(known, in: document) else { throw .doesNotFit }
      return try Self.replacing(chosen, by: new, in: document)
    }
  }

  /// One stroke in the place of two.
  private static func joining(
    _ chosen: [ListedStroke], in document: borrowing Document
  ) throws(ChangeFault) -> (operations: [Int: Operation], keys: [StrokeKey]) {
    guard chosen.count == 2, chosen[0].surface == chosen[1].surface else { throw .doesNotFit }
    var halves: [(record: StrokeRecord, map: Affine)] = []
    for stroke in chosen {
      let records = document.history.done[stroke.edit].drawnStrokes
      guard records.indices.contains(stroke.part) else { throw .isUnreadable }
      halves.append((records[stroke.part], stroke.canvasMap))
    }
    let joined: StrokeRecord
    do throws(StrokeRefusal) { joined = try StrokeJoin.joined(halves[0], halves[1]) } catch { throw .doesNotFit }
    return try operations(putting: [joined], at: chosen[0].key, leavingOut: Set(chosen.map(\.key)), in: document)
  }

  /// Strokes in the place of others.
  /// - Parameter new: drawn on the same pixels of the same canvas, oldest first.
  private static func replacing(
    _ chosen: [ListedStroke], by new: [ListedStroke], in document: borrowing Document
  ) throws(ChangeFault) -> (operations: [Int: Operation], keys: [StrokeKey]) {
    guard let first = chosen.first, !new.isEmpty, (chosen + new).allSatisfy({ $0.isDrawn(on: first) }) else {
      throw .doesNotFit
    }
    var records: [StrokeRecord] = []
    for stroke in new {
      let drawn = document.history.done[stroke.edit].drawnStrokes
      guard drawn.indices.contains(stroke.part) else { throw .isUnreadable }
      records.append(drawn[stroke.part])
    }
    return try operations(
      putting: records, at: first.key, leavingOut: Set((chosen + new).map(\.key)), in: document)
  }

  /// Puts strokes before the one with a key, and leaves out others, perhaps that one.
  static func operations(
    putting records: [StrokeRecord], at place: StrokeKey, leavingOut keys: Set<StrokeKey>,
    in document: borrowing Document
  ) throws(ChangeFault) -> (operations: [Int: Operation], keys: [StrokeKey]) {
    var operations: [Int: Operation] = [:]
    var made: [StrokeKey] = []
    for edit in Set(keys.map(\.edit) + [place.edit]) {
      var left: [StrokeRecord] = []
      let drawn = document.history.done[edit].drawnStrokes
      // A place after all others is one, too.
      for part in 0...drawn.count {
        let key = StrokeKey(edit: edit, part: part)
        if key == place {
          made = records.indices.map { StrokeKey(edit: edit, part: left.count + $0) }
          left += records
        }
        if part < drawn.count, !keys.contains(key) { left.append(drawn[part]) }
      }
      guard let joined = document.joined(left.map { .stroke($0) }, in: edit) else { throw .doesNotFit }
      operations.merge(joined) { _, new in new }
    }
    return (operations, made)
  }
}

extension ListedStroke {
  /// Whether it can be in one edit with another one: drawn on the same pixels of the same canvas.
  func isDrawn(on other: ListedStroke) -> Bool {
    surface == other.surface && canvas == other.canvas && canvasMap == other.canvasMap
  }
}
