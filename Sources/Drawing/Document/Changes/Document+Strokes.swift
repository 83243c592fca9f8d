import Geometry
import Journal
import Language
import Paint
import Raster

/// What became of strokes that were to be changed.
public struct StrokeChangeResult: Sendable, Hashable {
  /// The number of strokes that changed.
  public var count = 0
  /// The number of strokes that are so already.
  public var sameCount = 0
  /// The numbers of strokes that cannot be changed so.
  public var refused: [Int] = []
  /// Why the first of these cannot, without a capital and a full stop; nil if there is none.
  public var reason: String?
  /// Why the brush of a stroke, or the new one, cannot be used (`Brush.absence`); nil if all can.
  public var absence: String?

  /// No stroke.
  public init() {}

  init(count: Int) { self.count = count }

  fileprivate mutating func refuse(_ numbers: [Int], _ refusal: StrokeRefusal) {
    refused += numbers
    reason = reason ?? refusal.text
    if case .lacksBrush(let text) = refusal { absence = absence ?? text }
  }
}

extension Document {
  /// Changes strokes of the past, as one edit.
  /// - Parameters:
  ///   - filter: which. Those of a file's history are not found (`replayHistory`).
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Throws: why it is not possible; nothing is changed then.
  public mutating func changeStrokes(
    _ filter: StrokeFilter, _ change: StrokeChange, filler: CoverageFiller, isWanted: (Double) -> Bool = { _ in true }
  ) throws(ChangeFault) -> StrokeChangeResult {
    _ = drop()
    let (items, result, _) = try operations(changing: filter, by: change, isWanted: isWanted)
    let count = history.undoCount
    if let change = Change(items.map { Change.Item(distance: count - $0.key, operation: $0.value) }) {
      try perform(change, filler: filler, isWanted: isWanted)
    }
    return result
  }

  /// The operations that are done instead when strokes change, by the indices of their edits, and the keys of what the
  /// strokes, or their copies, become.
  package func operations(
    changing filter: StrokeFilter, by change: StrokeChange, isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> (operations: [Int: Operation], result: StrokeChangeResult, keys: [StrokeKey]) {
    operations(
      changing: try strokes(filter, isWanted), by: change,
      change.shape?.hasNeighbours ?? false ? try StrokeIndex(of: self, isWanted: isWanted) : nil)
  }

  /// The same for strokes that are known, oldest first.
  /// - Parameter index: that of the drawing, for changes that depend on neighbours.
  func operations(
    changing chosen: [ListedStroke], by change: StrokeChange, _ index: StrokeIndex? = nil
  ) -> (operations: [Int: Operation], result: StrokeChangeResult, keys: [StrokeKey]) {
    var (result, items, keys) = (StrokeChangeResult(), [Int: Operation](), [StrokeKey]())
    let middle = chosen.reduce(Rect.null) { $0.union($1.bounds ?? .null) }.center
    var rest = chosen[...]
    while let first = rest.first {
      let group = rest.prefix { $0.edit == first.edit }
      rest = rest.dropFirst(group.count)
      // What each of its strokes becomes, and what is added.
      var parts = (change.duplicates ? copyable(first.edit) : self.parts(of: first.edit)).map { [$0] }
      let before = parts
      var changed: [Int] = []
      for stroke in group {
        let (operation, others): (Operation, [Operation])
        do throws(StrokeRefusal) {
          guard parts.indices.contains(stroke.part), let inverse = stroke.map.inverse else { throw .isUnreadable }
          operation = parts[stroke.part][0]
          let map = change.isPlaced ? inverse * change.map(about: middle) * stroke.map : .identity
          others = try change.applied(to: operation, of: stroke, map: map) {
            index?.lines(around: stroke) ?? []
          }
        } catch {
          result.refuse([stroke.number], error)
          continue
        }
        if change.duplicates {
          parts.append(others)
          changed.append(stroke.number)
        } else if others == [operation] {
          result.sameCount += 1
        } else {
          parts[stroke.part] = others
          changed.append(stroke.number)
        }
      }
      // One of several strokes stays on the layer of the others, and is drawn only with them.
      if changed.isEmpty {
        parts = before
      } else if let absence = parts.lazy.joined().compactMap({ $0.stroke?.brush.absence }).first {
        result.refuse(changed, .lacksBrush(absence))
        parts = before
      } else if let joined = joined(Array(parts.joined()), in: first.edit) {
        items.merge(joined) { _, new in new }
        result.count += changed.count
      } else {
        result.refuse(changed, .isJoined)
        parts = before
      }
      let made = change.duplicates ? Set(before.count..<max(before.count, parts.count)) : Set(group.map(\.part))
      keys += Self.keys(of: parts, at: first.edit, made)
    }
    return (items, result, keys)
  }

  /// The keys of what some strokes of an edit became.
  /// - Parameter parts: what each of its strokes became.
  private static func keys(of parts: [[Operation]], at edit: Int, _ wanted: Set<Int>) -> [StrokeKey] {
    var (keys, count) = ([StrokeKey](), 0)
    for (part, operations) in parts.enumerated() {
      if wanted.contains(part) { keys += operations.indices.map { StrokeKey(edit: edit, part: count + $0) } }
      count += operations.count
    }
    return keys
  }

  /// The operations of each stroke that an edit drew; none if it cannot be read.
  private func parts(of index: Int) -> [Operation] {
    guard let operation = history.done[index].operation else { return [] }
    let strokes = operation.strokes
    return operation.stroke == nil ? strokes.map { .stroke($0) } : [operation]
  }

  /// The same, each as a stroke that can be beside others in one edit.
  private func copyable(_ index: Int) -> [Operation] { history.done[index].drawnStrokes.map { .stroke($0) } }

  /// What is done instead of an edit, and of those that it took the place of, when its strokes change; nil if they do not
  /// fit into one operation.
  /// - Parameter left: the strokes that it draws then.
  func joined(_ left: [Operation], in index: Int) -> [Int: Operation]? {
    let head = history.done[index].head
    if left.isEmpty {
      let omitted = edits(replacedBy: index).map { ($0, Operation.omitted(history.done[$0].head.beforeOmission)) }
      return Dictionary(uniqueKeysWithValues: omitted)
    }
    if head.stroke != nil, left.count == 1 { return [index: head.replacesLast ? left[0].replacing : left[0]] }
    guard let series = StrokeSeries(left.compactMap(\.stroke)) else { return nil }
    return [index: head.replacesLast ? .replacement(.strokes(series)) : .strokes(series)]
  }

  /// The strokes that are meant, oldest first.
  package func strokes(_ filter: StrokeFilter, _ isWanted: (Double) -> Bool) throws(ChangeFault) -> [ListedStroke] {
    var chosen: [ListedStroke] = []
    guard filter.takesLast else {
      try forEachStroke(isWanted) { if filter.contains($0) { chosen.append($0.withoutInk) } }
      return chosen
    }
    do {
      let list = try StrokeList(ofHistoryOf: self)
      let last = try list.lastStroke { stroke in
        guard isWanted(0) else { throw ChangeFault.isCancelled }
        return filter.contains(stroke)
      }
      return last.map { [$0] } ?? []
    } catch let fault as ChangeFault { throw fault } catch { throw .isUnreadable }
  }

  /// Calls a body with each stroke, oldest first.
  func forEachStroke(
    isFramed: Bool = true, _ isWanted: (Double) -> Bool, _ body: (ListedStroke) -> Void
  ) throws(ChangeFault) {
    do {
      var list = try StrokeList(ofHistoryOf: self, isFramed: isFramed)
      while let stroke = try list.nextStroke() {
        body(stroke)
        guard isWanted(0) else { throw ChangeFault.isCancelled }
      }
    } catch let fault as ChangeFault { throw fault } catch { throw .isUnreadable }
  }

  /// The indices of an edit and of those that it took the place of.
  private func edits(replacedBy index: Int) -> [Int] {
    var first = index
    while first > 0, history.done[first].head.beforeOmission.replacesLast { first -= 1 }
    return Array(first...index)
  }
}

extension Edit {
  /// The strokes that it drew, those of shapes along their outlines; none if they cannot be read.
  var drawnStrokes: [StrokeRecord] { operation?.drawnStrokes ?? [] }
}

extension Operation {
  /// The strokes that it draws, those of shapes along their outlines.
  var drawnStrokes: [StrokeRecord] {
    if case .replacement(let inner) = self { return inner.drawnStrokes }
    if case .shape(let shape) = self { return [shape.stroke(scale: 1)] }
    return strokes
  }

  /// The same in the place of the edit before.
  fileprivate var replacing: Operation { replacesLast ? self : .replacement(self) }
}
