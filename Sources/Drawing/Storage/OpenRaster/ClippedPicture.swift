import Document
import Geometry
import Pixels
import Raster

/// What other programs show of a clipped layer or group with a mode.
///
/// OpenRaster has modes that keep the backdrop's alpha only as `alpha-preserve`, which Krita ignores before 5.2.1.
/// So a file has the layer hidden, and above it a picture without a mode: over the base, by `svg:src-atop`, its
/// colours give those of the mode ([record 130](../../../Decisions/0130-pictures-of-clipped-layers.md)).
enum ClippedPicture {
  /// Whether a layer that is clipped to a base needs a picture.
  static func isNeeded(for layer: Layer) -> Bool { ![.sourceOver, .sourceAtop].contains(layer.blend) }

  /// Whether the picture has the layer's opacity in its pixels: sums are limited after the opacity is applied.
  fileprivate static func containsOpacity(of layer: Layer) -> Bool { layer.mode == .plus }

  /// The node of a layer's picture.
  static func node(of layer: Layer, source: String) -> RasterNode {
    var node = RasterNode(
      name: layer.name, content: .layer(source: source), depth: layer.depth,
      opacity: containsOpacity(of: layer) ? 1 : layer.opacity, isVisible: layer.isVisible)
    (node.clipping, node.clippedPart) = (.toBase, .picture)
    return node
  }

  /// The nodes of a file without pictures: each layer is as visible as its picture was. Where another program has
  /// changed one of both so that they no longer belong together, both are ordinary layers.
  static func joined(_ nodes: [RasterNode]) -> [RasterNode] {
    var joined: [RasterNode] = []
    for node in nodes {
      if let layer = joined.last, isPicture(node, of: layer) {
        joined[joined.count - 1].clippedPart = nil
        joined[joined.count - 1].isVisible = node.isVisible
        if node.isSelected { joined[joined.count - 1].isSelected = true }
        joined[joined.count - 1].foreign.own.above.insert(contentsOf: node.foreign.own.above, at: 0)
      } else {
        joined.append(node)
      }
    }
    for index in joined.indices { joined[index].clippedPart = nil }
    return joined
  }

  private static func isPicture(_ node: RasterNode, of layer: RasterNode) -> Bool {
    node.clippedPart == .picture && !node.isGroup && node.blend == .sourceOver
      && layer.clippedPart == .layer && !layer.isVisible && layer.depth == node.depth
      && layer.clipping == .toBase && node.clipping == .toBase
  }
}

extension Document {
  /// The picture of a clipped layer or group, over its base and the visible layers between them.
  func clippedPicture(of index: Int) -> TileGrid {
    var picture = TileGrid(width: width, height: height)
    let branch = layers.branch(at: index)
    // Both without what the file's stack and the picture's node have.
    guard let base = layers.clippingBases[index],
      let under = part(layers.branch(at: base).lowerBound..<branch.lowerBound, plain: base),
      let over = part(branch, plain: index)
    else { return picture }
    let (mode, alpha) = (layers[index].mode, layers[index].alpha)
    let opacity = ClippedPicture.containsOpacity(of: layers[index]) ? alpha : 255
    let painted = over.layers.reduce(into: Set<Int>()) { $0.formUnion($1.image.tileIndices) }
    var (rows, plates): (RowCompositor, [Plate]) = (RowCompositor(), [])
    for tile in painted.sorted() {
      under.compositor.find(&plates, ofTile: tile, in: under)
      if plates.isEmpty { continue }
      let below = rows.kept(plates[...], over: 0)
      over.compositor.find(&plates, ofTile: tile, in: over)
      if plates.isEmpty { continue }
      let own = rows.kept(plates[...], over: 0)
      picture[tile] = Unblending.tile(
        of: own, opacity: opacity, mode, over: below, isDeep: plates.contains(where: \.isDeep))
    }
    return picture
  }

  /// Some layers of a group without paper, one of which is visible, opaque, not clipped and without a mode; nil if
  /// they form no drawing.
  private func part(_ range: Range<Int>, plain: Int) -> Document? {
    var part = Array(layers[range])
    let depth = layers[plain].depth
    for index in part.indices { part[index].depth -= depth }
    let index = plain - range.lowerBound
    (part[index].isVisible, part[index].isClipped) = (true, false)
    (part[index].opacity, part[index].blend) = (1, .sourceOver)
    if part[index].isGroup { part[index].content = .group(.isolated) }
    return Document(width: width, height: height, layers: part, active: 0, isPaperShown: false)
  }
}
