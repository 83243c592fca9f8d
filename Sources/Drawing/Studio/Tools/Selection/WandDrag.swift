import Document
import Geometry
import Ink
import Input
import Pixels
import Raster

/// A press of the wand. While it lasts, its selection is shown; a drag to the right raises the tolerance, to the left lowers it.
final class WandDrag: InkGesture {
  private var recipe: SelectionRecipe
  private var wand: SelectionRecipe.Wand
  /// Where it began, window px.
  private let start: Point
  private let earlier: Mask?
  private let distances: ColourDistances?
  private let firstTolerance: Int
  private var hasMoved = false

  /// Window px for a step of the tolerance.
  private static let pixels = 2.0

  init(_ wand: SelectionRecipe.Wand, mode: SelectionRecipe.Mode, at start: Point, in document: Document) {
    (self.wand, self.start, earlier) = (wand, start, document.selection)
    recipe = SelectionRecipe(.wand(wand))
    recipe.mode = mode
    distances = wand.distances(in: document)
    firstTolerance = wand.settings.tolerance
  }

  var undoCancels: Bool { true }
  var drawsAtEnd: Bool { true }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let way = e.sample.position.x - start.x
    guard abs(way) < 1e6 else { return Effects() }
    if abs(way) >= FrameDrag.slop { hasMoved = true }
    let tolerance = max(0, min(255, firstTolerance + Int((way / Self.pixels).rounded())))
    guard hasMoved, tolerance != wand.settings.tolerance else { return Effects() }
    wand.settings.tolerance = tolerance
    recipe.shape = .wand(wand)
    context.awaitDrawing()
    return Effects()
  }

  /// Shows the selection as it would be now.
  func draw(now: Double?, in context: ToolContext) -> Effects {
    _ = context.preview(selection: earlier)
    var effects = context.preview(selection: recipe.mask(in: context.document, distances))
    // Its slider follows.
    if hasMoved { effects.add(context.setTolerance(wand.settings.tolerance)) }
    return effects
  }

  func withdraw(from document: inout Document) { document.preview(selection: earlier) }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = context.preview(selection: earlier)
    if end == .cancelled {
      effects.add(context.setTolerance(firstTolerance))
      return effects
    }
    context.keepTool()
    effects.add(context.select(recipe, distances))
    if hasMoved { effects.add(context.setTolerance(wand.settings.tolerance)) }
    return effects
  }
}
