import Archive
import Document
import Language
import Pictures
import Pixels

/// The content of an OpenRaster file's `stack.xml`: the layers without pixels (layer stack
/// specification 0.0.5). Positions are canvas px from the upper left corner.
public struct RasterStack: Hashable, Sendable {
  /// Width of the canvas, px.
  public var width: Int
  /// Height of the canvas, px.
  public var height: Int
  /// Pixels per inch across and down; 72 by default in OpenRaster.
  public var density: (x: Double, y: Double) {
    get { (xDensity, yDensity) }
    set { (xDensity, yDensity) = newValue }
  }
  /// The layers and groups in the order of `LayerTree`: lowest first, and a group directly above
  /// what it contains. A file has the opposite order.
  public var nodes: [RasterNode]
  /// For a drawing on an endless canvas, the position of the file's corner on it, px; nil for a
  /// canvas with edges. Other programs see a canvas of `width` x `height` px.
  public var origin: RasterOrigin?
  /// What is kept of the image and of the outer stack.
  var foreign = ForeignStack()

  private var xDensity: Double
  private var yDensity: Double

  /// The largest area of a merged image of an endless drawing, px². Where the drawing is larger,
  /// the file has a smaller picture of it, a small image of the paper, and layers in pieces.
  static let largestMerged = 1 << 28
  /// Whether the file's pictures are smaller than the drawing.
  var isReduced: Bool { origin != nil && Self.isLarge(width, height) }

  /// Whether an image of this size, px, is too large for a file of an endless drawing.
  static func isLarge(_ width: Int, _ height: Int) -> Bool {
    max(width, height) > ImageLimits.standard.side || width * height > largestMerged
  }

  /// Makes a stack from its values.
  public init(width: Int, height: Int, density: (x: Double, y: Double) = (72, 72), nodes: [RasterNode] = []) {
    (self.width, self.height, self.nodes) = (width, height, nodes)
    (xDensity, yDensity) = density
  }
}

/// What is kept of the elements of a list of layers that are no nodes.
struct ForeignStack: Hashable, Sendable {
  var image = ForeignPart()
  var stack = ForeignPart()
  /// Elements above all nodes, for writing. Those that were read are above the highest node.
  var highest: [XMLElement] = []
}

/// A position on an endless canvas, px.
public struct RasterOrigin: Hashable, Sendable {
  /// The column.
  public var x: Int
  /// The row.
  public var y: Int

  /// Makes a position from its values.
  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}

/// A layer, or a group of layers.
@dynamicMemberLookup public struct RasterNode: Hashable, Sendable {
  /// The content of a node.
  public enum Content: Hashable, Sendable {
    /// Pixels, in the archive's entry of this name, such as "data/layer1.png".
    case layer(source: String)
    /// The nodes directly below it with a larger depth. An isolated group is composited by itself
    /// before it is blended with the layers below.
    case group(isIsolated: Bool)
    /// Pixels of one layer in several images, each with its own place relative to the layer. In
    /// the file a group, which other programs show as such.
    case pieces([RasterNode])
  }

  /// How a node is clipped.
  public enum Clipping: Hashable, Sendable {
    /// To the nearest node below it in its group that is not clipped.
    case toBase
    /// To none, since there is no such node; for a drawing, the paper is none.
    case withoutBase
  }

  /// The two nodes of a clipped layer or group with a mode. Other programs show the picture.
  public enum ClippedPart: String, Hashable, Sendable {
    /// The layer or group itself, hidden.
    case layer
    /// The picture of it, directly above, clipped and without a mode; hidden if the layer is.
    case picture
  }

  /// What a group is with its mask.
  public enum Masked: Hashable, Sendable {
    /// A layer, whose pixels are the lowest node in the group.
    case layer
    case group
    /// A group that passes through without the mask, and its mode, which has no effect then.
    case passingGroup(CompositeOperator)
  }

  /// The name, opacity and other properties; also members of the node: `node.opacity`. Whether it is clipped is in
  /// `clipping`, and whether a mask is on in the mask's node.
  public var properties: Layer.Properties
  /// The number of groups that contain it, one inside the other.
  public var depth: Int
  /// The column of the left edge, px; may be negative. 0 for a group.
  public var x: Int
  /// The row of the upper edge, px; may be negative. 0 for a group.
  public var y: Int
  /// How it is clipped; nil if it is not.
  public var clipping: Clipping?
  /// What a group is with its mask; nil for a group without one, and for a layer. The highest node in the
  /// group is then the mask, hidden; the next one shows its effect in other programs, by its alpha. That one is
  /// hidden if the mask is off.
  public var masked: Masked?
  /// Its part of a clipped layer with a mode; nil for any other node.
  public var clippedPart: ClippedPart?
  /// Whether the node is the active one.
  public var isSelected = false
  /// The pixels or the children.
  public var content: Content
  /// What is kept of the elements in the file.
  var foreign = ForeignNode()

  /// Makes a node from its values.
  public init(_ properties: Layer.Properties, content: Content, depth: Int = 0, x: Int = 0, y: Int = 0) {
    (self.properties, self.content, self.depth, self.x, self.y) = (properties, content, depth, x, y)
  }

  /// Makes a node that has the properties of a new layer but for these.
  public init(
    name: String, content: Content, depth: Int = 0, x: Int = 0, y: Int = 0, opacity: Double = 1, isVisible: Bool = true
  ) {
    self.init(Layer.Properties(name: name), content: content, depth: depth, x: x, y: y)
    (properties.opacity, properties.isVisible) = (opacity, isVisible)
  }

  @inlinable public subscript<Value>(dynamicMember property: WritableKeyPath<Layer.Properties, Value>) -> Value {
    get { properties[keyPath: property] }
    set { properties[keyPath: property] = newValue }
  }

  /// Whether it contains other nodes instead of pixels.
  public var isGroup: Bool { if case .group = content { true } else { false } }
}
