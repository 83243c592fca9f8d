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
  /// That looks the same where no group is composed by itself: one that is isolated, translucent or blended. Of those too
  /// it looks the same where their layers just cover what is under them, and no two share the group's opacity. Whether it
  /// does is said in `notes`, a sentence for each group.
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
        let isBlended = node.compositeOperator != .sourceOver
        let isSame =
          !isBlended && (!isIsolated && ownOpacity == 1 || Self.allCover(children))
          && (ownOpacity == 1 || Self.layerCount(children) <= 1)
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

  /// Whether nodes, and all in them, cover what is under them instead of being blended with it.
  private static func allCover(_ nodes: [RasterNode]) -> Bool {
    nodes.allSatisfy { node in
      guard node.compositeOperator == .sourceOver else { return false }
      guard case .group(let children, _) = node.content else { return true }
      return allCover(children)
    }
  }

  /// How many layers there are among nodes and in their groups.
  static func layerCount(_ nodes: [RasterNode]) -> Int {
    nodes.reduce(0) { count, node in
      guard case .group(let children, _) = node.content else { return count + 1 }
      return count + layerCount(children)
    }
  }
}
