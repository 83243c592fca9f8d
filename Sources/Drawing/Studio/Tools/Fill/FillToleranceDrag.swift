import Document
import Geometry
import Ink
import Input
import Paint
import Raster

/// A press of the fill tool with Shift. While it lasts, its fill is shown; a drag to the right raises the tolerance, to the left
/// lowers it.
final class FillToleranceDrag: InkGesture {
  private var fill: Filling
  /// The layer's pixels before.
  private let before: TileGrid
  private var shown = Region()
  /// Where it began, window px.
  private let start: Point
  private let firstTolerance: Int

  /// Window px for a step of the tolerance.
  private static let pixels = 2.0

  init(_ fill: Filling, at start: Point, in document: borrowing Document) {
    (self.fill, self.start, before) = (fill, start, document.activeImage)
    firstTolerance = fill.filling.tolerance
  }

  var undoCancels: Bool { true }
  var drawsAtEnd: Bool { true }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let way = e.sample.position.x - start.x
    guard abs(way) < 1e6 else { return Effects() }
    let tolerance = max(0, min(255, firstTolerance + Int((way / Self.pixels).rounded())))
    guard tolerance != fill.filling.tolerance else { return Effects() }
    fill.filling.tolerance = tolerance
    context.awaitDrawing()
    return Effects()
  }

  /// Shows the fill as it would be now.
  func draw(now: Double?, in context: ToolContext) -> Effects {
    var effects = context.updated { document in
      var region = shown
      shown = document.preview(fill, on: before)
      region.add(shown)
      return region
    }
    // Its slider follows.
    effects.add(context.setTolerance(fill.filling.tolerance))
    return effects
  }

  func withdraw(from document: inout Document) { document.activeImage = before }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = context.updated { document in
      document.activeImage = before
      return shown
    }
    if end == .cancelled {
      effects.add(context.setTolerance(firstTolerance))
      return effects
    }
    let operation = OperationContext(filler: context.filler)
    effects.add(context.edit { $0.perform(.fill(fill), operation) })
    effects.add(context.setTolerance(fill.filling.tolerance))
    return effects
  }
}
