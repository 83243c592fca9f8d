import Document
import Geometry
import Ink
import Input
import Pixels
import Raster

/// A gradient that is being drawn, or one of whose stops is being dragged. The part of it that is seen is shown meanwhile.
final class GradientDrag: InkGesture {
  private var gradient: Gradient
  /// The stop that is dragged.
  private let stop: Int
  /// The gradient before; nil if there was none.
  private let old: GradientDraft?
  /// The layer's pixels without any gradient, and as they were at the press.
  private let (base, before): (TileGrid, TileGrid)
  private var shown = Region()
  /// Where it began, window px, and its distance from the stop, canvas px.
  private let start: Point
  private let offset: Vector
  private var hasMoved = false
  private var modifiers: Modifiers

  /// - Parameters:
  ///   - gradient: with the new stop, if the press made one.
  ///   - old: the gradient whose place it takes; nil for none.
  init?(_ gradient: Gradient, stop: Int, insteadOf old: GradientDraft?, at e: PointerEvent, in context: ToolContext) {
    (self.gradient, self.stop, self.old) = (gradient, stop, old)
    (start, modifiers) = (e.sample.position, e.modifiers)
    offset = gradient.place(ofStop: stop) - context.view.windowToCanvas(start)
    before = context.document.activeImage
    if old == nil {
      base = before
    } else {
      var copy = context.withDocument { $0 }
      guard copy.undo() != nil else { return nil }
      base = copy.activeImage
    }
  }

  var undoCancels: Bool { true }
  var drawsAtEnd: Bool { true }
  var marks: ToolMarks {
    var marks = ToolMarks()
    marks.gradient = gradient.marks(chosen: stop)
    return marks
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    if start.distance(to: e.sample.position) >= FrameDrag.slop * context.interfaceScale { hasMoved = true }
    guard hasMoved else { return Effects() }
    modifiers = e.modifiers
    follow(context.view.windowToCanvas(e.sample.position) + offset)
    context.awaitDrawing()
    return context.adornmentEffects
  }

  /// Moves the stop, canvas px. Shift turns the line in steps of 15 degrees.
  private func follow(_ place: Point) {
    guard place.isFinite else { return }
    let isStart = stop == 0
    let other = isStart ? gradient.to : gradient.from
    gradient.moveStop(stop, to: place)
    guard modifiers.contains(.shift) else { return }
    let moved = isStart ? gradient.from : gradient.to
    let (way, step) = (moved - other, Double.pi / 12)
    let angle = Angle(radians: (way.direction.radians / step).rounded() * step)
    let turned = other + Vector(length: way.length, direction: angle)
    if isStart, moved == place { gradient.from = turned } else if moved == place { gradient.to = turned }
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    let seen = context.seenPixels
    return context.updated { document in
      var region = shown
      shown = gradient.preview(on: &document, over: base, within: seen, workers: context.workers)
      region.add(shown)
      return region
    }
  }

  func withdraw(from document: inout Document) { document.activeImage = before }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = context.updated { document in
      document.activeImage = before
      return shown
    }
    effects.adornmentsChanged = true
    let isNew = old.map { $0.gradient.stops.stops.count < gradient.stops.stops.count } ?? false
    if end == .cancelled { return effects }
    // A tap on a handle chooses it; one beside them does nothing.
    guard hasMoved || isNew || old.map({ $0.gradient == gradient }) ?? false else { return effects }
    effects.add(GradientDraft.record(gradient, chosen: stop, insteadOf: old, in: context))
    return effects
  }
}
