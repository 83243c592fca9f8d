import Archive
import Document
import Geometry
import Journal
import Language
import Paint
import Raster

/// The last steps of a drawing, from which macros are made.
package struct LastSteps: Sendable {
  /// A step of undo.
  package struct Step: Sendable {
    /// What was done, perhaps without samples and pixels (`Edit.head`).
    package let operations: [Operation]
    /// Whether a macro can do it again: it can do all but what only the result tells.
    package let canBeRepeated: Bool
    /// The indices of its edits in the history.
    let edits: Range<Int>
  }

  /// Oldest first.
  package let steps: [Step]
  private let document: Document

  /// - Parameter document: a copy, which stays as it is.
  package init(_ document: Document, atMost count: Int) {
    var document = document
    _ = document.drop()
    document.takesNotes = false
    document = document.withoutChanges
    self.document = document
    let done = document.history.done
    var (steps, end) = ([Step](), done.count)
    while end > 0, steps.count < count {
      var start = end - 1
      while start > 0, done[start].isJoined || done[start].head.replacesLast { start -= 1 }
      // An edit that was replaced is not a part of it any more.
      let edits = (start..<end).filter { $0 + 1 == end || !done[$0 + 1].head.replacesLast }
      steps.append(
        Step(
          operations: edits.map { done[$0].head },
          canBeRepeated: edits.allSatisfy { Self.canBeRepeated(done[$0].head) },
          edits: start..<end))
      end = start
    }
    self.steps = steps.reversed()
  }

  private static func canBeRepeated(_ operation: Operation) -> Bool {
    switch operation {
    case .pixels, .omitted, .change: false
    case .replacement(let operation): canBeRepeated(operation)
    default: true
    }
  }

  /// A macro of some steps.
  /// - Parameter chosen: the indices in `steps` of those that are repeated; others among them are left out.
  /// - Throws: if an edit cannot be read, or memory is short.
  package func macro(of chosen: some Sequence<Int>, name: String) throws(PayloadError) -> (MacroHeader, [UInt8]) {
    let steps = Set(chosen).sorted().filter { self.steps.indices.contains($0) && self.steps[$0].canBeRepeated }
      .map { self.steps[$0] }
    var (walk, elements, frame) = (Walk(document), [[UInt8]](), PixelRect.empty)
    let first = steps.first?.edits.lowerBound ?? 0
    while walk.document.history.undoCount > first { try walk.back() }
    let selected = walk.document.selection?.bounds
    for step in steps {
      while walk.document.history.undoCount < step.edits.lowerBound { try walk.pass() }
      var isJoined = false
      while walk.document.history.undoCount < step.edits.upperBound {
        let (new, bounds) = try walk.write(isJoined: isJoined)
        isJoined = isJoined || !new.isEmpty
        elements += new
        frame = frame.union(bounds)
      }
    }
    frame = frame.intersection(document.bounds)
    let header = MacroHeader(
      name: name, frame: selected ?? (frame.isEmpty ? document.bounds : frame), width: document.width,
      height: document.height)
    do throws(ArchiveError) {
      let text = elements.map { Array(",\n".utf8) + $0 }.joined()
      return (header, Array("[\n".utf8) + (try header.element()) + text + Array("\n]\n".utf8))
    } catch { throw PayloadError(error.description) }
  }
}

extension LastSteps {
  /// Makes small pictures of what the steps painted, newest first: a part of the layer after the step, or before it if it
  /// erased something. Steps that paint nothing have none.
  /// - Parameter receive: takes the index of a step and its picture; returns false to end.
  package func drawPictures(most: (width: Int, height: Int), _ receive: (Int, LayerThumbnail) -> Bool) {
    var document = document
    document.leaveStore()
    for (index, step) in steps.enumerated().reversed() {
      let after = document
      var bounds = PixelRect.empty
      for _ in step.edits {
        guard let region = document.undo() else { return }
        for rect in region.rects { bounds = bounds.union(rect) }
      }
      guard let operation = step.operations.last(where: { $0.paintedSurface != nil }),
        let surface = operation.paintedSurface, !bounds.isEmpty,
        let image = (operation.erases ? document : after).image(of: surface)
      else { continue }
      let margin = 2 + max(bounds.width, bounds.height) / 16
      let part = bounds.grown(by: margin).intersection(image.bounds)
      if !part.isEmpty, !receive(index, LayerThumbnail(of: image, part: part, most: most)) { return }
    }
  }
}

extension Operation {
  /// Whether it takes ink away.
  fileprivate var erases: Bool {
    if case .clear = self { return true }
    return drawsStrokes && strokes.allSatisfy { $0.style.blend == .erase }
  }
}

/// Goes through the history of a copy, and writes its edits as parts of a macro.
private struct Walk {
  var document: Document
  private var brushes = ScriptBrushes()
  /// What the script is drawn on at this point, if nothing was left out; nil at its start.
  private var active: SurfaceID?

  init(_ document: Document) {
    self.document = document
    self.document.leaveStore()
  }

  mutating func back() throws(PayloadError) {
    let count = document.history.undoCount
    guard document.undo() != nil, document.history.undoCount == count - 1 else { throw Self.unreadable }
  }

  mutating func pass() throws(PayloadError) {
    let count = document.history.undoCount
    guard document.redo() != nil, document.history.undoCount == count + 1 else { throw Self.unreadable }
  }

  private static var unreadable: PayloadError {
    PayloadError(translated("a part of its history cannot be read"))
  }

  /// Writes the next edit. Returns its elements, and where it paints, px.
  mutating func write(isJoined: Bool) throws(PayloadError) -> (elements: [[UInt8]], bounds: PixelRect) {
    guard var operation = document.history.undoneOperation else { throw Self.unreadable }
    let before = document
    try pass()
    // It was replaced by the next one.
    if document.history.lastUndone?.head.replacesLast ?? false { return ([], .empty) }
    if case .replacement(let inner) = operation { operation = inner }
    // A macro names the layer of each stroke, or draws them on the one in use.
    guard case .strokes(let series) = operation else { return try write(operation, before, isJoined: isJoined) }
    var (elements, bounds) = ([[UInt8]](), PixelRect.empty)
    for (index, stroke) in series.strokes.enumerated() {
      let (new, box) = try write(.stroke(stroke), before, isJoined: isJoined || index > 0)
      (elements, bounds) = (elements + new, bounds.union(box))
    }
    return (elements, bounds)
  }

  /// Writes an operation.
  /// - Parameter before: the drawing before it.
  private mutating func write(
    _ operation: Operation, _ before: Document, isJoined: Bool
  ) throws(PayloadError) -> (elements: [[UInt8]], bounds: PixelRect) {
    var operation = operation
    if var stroke = operation.stroke, stroke.symmetry.isActive {
      // Its axes are moved with it.
      stroke.symmetry.center = stroke.symmetry.center(onCanvas: before.bounds)
      operation.stroke = stroke
    }
    var writing = ScriptWriting(operation: operation)
    if case .place(var placing) = operation, !placing.isPaste {
      // Whether strokes can be drawn again is found on the drawing that the macro is performed on.
      placing.strokes = []
      writing = ScriptWriting(operation: .place(placing))
      writing.hidden = ["redraw", "map"]
    }
    if case .fill = operation { writing.hidden = Filling.limitKeys }
    writing.isJoined = isJoined
    if active == nil, case .layer = operation { active = before.activeSurface }
    if let surface = operation.surface {
      if active == nil || active == surface { writing.hidden.formUnion(Self.layerKeys(of: operation)) }
      // Setting a property of a layer makes no other one active.
      if case .layer = operation {} else { active = surface }
    }
    if case .layer(let operation) = operation {
      // What is active then follows from performing it, not from redoing it.
      var trial = before
      if let active { trial.drawOn(active) }
      _ = trial.perform(operation)
      active =
        document.layers.indices.contains(trial.activeLayer)
        ? SurfaceID(document.layers[trial.activeLayer].id, trial.activeSurface.plane) : document.activeSurface
    }
    do throws(ArchiveError) {
      let bounds = writing.operation.paintedBounds(on: before).map { PixelRect(covering: $0) } ?? .empty
      return (try writing.elements(on: before, &brushes), bounds)
    } catch { throw PayloadError(error.description) }
  }

  /// The keys that name the layer of an operation.
  private static func layerKeys(of operation: Operation) -> Set<String> {
    switch operation {
    case .layer(.set): ["name"]
    case .layer(.add), .layer(.paste): ["above"]
    case .place(let placing) where !placing.isPaste: ["layers"]
    default: ["layer"]
    }
  }
}
