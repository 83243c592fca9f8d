import Geometry

/// A soft shadow around a rounded shape: a few grown copies of it laid over each other, which at the small sizes of an
/// interface looks like a blur and costs next to nothing.
public struct SoftShadow: Hashable, Sendable {
  /// One copy of the shape.
  public struct Layer: Hashable, Sendable {
    /// How far it reaches beyond the shape on every side, px.
    public var spread: Double
    /// Its colour, mostly transparent.
    public var colour: Colour

    /// A layer by its parts.
    public init(spread: Double, colour: Colour) {
      self.spread = spread
      self.colour = colour
    }
  }

  /// How far all copies are moved, px.
  public var offset: Vector
  /// The copies, drawn in order.
  public var layers: [Layer]

  /// A shadow by its parts.
  public init(offset: Vector, layers: [Layer]) {
    self.offset = offset
    self.layers = layers
  }

  /// The rectangle that the shadow of a shape filling `r` covers, `r` included.
  public func bounds(of r: Rect) -> Rect {
    layers.reduce(r) { all, layer in all.union(cast(by: r, layer)) }
  }

  func cast(by r: Rect, _ layer: Layer) -> Rect {
    let grown = r.insetBy(-layer.spread)
    return Rect(x: grown.minX + offset.dx, y: grown.minY + offset.dy, width: grown.width, height: grown.height)
  }
}

extension Painter {
  /// Draws the shadow of a rectangle with round corners (a circle, where the radius is half of its side). The shape
  /// itself is not drawn, nor cut out.
  public func shadow(_ shadow: SoftShadow, of r: Rect, radius: Double) {
    for layer in shadow.layers {
      fill(roundedRect: shadow.cast(by: r, layer), radius: radius + layer.spread, layer.colour)
    }
  }
}
