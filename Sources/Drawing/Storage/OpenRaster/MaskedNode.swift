import Document
import Pixels
import Raster

/// A layer or group of a file with its mask, if it has one.
public struct MaskedNode: Sendable {
  /// A mask.
  public struct Mask: Sendable {
    /// The layer with its pixels.
    public var pixels: RasterNode
    /// Whether it hides pixels.
    public var isOn: Bool
  }

  /// The attributes: those of the layer, or of the group that a layer is with its mask.
  public let node: RasterNode
  /// The node that has the pixels; nil for a group.
  public let pixels: RasterNode?
  /// The mask; nil without one.
  public let mask: Mask?

  private init(_ node: RasterNode, pixels: RasterNode?, _ mask: Mask?) {
    (self.node, self.pixels, self.mask) = (node, pixels, mask)
  }

  /// A node with a mask, whose pixels have a source.
  init(_ node: RasterNode, mask source: String, isOn: Bool) {
    var mask = RasterNode(name: node.name, content: .layer(source: source), depth: node.depth + 1)
    mask.isVisible = false
    self.init(node, pixels: node.isGroup ? nil : node, Mask(pixels: mask, isOn: isOn))
  }

  /// A layer or group of a drawing, without sources.
  public init(_ index: Int, of document: borrowing Document) {
    let layer = document.layers[index]
    let node = RasterNode(layer, source: "", isSelected: index == document.activeLayer)
    if layer.mask == nil {
      self.init(node, pixels: node.isGroup ? nil : node, nil)
    } else {
      self.init(node, mask: "", isOn: layer.isMaskOn)
    }
  }

  /// The nodes of a file, lowest first.
  /// - Parameter source: the picture that hides in other programs what the mask hides.
  func nodes(showing source: String) -> [RasterNode] {
    guard let mask else { return [node] }
    var nodes: [RasterNode] = []
    if let pixels {
      nodes.append(RasterNode(name: pixels.name, content: pixels.content, depth: node.depth + 1))
    }
    var effect = RasterNode(name: node.name, content: .layer(source: source), depth: node.depth + 1)
    (effect.isVisible, effect.blend) = (mask.isOn, .destinationIn)
    var group = node
    if pixels != nil {
      (group.masked, group.content) = (.layer, .group(isIsolated: true))
    } else if node.content == .group(isIsolated: true) {
      group.masked = .group
    } else {
      group.masked = .passingGroup(node.blend)
      group.content = .group(isIsolated: mask.isOn)
      group.blend = .sourceOver
    }
    return nodes + [effect, mask.pixels, group]
  }

  /// The nodes of a file with their masks, lowest first. A group that no longer contains what a mask needs is
  /// a group without one.
  public static func nodes(_ nodes: [RasterNode]) -> [MaskedNode] {
    var found: [MaskedNode] = []
    // From the top, so that a group comes before what it contains.
    var rest = ClippedPicture.joined(nodes)[...]
    // Elements between nodes that are no layers belong to the layer.
    func remove(_ count: Int, of node: inout RasterNode) {
      node.foreign.own.lowest.insert(contentsOf: rest.suffix(count).reversed().flatMap(\.foreign.own.above), at: 0)
      rest.removeLast(count)
    }
    while var node = rest.popLast() {
      let inside = rest.suffix(3).map { $0.depth == node.depth + 1 && !$0.isGroup ? $0 : nil }
      guard let masked = node.masked, node.isGroup, inside.count >= 2, let pixels = inside[inside.count - 1],
        let effect = inside[inside.count - 2]
      else {
        var plain = node
        plain.masked = nil
        found.append(MaskedNode(plain, pixels: node.isGroup ? nil : node, nil))
        continue
      }
      let mask = Mask(pixels: pixels, isOn: effect.isVisible)
      if masked != .layer {
        remove(2, of: &node)
        found.append(MaskedNode(node, pixels: nil, mask))
      } else if inside.count == 3, let layer = inside[0], rest.dropLast(3).last.map({ $0.depth <= node.depth }) ?? true
      {
        remove(3, of: &node)
        found.append(MaskedNode(node, pixels: layer, mask))
      } else {
        var plain = node
        plain.masked = nil
        found.append(MaskedNode(plain, pixels: nil, nil))
      }
    }
    return found.reversed()
  }
}

extension RasterNode {
  /// The node of a layer or group. A clipped one has no base yet.
  init(_ layer: Layer, source: String, isSelected: Bool) {
    let content: Content =
      switch layer.content {
      case .paint: .layer(source: source)
      case .group(let group): .group(isIsolated: group == .isolated)
      }
    self.init(layer.properties, content: content, depth: layer.depth)
    (properties.isClipped, properties.isMaskOn) = (false, true)
    (clipping, self.isSelected) = (layer.isClipped ? .withoutBase : nil, isSelected)
  }
}

extension RasterNode.Masked {
  /// The word in a file.
  var text: String {
    switch self {
    case .layer: "layer"
    case .group: "group"
    case .passingGroup(let mode): "passing:\(mode.rawValue)"
    }
  }

  /// Reads a word; nil for an unknown one.
  init?(_ text: String) {
    switch text {
    case "layer": self = .layer
    case "group": self = .group
    default:
      guard text.hasPrefix("passing:"), let mode = CompositeOperator(rawValue: String(text.dropFirst(8))) else {
        return nil
      }
      self = .passingGroup(mode)
    }
  }
}
