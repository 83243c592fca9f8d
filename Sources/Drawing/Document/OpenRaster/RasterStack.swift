import Archive
import Language

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
  /// The layers and groups, lowest first. In a file, the highest comes first.
  public var nodes: [RasterNode]
  /// For a drawing on an endless canvas, the position of the file's corner on it, px; nil for a
  /// canvas with edges. Other programs see a canvas of `width` x `height` px.
  public var origin: RasterOrigin?

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
public struct RasterNode: Hashable, Sendable {
  /// The content of a node.
  public enum Content: Hashable, Sendable {
    /// Pixels, in the archive's entry of this name, such as "data/layer1.png".
    case layer(source: String)
    /// Layers and groups, lowest first. An isolated group is composited by itself before it is
    /// blended with the layers below.
    case group([RasterNode], isIsolated: Bool)
    /// Pixels of one layer in several images, each with its own place. In the file a group, which
    /// other programs show as such.
    case pieces([RasterNode])
  }

  /// The name for the user; any text, may be empty.
  public var name: String
  /// The column of the left edge, relative to the enclosing group, px; may be negative.
  public var x: Int
  /// The row of the upper edge, relative to the enclosing group, px; may be negative.
  public var y: Int
  /// The opacity, 0 ... 1.
  public var opacity: Double
  /// Whether the node is visible.
  public var isVisible: Bool
  /// Whether the node is protected from changes.
  public var isLocked: Bool
  /// Whether the node is the active one.
  public var isSelected: Bool
  /// The operator that composites the node with the layers below.
  public var compositeOperator: CompositeOperator
  /// The pixels or the children.
  public var content: Content

  /// Makes a node from its values.
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
  /// All layers without their groups, lowest first. Each layer gets its groups' position, opacity,
  /// visibility and lock. `notes` has one message for each group.
  ///
  /// The picture may change with groups that are isolated, translucent or blended. It does not
  /// change if their layers only cover those below, and no two share the group's opacity.
  public func flattened() -> (layers: [RasterNode], notes: [String]) {
    var layers: [RasterNode] = []
    var notes: [String] = []
    func add(_ nodes: [RasterNode], in group: RasterNode?) {
      for var node in nodes {
        let isSame = Self.looksSameTakenApart(node)
        if let group {
          node.x += group.x
          node.y += group.y
          node.opacity *= group.opacity
          node.isVisible = node.isVisible && group.isVisible
          node.isLocked = node.isLocked || group.isLocked
        }
        guard case .group(let children, _) = node.content else {
          layers.append(node)
          continue
        }
        let name = ArchiveError.quotable(node.name)
        notes.append(
          isSame
            ? translated(
              "The group \"{group}\" was taken apart: it looks the same, but saving keeps its layers only.",
              ["group": name])
            : translated(
              "The group \"{group}\" was taken apart: it may look different, and saving keeps its layers only.",
              ["group": name]))
        add(children, in: node)
      }
    }
    add(nodes, in: nil)
    return (layers, notes)
  }

  /// The number of groups, and of those without which the picture may look different.
  var groupCounts: (all: Int, changed: Int) {
    var (all, changed) = (0, 0)
    func count(_ nodes: [RasterNode]) {
      for node in nodes {
        guard case .group(let children, _) = node.content else { continue }
        all += 1
        if !Self.looksSameTakenApart(node) { changed += 1 }
        count(children)
      }
    }
    count(nodes)
    return (all, changed)
  }

  /// Whether the picture stays if a group is replaced by its children; true for a layer.
  private static func looksSameTakenApart(_ node: RasterNode) -> Bool {
    guard case .group(let children, let isIsolated) = node.content else { return true }
    return node.compositeOperator == .sourceOver && (!isIsolated && node.opacity == 1 || allCover(children))
      && (node.opacity == 1 || layerCount(children) <= 1)
  }

  /// Whether all nodes and their descendants cover the layers below without blending.
  private static func allCover(_ nodes: [RasterNode]) -> Bool {
    nodes.allSatisfy { node in
      guard node.compositeOperator == .sourceOver else { return false }
      guard case .group(let children, _) = node.content else { return true }
      return allCover(children)
    }
  }

  /// The number of layers among the nodes and in their groups.
  static func layerCount(_ nodes: [RasterNode]) -> Int {
    nodes.reduce(0) { count, node in
      guard case .group(let children, _) = node.content else { return count + 1 }
      return count + layerCount(children)
    }
  }
}
