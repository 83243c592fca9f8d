import Geometry
import Ink

/// The outline of a shape with the pen that inks it.
public enum ShapeOutline: Sendable, Hashable {
  /// A line, rectangle or ellipse of a tool, with one pen along all of it; position and time of
  /// `pen` do not count.
  case shape(Shape, pen: PenSample)
  /// A figure in place of a stroke, inked as that was.
  case figure(Figure, FigureInk)

  /// The greatest distance of a curve's chords from it, canvas px: invisible.
  static let tolerance = 0.02

  /// The corners along the outline, in order; curves become chords within `tolerance` canvas px, > 0.
  private func corners(tolerance: Double) -> [PenSample] {
    switch self {
    case .shape(let shape, var pen):
      pen.time = 0
      return shape.outline(tolerance: tolerance).map { place in
        pen.position = place
        return pen
      }
    case .figure(let figure, let ink): return ink.samples(along: figure, tolerance: tolerance)
    }
  }

  /// The samples of a stroke along the outline.
  /// - Parameter stroke: the brush and the scale of the input; samples do not count.
  func samples(for stroke: StrokeRecord, tolerance: Double = ShapeOutline.tolerance) -> [PenSample] {
    let corners = corners(tolerance: tolerance)
    return stroke.brush.paint.map { PaintedOutline(corners, $0, inputScale: stroke.inputScale).samples } ?? corners
  }
}
