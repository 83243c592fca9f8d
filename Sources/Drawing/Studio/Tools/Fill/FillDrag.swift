import Document
import Geometry
import Ink
import Input
import Paint
import Raster

/// A press of the fill tool. The area there is filled, and the areas over which the pen is dragged, as far as they look as it
/// did; each once, all as one step. Or the areas over which it is dragged get the colour of the first one.
final class FillDrag: InkGesture {
  private let fill: Filling
  /// The pixels that look as its place did.
  private let similar: LazyMask
  private var filled: Mask
  /// The layer before the first fill: a pixel that is painted below a line of another area is not painted again.
  private let before: TileGrid
  /// The number of edits before.
  private let begin: Int
  /// Where it began, window px.
  private let start: Point
  private var hasMoved = false
  /// The places since the last one that was looked at, canvas px.
  private var places: [Point]

  /// - Parameters:
  ///   - fill: the first fill; it is performed already, or its area has its colour.
  ///   - area: what it reached.
  ///   - similar: the pixels in areas that are to be filled.
  ///   - before: the layer before it.
  init(after fill: Filling, _ area: Mask, similar: LazyMask, before: TileGrid, since begin: Int, at start: Point) {
    (self.fill, self.similar, filled, self.begin, self.start) = (fill, similar, area, begin, start)
    self.before = before
    places = [fill.place]
  }

  /// The most places that are looked at between two samples.
  private static let mostSteps = 65536.0

  var undoCancels: Bool { true }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    if e.sample.position.distance(to: start) >= FrameDrag.slop { hasMoved = true }
    let place = context.view.windowToCanvas(e.sample.position)
    guard hasMoved, place.isFinite else { return Effects() }
    places.append(place)
    context.awaitDrawing()
    return Effects()
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    var effects = Effects()
    let canvas = Rect(context.document.bounds)
    for (from, to) in zip(places, places.dropFirst()) {
      // The pen may pass a small area between two samples.
      let count = Int(max(1, min(Self.mostSteps, from.distance(to: to).rounded(.up))))
      for step in 1...count {
        let place = from.lerp(to: to, Double(step) / Double(count))
        guard canvas.contains(place) else { continue }
        let (x, y) = (Int(place.x), Int(place.y))
        guard similar[x, y], !filled[x, y], fill.selection.map({ $0[x, y] }) ?? true,
          context.document.activeImage[x, y] == before[x, y]
        else { continue }
        var next = fill
        next.place = place
        effects.add(
          context.updated { document in
            document.joinEdits(since: begin) { document in
              guard let area = document.fill(next) else { return Region() }
              filled.formUnion(area)
              return next.painted(around: area, on: document)
            }
          })
        effects.panelsChanged = true
      }
    }
    places = [places[places.count - 1]]
    return effects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    end == .cancelled && context.document.history.recordedCount > begin ? context.undo() : Effects()
  }
}
