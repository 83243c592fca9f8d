import Document
import Geometry
import Ink
import Input

/// The eraser passing over strokes. Those that it touches show their paths; what is erased of them goes at the end.
final class StrokeErasing: Gesture {
  private let extent: StrokeExtent
  private let radius: Double
  /// The pen's end at the touch.
  private let end: Tool
  private var line: [Point]
  /// How many corners of the line were looked at.
  private var seen = 0
  private var lines: [StrokeKey: [[SIMD2<Float>]]] = [:]

  init(_ extent: StrokeExtent, _ e: PointerEvent, radius: Double, in context: ToolContext) {
    (self.extent, self.radius, end) = (extent, radius, e.sample.tool)
    line = [context.view.windowToCanvas(e.sample.position)]
    look(in: context)
  }

  var undoCancels: Bool { true }
  var marks: ToolMarks { ToolMarks(strokes: StrokeMarks(chosen: lines.values.flatMap(\.self))) }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = context.view.windowToCanvas(e.sample.position)
    // Denser ones find nothing more.
    if let last = line.last, last.distance(to: place) < 0.5 / context.view.zoom { return Effects() }
    line.append(place)
    look(in: context)
    return context.adornmentEffects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = context.adornmentEffects
    if end == .finished { effects.add(context.eraseStrokes(StrokeTouch(line, radius: radius), extent)) }
    return effects
  }

  /// Finds what the newest part of the line touches.
  private func look(in context: ToolContext) {
    let new = StrokeTouch(Array(line[max(0, seen - 1)...]), radius: radius)
    seen = line.count
    for entry in context.strokesTouched(by: new, but: Set(lines.keys)) { lines[entry.stroke.key] = entry.lines }
  }
}
