import Geometry

/// A soft shadow of a rounded shape: a few enlarged copies composited over each other. At the sizes
/// of an interface it looks like a blur and costs little.
public struct SoftShadow: Hashable, Sendable {
  /// One copy of the shape.
  public struct Layer: Hashable, Sendable {
    /// Distance by which it extends beyond the shape on every side, px.
    public var spread: Double
    /// Its colour, mostly transparent.
    public var colour: Colour

    /// A layer by its parts.
    public init(spread: Double, colour: Colour) {
      self.spread = spread
      self.colour = colour
    }
  }

  /// Offset of all copies, px.
  public var offset: Vector
  /// The copies, drawn in order.
  public var layers: [Layer]

  /// A shadow by its parts.
  public init(offset: Vector, layers: [Layer]) {
    self.offset = offset
    self.layers = layers
  }

  /// The bounds of the shadow of a shape filling `r`, `r` included.
  public func bounds(of r: Rect) -> Rect {
    layers.reduce(r) { all, layer in all.union(cast(by: r, layer)) }
  }

  func cast(by r: Rect, _ layer: Layer) -> Rect {
    let grown = r.insetBy(-layer.spread)
    return Rect(x: grown.minX + offset.dx, y: grown.minY + offset.dy, width: grown.width, height: grown.height)
  }
}

extension Painter {
  /// Draws the shadow of a rectangle with round corners, or of a circle where the radius is half of
  /// its side. The shape itself is neither drawn nor cut out.
  public func shadow(_ shadow: SoftShadow, of r: Rect, radius: Double) {
    for layer in shadow.layers {
      fill(roundedRect: shadow.cast(by: r, layer), radius: radius + layer.spread, layer.colour)
    }
  }
}
