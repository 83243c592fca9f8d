import Archive
import Geometry
import Journal
import Language
import Pictures
import Raster

/// Layers and groups with their pixels and masks, to be added to a drawing.
public struct CopiedLayers: Sendable, Hashable {
  /// Their IDs are 1, 2 and so on.
  package let layers: LayerTree
  /// The size of their pixels, px.
  package let width: Int
  package let height: Int

  package init(_ layers: LayerTree, width: Int, height: Int) {
    (self.layers, self.width, self.height) = (layers, width, height)
  }

  /// Copies some layers of a drawing with all that they contain, in the order of the drawing; nil without any.
  public init?(_ ids: [Layer.ID], of document: borrowing Document) {
    var tree = LayerTree()
    var next: UInt64 = 1
    for root in document.layers.roots(of: ids) {
      var branch = document.layers.branch(at: root).map { document.layers[$0] }
      for index in branch.indices {
        branch[index].id = Layer.ID(next)
        next += 1
      }
      tree.insert(branch, at: LayerPlace(position: .max))
    }
    if tree.isEmpty { return nil }
    self.init(tree, width: document.width, height: document.height)
  }

  /// No layers.
  package static let none = CopiedLayers(LayerTree(), width: 1, height: 1)

  /// The number of layers and groups.
  public var count: Int { layers.count }
  /// Why they cannot be added to a drawing, whose records would have more tiles than a reader accepts; nil if
  /// they can.
  public var refusal: String? {
    tileCount <= TileGrid.mostTilesInFile
      ? nil : translated("The layers are too large to be copied: they have more than 268 megapixels")
  }
  /// The number of their tiles.
  var tileCount: Int { layers.reduce(0) { sum, layer in layer.planes.reduce(sum) { $0 + $1.tileCount } } }

  /// The same layers for a canvas of another size, px. They stay at their place; if that is outside the canvas,
  /// they come to its middle. An endless canvas has the middle of one with edges in its own. What is outside is
  /// cut off.
  public func fitted(width: Int, height: Int) -> CopiedLayers {
    if (width, height) == (self.width, self.height) { return self }
    let canvas = PixelRect(x: 0, y: 0, width: width, height: height)
    let box = layers.reduce(PixelRect.empty) { $0.union($1.image.paintedBounds) }
    var part = canvas
    let isEndless = Document.isEndless(width: width, height: height)
    if isEndless {
      part = Document.endlessPart(width: self.width, height: self.height)
    } else if !box.isEmpty, !box.intersects(canvas) || Document.isEndless(width: self.width, height: self.height) {
      part = canvas.offset(dx: (box.minX + box.maxX - width) / 2, dy: (box.minY + box.maxY - height) / 2)
    }
    let arrangement = PixelArrangement(width: self.width, height: self.height, resizedTo: part)
    var tree = layers
    tree.replaceAll { _, image in arrangement(image) }
    return CopiedLayers(tree, width: width, height: height)
  }

  /// The layers without pixels, of the same size.
  var withoutPixels: CopiedLayers {
    var tree = layers
    let blank = TileGrid(width: width, height: height)
    tree.replaceAll { _, _ in blank }
    return CopiedLayers(tree, width: width, height: height)
  }

  /// Layers with equal names are equal often enough.
  public func hash(into hasher: inout Hasher) {
    for layer in layers { hasher.combine(layer.name) }
  }
}

// MARK: Coding

extension CopiedLayers {
  /// Writes the pixels of each layer and mask.
  func writePixels(to writer: inout ByteWriter) throws(ArchiveError) {
    for layer in layers { for plane in layer.planes { try plane.write(to: &writer) } }
  }

  /// Layers with the pixels that `writePixels` has written.
  /// - Throws: if they are damaged, or have more tiles than `limit`.
  init(_ empty: CopiedLayers, pixels reader: inout ByteReader, limit: Int) throws(PayloadError) {
    var tree = empty.layers
    var left = limit
    for index in tree.indices {
      for plane in SurfaceID.Plane.allCases where plane.rawValue < tree[index].planes.count {
        try tree[index][plane].read(&reader, limit: left)
        left -= tree[index][plane].tileCount
        guard tree[index].has(plane) || tree[index][plane].tileCount == 0 else {
          throw PayloadError(translated("a list of layers is invalid"))
        }
      }
    }
    self.init(tree, width: empty.width, height: empty.height)
  }
}
