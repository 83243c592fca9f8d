import Geometry
import Ink

/// The outline of a shape with the pen that inks it.
public enum ShapeOutline: Sendable, Hashable {
  /// A line, rectangle or ellipse of a tool, with one pen along all of it; position and time of
  /// `pen` do not count.
  case shape(Shape, pen: PenSample)
  /// A figure in place of a stroke, inked as that was on average. The samples of its stroke have the
  /// pen along it, if that changes.
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
  /// - Parameters:
  ///   - stroke: the brush and the scale of the input; samples do not count.
  ///   - profile: the pen along the outline; nil for one pen along all of it.
  func samples(
    for stroke: StrokeRecord, _ profile: PenProfile? = nil, tolerance: Double = ShapeOutline.tolerance
  ) -> [PenSample] {
    var corners = corners(tolerance: tolerance)
    if let profile { corners = profile.applied(to: corners) }
    return stroke.brush.paint.map { PaintedOutline(corners, $0, inputScale: stroke.inputScale).samples } ?? corners
  }
}
