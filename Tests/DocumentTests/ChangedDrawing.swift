import Ink
import Paint
import Raster

@testable import Document

/// The operations of a drawing one by one, so that it can be made again without some of them or with others.
struct ChangedDrawing {
  /// An operation, and what it depends on beside the pixels.
  struct Step {
    var operation: Operation
    /// `Document.nextLayer` for the layers that it makes.
    var nextLayer: UInt64
    var active: SurfaceID
    /// The pixels that it changes, if only those are known.
    var pixels: PaintedPixels?
  }

  /// The drawing before all.
  var first: Document
  var steps: [Step]

  /// Those of a drawing, with changes of its past where the changed edits are.
  init?(_ document: Document) {
    var walk = HistoryWalk(document.withoutChanges)
    first = walk.document
    first.history = History()
    steps = []
    while let edit = walk.coming {
      let before = walk.document
      _ = walk.next()
      let after = walk.document
      guard let operation = edit.operation else { return nil }
      var step = Step(operation: operation, nextLayer: before.nextLayer, active: before.activeSurface)
      let made = Set(after.layers.map(\.id.number)).subtracting(before.layers.map(\.id.number))
      if let number = made.min() { step.nextLayer = number }
      if case .pixels(let surface?, _) = operation {
        step.pixels = PaintedPixels(
          edit.tileIndices.map { ($0, before.tile($0, of: surface), after.tile($0, of: surface)) })
      }
      steps.append(step)
    }
  }

  /// Performs an operation. Returns whether it fits the drawing.
  static func perform(_ step: Step, on document: inout Document, _ context: OperationContext) -> Bool {
    document.nextLayer = step.nextLayer
    document.drawOn(step.active)
    var result: OperationResult?
    if let pixels = step.pixels, let surface = step.operation.paintedSurface {
      guard let tiles = document.image(of: surface).flatMap({ pixels.tiles(on: $0) }) else { return false }
      result = OperationResult(tiles: tiles)
    }
    return document.perform(step.operation, context, result: result) != nil
  }

  /// The drawing after each operation, the first one before all; nil if one does not fit.
  func states(_ context: OperationContext) -> [Document]? {
    var document = first
    var states = [document]
    for step in steps {
      guard Self.perform(step, on: &document, context) else { return nil }
      states.append(document)
    }
    return states
  }

  /// The drawing made of the operations that fit, and the indices of those.
  func drawn(_ context: OperationContext) -> (document: Document, kept: [Int]) {
    var document = first
    var kept: [Int] = []
    for (index, step) in steps.enumerated() {
      let before = document
      if Self.perform(step, on: &document, context), document.history.undoCount == kept.count + 1 {
        kept.append(index)
      } else {
        document = before
      }
    }
    return (document, kept)
  }

  /// What differs between two drawings; nil if they show the same, bit for bit.
  static func difference(_ a: Document, _ b: Document) -> String? {
    if a.showsSame(as: b) { return nil }
    if a.selection != b.selection { return "the selection" }
    guard a.layers.map(\.id) == b.layers.map(\.id) else { return "the list of layers" }
    for surface in a.surfaces {
      guard let one = a.image(of: surface), let other = b.image(of: surface), !one.showsSame(as: other) else {
        continue
      }
      guard one.bounds == other.bounds else { return "the size" }
      let tiles = (0..<one.slotCount).filter { (one[$0] ?? Tile()) != (other[$0] ?? Tile()) }
      return "\(surface), tiles \(tiles)"
    }
    return "the layers"
  }
}
