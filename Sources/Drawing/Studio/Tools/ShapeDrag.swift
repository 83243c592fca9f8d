import Document
import Geometry
import Ink
import Input
import Paint
import Raster

/// A line, rectangle or ellipse being dragged.
struct ShapeDrag {
  private var shape: ShapeInProgress
  private let kind: Shape.Kind
  /// The touch, canvas px.
  private let start: Point
  /// The newest sample, canvas px.
  private var pen: PenSample
  /// The modifiers held now.
  private var modifiers: Modifiers

  /// A shape that starts at a sample in canvas px.
  init(_ kind: Shape.Kind, _ shape: ShapeInProgress, at sample: PenSample, modifiers: Modifiers) {
    (self.kind, self.shape, self.modifiers) = (kind, shape, modifiers)
    (start, pen) = (sample.position, sample)
  }

  /// Takes a sample in canvas px. `draw` shows it.
  mutating func move(to sample: PenSample, modifiers: Modifiers) {
    (pen, self.modifiers) = (sample, modifiers)
  }

  /// Takes a change of the held modifiers. Shift constrains the shape, Alt or Control centres it.
  mutating func hold(_ modifiers: Modifiers) { self.modifiers = modifiers }

  /// Draws the shape as it is now. Returns the canvas px that changed.
  mutating func draw(on document: inout Document) -> Region {
    let figure = Shape(
      kind, dragged: start, pen.position, isConstrained: modifiers.contains(.shift),
      isCentered: !modifiers.isDisjoint(with: [.alt, .control]))
    return shape.draw(figure, pen: pen, on: &document)
  }

  /// Records the shape as one edit. Returns the canvas px that changed.
  mutating func finish(on document: inout Document) -> Region { shape.finish(on: &document) }

  /// Removes the shape. Returns the canvas px that changed.
  mutating func cancel(on document: inout Document) -> Region { shape.cancel(on: &document) }
}
