import Geometry
import Paint
import Raster

/// A change of strokes, or of a selection, that a worker computes while the drawing goes on being drawn on.
///
/// 1. `compute` finds the strokes and does the work for a copy of the drawing.
/// 2. If the work takes long, and what is seen can be found sooner, it ends with a `preview`, and `isComputed` is
///   false. Then `compute` again.
/// 3. `Document.adopt` shows and records the change, if no edit was added or undone meanwhile.
/// 4. Otherwise `compute` again, for a copy of the drawing as it is then: it goes on over the added edits, or begins
///    again. The strokes stay the ones that were found first.
public struct BackgroundChange: Sendable {
  /// Which strokes.
  private let strokes: Strokes
  /// What is changed of them.
  private let stroke: StrokeChange
  /// What they become together; nil if each changes by itself.
  private var arrangement: StrokeArrangement?
  /// What the change made of the strokes, copies or the same at another place: the edits, and the indices among their
  /// strokes; nil if they keep theirs.
  private var made: [(edit: Edit, part: Int)]?
  private var showsResult = false
  /// An index of the strokes of an earlier time, for changes that depend on neighbours.
  private var index = StrokeIndex()
  /// What became of the strokes, once computed.
  public private(set) var result = StrokeChangeResult()

  /// The edits, and what is done instead of each; nil before the strokes are found.
  private var chosen: [(edit: Edit, operation: Operation)]?
  private var past: PastChange?
  /// What is seen of it; nil if that is not found before the whole, or nothing changes.
  public private(set) var preview: ChangePreview?
  /// Whether it is computed, not only its preview.
  public private(set) var isComputed = false
  /// The last edit that it is computed for, and how many there are.
  private var last: (edit: Edit, count: Int)?
  /// The operations by the indices of their edits.
  private var items: [Int: Operation] = [:]
  private let identity = Identity()

  private enum Strokes: Sendable {
    case filter(StrokeFilter)
    /// Strokes that are known, oldest first, with places on the canvas.
    case known([KnownStroke])
    /// Fills that flow out, whose outlines are closed.
    case fills(FillLeaks)
    /// None: the edit that selects by another recipe, and what was painted in the selection.
    case selection(Edit, SelectionRecipe)
  }

  private final class Identity: Sendable {}

  /// A change of strokes of a drawing.
  public init(_ filter: StrokeFilter, _ stroke: StrokeChange) { self.init(.filter(filter), stroke) }

  /// A change of known strokes, oldest first.
  /// - Parameters:
  ///   - index: of the drawing, now or earlier, for changes that depend on neighbours.
  ///   - showsResult: whether it has a preview when it is computed, too.
  public init(
    _ strokes: [KnownStroke], _ stroke: StrokeChange, index: StrokeIndex = StrokeIndex(), showsResult: Bool = false
  ) {
    self.init(.known(strokes), stroke)
    (self.index, self.showsResult) = (index, showsResult)
  }

  /// A change of known strokes, oldest first, to what they become together.
  public init(_ strokes: [KnownStroke], _ arrangement: StrokeArrangement) {
    self.init(.known(strokes), StrokeChange())
    self.arrangement = arrangement
  }

  /// A change of fills that close the gaps through which they flow out.
  public init(closing leaks: FillLeaks) { self.init(.fills(leaks), StrokeChange()) }

  /// A change of an earlier selection, which is made again by a recipe.
  /// - Parameter index: that of the edit that selects, the oldest 0; nil is returned for any other edit.
  public init?(ofSelection index: Int, in document: borrowing Document, to recipe: SelectionRecipe) {
    let done = document.history.done
    guard done.indices.contains(index), done[index].head.isSelection else { return nil }
    self.init(.selection(done[index], recipe), StrokeChange())
  }

  private init(_ strokes: Strokes, _ stroke: StrokeChange) { (self.strokes, self.stroke) = (strokes, stroke) }

  /// The same change of a drawing, not computed yet. It finds its strokes again.
  public var begunAgain: BackgroundChange {
    var again = BackgroundChange(strokes, stroke)
    (again.arrangement, again.showsResult, again.index) = (arrangement, showsResult, index)
    return again
  }

  /// Computes it for a drawing.
  /// - Parameters:
  ///   - document: the drawing. A floating selection is put back first, without an edit.
  ///   - seen: the part of the canvas that is seen, px; nil if a preview is of no use. The first time only.
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Throws: why it is not possible: `doesNotFit` if one of the edits was undone or forgotten. It is of no use then.
  public mutating func compute(
    for document: Document, seen: PixelRect? = nil, filler: CoverageFiller,
    isWanted: (Double) -> Bool = { _ in true }
  ) throws(ChangeFault) {
    let isFirst = chosen == nil
    if document.floating != nil {
      var settled = document
      _ = settled.cancelFloating()
      return try compute(for: settled, seen: seen, filler: filler, isWanted: isWanted)
    }
    let done = document.history.done
    let context = OperationContext(filler: filler, recordsAll: true)
    if isFirst { try choose(document, context, isWanted) }
    if isFirst, let seen {
      preview = try ChangePreview(
        document, items(in: done), context, keepsPlaces: keepsPlaces, seen: seen
      ) { isWanted(Self.previewShare * $0) }
      if preview != nil { return }
    }
    let start = preview == nil ? 0 : Self.previewShare
    func isRestWanted(_ share: Double) -> Bool { isWanted(start + (1 - start) * share) }
    if let last, past != nil, goesOn(from: last, in: done) {
      try past?.goOn(to: document, filler: filler, isWanted: isRestWanted)
    } else {
      // The mask was made for another past.
      if case .selection = strokes, !isFirst { try choose(document, context, isWanted) }
      items = try items(in: done)
      past =
        items.isEmpty
        ? nil
        : try PastChange(
          document, items, context, keepsPlaces: keepsPlaces, isWanted: isRestWanted)
    }
    last = done.last.map { ($0, done.count) }
    if showsResult { preview = past.map { ChangePreview($0, of: document) } }
    guard isWanted(1) else { throw .isCancelled }
    isComputed = true
  }

  /// The part of the progress that a preview counts.
  private static let previewShare = 0.2

  /// Whether strokes paint where they did, if at all.
  private var keepsPlaces: Bool {
    switch strokes {
    case .fills, .selection: return false
    case .filter, .known: break
    }
    return arrangement == nil && stroke.keepsPlaces
  }

  /// Whether it is the same change, at another stage.
  public func isSame(as other: BackgroundChange) -> Bool { identity === other.identity }

  private mutating func choose(
    _ document: Document, _ context: OperationContext, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) {
    let done = document.history.done
    let (found, result): ([Int: Operation], StrokeChangeResult)
    switch strokes {
    case .filter(let filter):
      (found, result, _) = try document.operations(changing: filter, by: stroke, isWanted: isWanted)
    case .fills(let leaks):
      guard let operations = leaks.operations(in: document) else { throw .doesNotFit }
      (found, result) = (operations, StrokeChangeResult(count: operations.count))
    case .selection(let edit, let recipe):
      guard let index = done.firstIndex(where: { $0.identity == edit.identity }) else { throw .doesNotFit }
      let mask = try document.mask(of: recipe, at: index, context)
      (found, result) = ([index: .select(mask, recipe: recipe)], StrokeChangeResult())
    case .known(let known):
      guard let strokes = KnownStroke.strokes(known, in: document) else { throw .doesNotFit }
      if let arrangement {
        (found, result) = try arranged(strokes, arrangement, document, isWanted)
      } else {
        let neighbours =
          stroke.shape?.hasNeighbours ?? false
          ? try StrokeIndex(of: document, after: index, isWanted: isWanted) : nil
        let keys: [StrokeKey]
        (found, result, keys) = document.operations(changing: strokes, by: stroke, neighbours)
        if stroke.duplicates || stroke.shape != nil { made = keys.map { (done[$0.edit], $0.part) } }
      }
    }
    chosen = found.map { (done[$0.key], $0.value) }
    self.result = result
  }

  private mutating func arranged(
    _ strokes: [ListedStroke], _ arrangement: StrokeArrangement, _ document: Document, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> ([Int: Operation], StrokeChangeResult) {
    let (operations, keys) = try arrangement.change(of: strokes, in: document, isFramed: false, isWanted: isWanted)
    var result = StrokeChangeResult(count: operations.isEmpty ? 0 : strokes.count)
    result.sameCount = strokes.count - result.count
    if !operations.isEmpty { made = keys.map { (document.history.done[$0.edit], $0.part) } }
    return (operations, result)
  }

  /// The operations by the indices of their edits.
  private func items(in done: [Edit]) throws(ChangeFault) -> [Int: Operation] {
    let chosen = chosen ?? []
    let operations = Dictionary(chosen.map { ($0.edit.identity, $0.operation) }) { one, _ in one }
    var items: [Int: Operation] = [:]
    for (index, edit) in done.enumerated() { items[index] = operations[edit.identity] }
    guard items.count == chosen.count else { throw .doesNotFit }
    return items
  }

  /// Whether edits have only been added behind the last one.
  private func goesOn(from last: (edit: Edit, count: Int), in done: [Edit]) -> Bool {
    done.count >= last.count && done[last.count - 1].isUnchanged(since: last.edit)
      // That may have exchanged earlier ones.
      && done[last.count...].allSatisfy { $0.change == nil }
  }

  /// Whether it is computed for the drawing as it is.
  func fits(_ document: borrowing Document) -> Bool {
    guard let last, document.floating == nil else { return false }
    return document.history.done.count == last.count && goesOn(from: last, in: document.history.done)
  }

  /// The change and what was computed; nil if no stroke changes.
  var computed: (past: PastChange, change: Change)? {
    guard let past, let last,
      let change = Change(items.map { Change.Item(distance: last.count - $0.key, operation: $0.value) })
    else { return nil }
    return (past, change)
  }

  /// The keys that copied or moved strokes get in a drawing, which has not adopted the change yet; nil if keys stay.
  public func newKeys(in document: borrowing Document) -> [StrokeKey]? {
    guard let made else { return nil }
    let wanted = Set(made.map { $0.edit.identity })
    var places: [ObjectIdentifier: Int] = [:]
    for (index, edit) in document.history.done.enumerated() where wanted.contains(edit.identity) {
      places[edit.identity] = index
    }
    return made.compactMap { one in places[one.edit.identity].map { StrokeKey(edit: $0, part: one.part) } }
  }

  /// The indices of fills that flow out in a drawing, which has not adopted the change yet.
  public func leakingFills(in document: borrowing Document) -> [Int] {
    past.map { FillLeaks.indices($0.edits, document.history.done) } ?? []
  }

  /// Whether a stroke changes, once computed.
  public var changesAny: Bool { computed != nil }
}

extension Edit {
  /// Whether it is the same edit, with the same effect.
  fileprivate func isUnchanged(since other: Edit) -> Bool {
    contents.map { ObjectIdentifier($0) } == other.contents.map { ObjectIdentifier($0) }
  }

  /// The same for copies of the edit, as long as one of them is held.
  fileprivate var identity: ObjectIdentifier { ObjectIdentifier(content) }
}
