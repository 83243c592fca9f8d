import Paint
import Raster

/// A place in the past of a drawing at which operations are inserted. What was done since then is done again after them.
///
/// Unlike a `Change`, which exchanges operations and is an edit itself, this may insert any operation, and the result has
/// them in its past as if they had always been there. An edit that finds the same layers and pixels as before has the
/// same result; any other is performed again. What was limited by the selection, or used it, does so with the selection
/// that is there then (`Reselection`). Earlier changes are made where the edits are that they changed.
package struct PastInsertion {
  /// Why an edit cannot be done again.
  package struct Fault: Error, Hashable, Sendable {
    /// The number of the edit before anything was inserted, from 1.
    package let number: Int
    package let fault: ChangeFault
  }

  /// The drawing as it was at the place.
  package private(set) var document: Document
  /// The drawing as it was, which is walked through.
  private var old: Document
  /// The edits since then, undone, the last one first.
  private var later: [Edit] = []
  private let end: Document
  /// The numbers of the edits before anything was inserted, those of `later` at the end.
  private let numbers: [Int]

  /// The greatest number before which something can be inserted.
  package static func mostNumber(of document: borrowing Document) -> Int { document.history.done.count + 1 }

  /// - Parameter number: that of the edit before which operations are inserted, from 1 to `mostNumber`.
  /// - Throws: if an edit cannot be read, or the one at the place needs the one before it.
  package init(in document: consuming Document, before number: Int) throws(Fault) {
    _ = document.drop()
    let numbers = document.history.done.enumerated().filter { $1.change == nil || !$1.corrections.isEmpty }
      .map { $0.offset + 1 }
    let count = numbers.count { $0 < number }
    let end = document.withoutChanges
    let done = end.history.done
    var old = end.withoutHistory
    for edit in done.dropFirst(count).reversed() {
      var undone = edit
      guard undone.swap(into: &old) != nil else { throw Fault(number: number, fault: .isUnreadable) }
      later.append(undone)
    }
    if later.last?.head.replacesLast ?? false { throw Fault(number: number, fault: .doesNotFit) }
    (self.old, self.end, self.numbers) = (old, end, numbers)
    // Undoing paint does not bring back what was drawn on.
    for edit in done.prefix(count).reversed() {
      if edit.changesLayers { break }
      guard let surface = edit.head.paintedSurface else { continue }
      old.drawOn(surface)
      break
    }
    old.history.use(end.history.store)
    old.history.prepend(done: Array(done.prefix(count)), undone: [])
    old.clock = end.clock
    // Later edits keep the numbers of their layers.
    old.nextLayer = end.nextLayer
    self.document = old
  }

  /// Does everything since then again.
  /// - Parameters:
  ///   - begun: the drawing at the place, with what was inserted.
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Returns: the drawing; its history has no edits to redo.
  package mutating func finish(
    _ begun: consuming Document, _ context: OperationContext, isWanted: (Double) -> Bool = { _ in true }
  ) throws(Fault) -> Document {
    document = begun
    _ = document.drop()
    (document.clock, document.history.time) = (nil, nil)
    let (nextLayer, total) = (document.nextLayer, later.count)
    while let edit = later.popLast() {
      let number = numbers[numbers.count - later.count - 1]
      guard isWanted(Double(total - later.count) / Double(total)) else {
        throw Fault(number: number, fault: .isCancelled)
      }
      do throws(ChangeFault) { try follow(edit, isFirst: later.count == total - 1, context) } catch {
        throw Fault(number: number, fault: error)
      }
    }
    if document.layers.index(of: end.activeSurface.layer) != nil { document.drawOn(end.activeSurface) }
    document.nextLayer = max(nextLayer, document.nextLayer)
    (document.clock, document.takesNotes, document.baggage) = (end.clock, end.takesNotes, end.baggage)
    return document
  }

  private mutating func follow(_ undone: Edit, isFirst: Bool, _ context: OperationContext) throws(ChangeFault) {
    let before = old
    var edit = undone
    guard edit.swap(into: &old) != nil, var operation = edit.operation else { throw .isUnreadable }
    // It showed pixels from outside the canvas, which only the present drawing has.
    if edit.hasImages { throw .doesNotFit }
    if edit.changesLayers {
      let made = Set(old.layers.map(\.id.number)).subtracting(before.layers.map(\.id.number))
      if let first = made.min() { document.nextLayer = first }
    }
    let active = operation.isSelection ? edit.surface ?? before.activeSurface : before.activeSurface
    if document.layers.index(of: active.layer) != nil { document.drawOn(active) }
    var result: OperationResult?
    let reselection = Reselection(from: before, to: document)
    let reselected = reselection.isNeeded ? reselection.applied(to: operation) : nil
    if let reselected {
      operation = reselected
    } else if case .select(let mask?, let recipe?) = operation {
      operation = .select(selected(mask, recipe, edit, before), recipe: recipe)
    } else if let surface = operation.paintedSurface, edit.otherTiles.isEmpty, !edit.changesSelection {
      if hasSame(as: before, edit.footprint) {
        result = OperationResult(
          tiles: edit.tileIndices.map { ($0, old.tile($0, of: surface)) }, reads: edit.reads)
      } else if operation.isPixels {
        result = pixels(of: edit, on: surface, before)
      }
    } else if operation.isPixels, let surface = operation.paintedSurface {
      result = pixels(of: edit, on: surface, before)
      if edit.changesSelection { result?.selection = .some(old.selection) }
    }
    if case .place(var placing) = operation, !placing.strokes.isEmpty {
      placing.strokes = document.wholeStrokes(of: placing)
      operation = .place(placing)
    }
    document.history.joining = edit.isJoined && !isFirst ? .withLast : .none
    defer { document.history.joining = .none }
    document.history.time = edit.time
    if document.perform(operation, context, result: result) != nil { return }
    // It can do nothing with the new selection.
    guard reselected != nil, document.perform(.omitted(operation.head), context) != nil else { throw .doesNotFit }
  }

  /// What an edit selects now: what its recipe makes if that depends on something that is another now.
  private func selected(_ mask: Mask, _ recipe: SelectionRecipe, _ edit: Edit, _ before: Document) -> Mask {
    let sampled = recipe.sampled(on: edit.surface, isEndless: document.isEndless)
    let surfaces = sampled.isAll ? TileSet(surfaces: before.surfaces) : sampled
    let isSame =
      document.fits(mask) && (before.selection == document.selection || !recipe.dependsOnSelection)
      && (sampled.isEmpty || hasSame(as: before, Footprint(reads: surfaces, writes: TileSet())))
    if isSame { return mask }
    var drawing = document
    if let surface = edit.surface, drawing.layers.index(of: surface.layer) != nil { drawing.drawOn(surface) }
    return recipe.mask(in: drawing) ?? mask
  }

  /// What an edit that is known by its pixels does.
  private func pixels(of edit: Edit, on surface: SurfaceID, _ before: Document) -> OperationResult? {
    guard (document.width, document.height) == (before.width, before.height) else { return nil }
    let pixels = PaintedPixels(edit.tileIndices.map { ($0, before.tile($0, of: surface), old.tile($0, of: surface)) })
    return document.image(of: surface).flatMap { pixels.tiles(on: $0) }.map {
      OperationResult(tiles: $0, reads: edit.reads)
    }
  }

  /// Whether the drawing has all layers and some pixels as they were before.
  private func hasSame(as before: Document, _ footprint: Footprint) -> Bool {
    guard (document.width, document.height) == (before.width, before.height),
      (document.paper, document.isPaperShown) == (before.paper, before.isPaperShown),
      document.layers.count == before.layers.count,
      zip(document.layers, before.layers).allSatisfy({
        $0.id == $1.id && $0.properties == $1.properties && $0.content == $1.content && $0.depth == $1.depth
      })
    else { return false }
    return [footprint.reads, footprint.writes].allSatisfy { set in
      !set.isAll
        && set.surfaces.allSatisfy { surface in
          guard let (a, b) = document.image(of: surface).flatMap({ a in before.image(of: surface).map { (a, $0) } })
          else { return false }
          return a.showsSame(as: b)
        }
        && set.tiles.allSatisfy { surface, tiles in
          tiles.allSatisfy { document.tile($0, of: surface) == before.tile($0, of: surface) }
        }
    }
  }
}
