import Archive
import Language

/// What an OpenRaster file says of its layers: the content of its `stack.xml`, but for the pixels (OpenRaster, layer stack
/// specification 0.0.5).
///
/// A plain value: made from a document to be written, or parsed from a file. Places are canvas px from the upper left corner.
public struct RasterStack: Hashable, Sendable {
  /// Width of the canvas, px.
  public var width: Int
  /// Height of the canvas, px.
  public var height: Int
  /// Pixels per inch across and down; OpenRaster has 72 where a file says nothing.
  public var density: (x: Double, y: Double) {
    get { (xDensity, yDensity) }
    set { (xDensity, yDensity) = newValue }
  }
  /// The layers and groups, lowest first (a file has them the other way round).
  public var nodes: [RasterNode]

  private var xDensity: Double
  private var yDensity: Double

  /// A stack by its values.
  public init(width: Int, height: Int, density: (x: Double, y: Double) = (72, 72), nodes: [RasterNode] = []) {
    (self.width, self.height, self.nodes) = (width, height, nodes)
    (xDensity, yDensity) = density
  }
}

/// A layer, or a group of layers.
public struct RasterNode: Hashable, Sendable {
  /// What is in it.
  public enum Content: Hashable, Sendable {
    /// Pixels, in the archive's entry of this name: "data/layer1.png".
    case layer(source: String)
    /// Layers and groups, lowest first. One that is isolated is composed by itself, then laid on what is under it.
    case group([RasterNode], isIsolated: Bool)
  }

  /// What the user calls it; any text, perhaps none.
  public var name: String
  /// Column of its left edge, relative to the group that it is in, px; of either sign.
  public var x: Int
  /// Row of its upper edge, likewise.
  public var y: Int
  /// 0 ... 1.
  public var opacity: Double
  /// Whether it is shown.
  public var isVisible: Bool
  /// Whether it is protected from being drawn on.
  public var isLocked: Bool
  /// Whether it is the one that is drawn on.
  public var isSelected: Bool
  /// How it is combined with what is under it.
  public var compositeOperator: CompositeOperator
  /// What is in it.
  public var content: Content

  /// A node by its values.
  public init(
    name: String, content: Content, x: Int = 0, y: Int = 0, opacity: Double = 1, isVisible: Bool = true,
    isLocked: Bool = false, isSelected: Bool = false, compositeOperator: CompositeOperator = .sourceOver
  ) {
    (self.name, self.content, self.x, self.y, self.opacity) = (name, content, x, y, opacity)
    (self.isVisible, self.isLocked, self.isSelected) = (isVisible, isLocked, isSelected)
    self.compositeOperator = compositeOperator
  }
}

extension RasterStack {
  /// All layers without their groups, lowest first, each with what its groups add to it: their place, opacity and
  /// invisibility, their lock.
  ///
  /// That looks the same where no group is composed by itself. What may look different is said in `notes`, a sentence for
  /// each such group.
  public func flattened() -> (layers: [RasterNode], notes: [String]) {
    var layers: [RasterNode] = []
    var notes: [String] = []
    func add(_ nodes: [RasterNode], in group: RasterNode?) {
      for var node in nodes {
        let ownOpacity = node.opacity
        if let group {
          node.x += group.x
          node.y += group.y
          node.opacity *= group.opacity
          node.isVisible = node.isVisible && group.isVisible
          node.isLocked = node.isLocked || group.isLocked
        }
        guard case .group(let children, let isIsolated) = node.content else {
          layers.append(node)
          continue
        }
        let overlaps = children.count > 1 && ownOpacity < 1
        let reaches = isIsolated && children.contains { $0.compositeOperator != .sourceOver }
        if overlaps || reaches || node.compositeOperator != .sourceOver {
          notes.append(
            translated(
              "The group \"{group}\" was taken apart and may look different.", ["group": ArchiveError.quotable(node.name)]
            ))
        }
        add(children, in: node)
      }
    }
    add(nodes, in: nil)
    return (layers, notes)
  }
}
