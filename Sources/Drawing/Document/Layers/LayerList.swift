import Geometry
import Pictures
import Raster

/// The canvas, the layers and the paper of a drawing as a journal stores them. Tiles are stored separately.
package struct LayerList: Sendable {
  /// The size of the canvas, px.
  package var width: Int
  package var height: Int
  package var resolution: Resolution
  /// `Document.canvasMap`; the identity in journals of drawings without `outside`.
  package var canvasMap = Affine.identity
  /// The layers. Their pixels may be removed (`withoutPixels`).
  package var layers: LayerTree
  package var active: Int
  package var plane: SurfaceID.Plane
  package var paper: UInt32
  package var isPaperShown: Bool
  package var next: UInt64

  package init(of document: borrowing Document) {
    (layers, active, plane) = (document.layers, document.activeLayer, document.activePlane)
    (paper, isPaperShown, next) = (document.paper, document.isPaperShown, document.nextLayer)
    (width, height, resolution) = (document.width, document.height, document.resolution)
    canvasMap = document.canvasMap
  }

  /// The list of layers that are in no drawing, with IDs from 1.
  package init(_ layers: LayerTree, width: Int, height: Int) {
    (self.layers, self.width, self.height) = (layers, width, height)
    (active, plane, paper, isPaperShown, resolution) = (0, .pixels, 0, false, Resolution())
    next = UInt64(layers.count + 1)
  }

  /// The same list without pixels, which would keep memory alive.
  package var withoutPixels: LayerList {
    var list = self
    let blank = TileGrid(width: 1, height: 1)
    list.layers.replaceAll { _, _ in blank }
    return list
  }

  /// An empty list, for a reader.
  package static let blank = LayerList(LayerTree(), width: 1, height: 1)
}

extension Document {
  package mutating func take(_ list: LayerList) {
    setSize(width: list.width, height: list.height)
    (resolution, canvasMap) = (list.resolution, list.canvasMap)
    setStack(
      list.layers, active: list.active, plane: list.plane, paper: list.paper, isPaperShown: list.isPaperShown)
    nextLayer = list.next
  }
}
