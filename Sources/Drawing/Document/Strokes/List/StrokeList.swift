import Geometry
import Ink
import Journal
import Raster

/// Reads the strokes of a drawing one after the other, oldest first. Nothing is drawn.
///
/// A stroke that another one took the place of is left out, and so are undone ones and edits that are
/// recorded by their pixels only.
public struct StrokeList {
  /// The names of the present layers by number.
  private let names: [UInt64: String]
  /// Those of edits that come before `edits`.
  private var earlier: (any EarlierStrokes)?
  private let earlierCount: Int
  private let edits: [Edit]
  private var plan: StrokePlan
  private var next = 0
  private var count = 0
  /// Strokes of the edit before `next`, the next one last.
  private var waiting: [ListedStroke] = []
  /// The number of changes of the canvas before `next`.
  private var changes = 0
  /// From the present canvas to the frame that files and pictures show.
  private var framing: Affine

  /// Whether the drawing has a history. One without has no strokes, or they are not known.
  public var hasHistory: Bool { earlierCount > 0 || !edits.isEmpty }

  /// The strokes of a drawing's own history.
  /// - Parameter isFramed: whether places are px of the frame that files show, else of the canvas.
  /// - Throws: if its canvas cannot have had a size.
  package init(ofHistoryOf document: borrowing Document, isFramed: Bool = true) throws(PayloadError) {
    let first = document.layersAtBeginning
    let plan = StrokePlan(width: first.width, height: first.height, layers: first.layers.layers)
    try self.init(document, after: nil, plan)
    if !isFramed { framing = .identity }
  }

  /// The strokes of a drawing's own history, after earlier ones.
  /// - Parameter plan: has the earlier edits.
  /// - Throws: if its canvas cannot have had a size.
  package init(_ document: borrowing Document, after earlier: (any EarlierStrokes)?, _ plan: StrokePlan)
    throws(PayloadError)
  {
    names = Dictionary(document.layers.map { ($0.id.number, $0.name) }) { first, _ in first }
    (self.earlier, earlierCount, self.plan) = (earlier, plan.kinds.count, plan)
    edits = document.history.done
    let frame = document.frame
    framing = .translation(Vector(-Double(frame.minX), -Double(frame.minY)))
    for edit in edits { try self.plan.append(edit) }
    self.plan.finish()
  }

  /// Returns the next stroke; nil at the end. It holds the samples of one edit at a time, those of changed strokes
  /// compressed.
  /// - Throws: if its record is damaged.
  public mutating func nextStroke() throws(PayloadError) -> ListedStroke? {
    while waiting.isEmpty, next < plan.kinds.count {
      defer { next += 1 }
      let (records, time): ([StrokeRecord], Double?)
      if next < earlierCount {
        (records, time) =
          try earlier?.next(isListed: plan.lists(next), canvas: plan.canvases[changes].size) ?? ([], nil)
      } else {
        let edit = edits[next - earlierCount]
        (records, time) = (plan.lists(next) ? edit.strokes : [], edit.time)
      }
      if plan.kinds[next] == .canvas { changes += 1 }
      for (part, record) in records.enumerated().reversed() {
        var stroke = listed(record, at: next, part, number: count + part + 1, onCanvas: changes)
        stroke.time = time
        waiting.append(stroke)
      }
      // Those that are left out keep their numbers.
      count += plan.count(next)
    }
    return waiting.popLast()
  }

  /// Returns the last stroke for which a condition holds, without reading those before it. Earlier strokes
  /// are not found.
  func lastStroke(where isMeant: (ListedStroke) throws -> Bool) rethrows -> ListedStroke? {
    var number = plan.kinds.indices.reduce(0) { $0 + plan.count($1) }
    var changes = plan.canvases.count - 1
    for index in plan.kinds.indices.reversed() where index >= earlierCount {
      if plan.lists(index) {
        number -= plan.count(index)
        for (part, record) in edits[index - earlierCount].strokes.enumerated().reversed() {
          let stroke = listed(record, at: index, part, number: number + part + 1, onCanvas: changes)
          if try isMeant(stroke) { return stroke }
        }
      }
      if plan.kinds[index] == .canvas { changes -= 1 }
    }
    return nil
  }

  /// An edit of a drawing's own history that has strokes.
  struct ListedEdit {
    let edit: Edit
    /// Its index among all that are done, the oldest 0.
    let index: Int
    /// The number of its first stroke.
    let number: Int
    /// The map from the canvas on which it was drawn to the present one.
    let map: Affine
    fileprivate let list: StrokeList
    fileprivate let changes: Int

    /// The layer that has the ink, or had it last; nil if it is not known without reading the strokes.
    var home: Layer.ID? { edit.surface.map { Layer.ID(list.plan.home(of: $0.layer.number)) } }

    /// The strokes; none if they cannot be read.
    var strokes: [ListedStroke] {
      edit.strokes.enumerated().map { part, record in
        list.listed(record, at: index, part, number: number + part, onCanvas: changes)
      }
    }
  }

  /// Calls a body with each edit that has strokes, oldest first. Earlier edits count, but are left out.
  func forEachEdit<Failure: Error>(_ body: (ListedEdit) throws(Failure) -> Void) throws(Failure) {
    var (number, changes) = (1, 0)
    for index in plan.kinds.indices {
      if index >= earlierCount, plan.lists(index) {
        try body(
          ListedEdit(
            edit: edits[index - earlierCount], index: index, number: number, map: plan.canvases[changes].map,
            list: self, changes: changes))
      }
      if plan.kinds[index] == .canvas { changes += 1 }
      number += plan.count(index)
    }
  }

  /// A stroke of an edit.
  /// - Parameters:
  ///   - part: its index among those of the edit.
  ///   - changes: how often the canvas was changed before.
  private func listed(
    _ record: StrokeRecord, at index: Int, _ part: Int, number: Int, onCanvas changes: Int
  ) -> ListedStroke {
    let (size, map) = plan.canvases[changes]
    let home = plan.home(of: record.surface.layer.number)
    var stroke = ListedStroke(
      record, number: number, edit: index, part: part, layer: names[home],
      canvas: PixelRect(x: 0, y: 0, width: size.width, height: size.height), map: framing * map)
    (stroke.home, stroke.canvasMap) = (Layer.ID(home), map)
    return stroke
  }
}
