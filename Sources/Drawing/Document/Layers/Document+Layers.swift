import Files
import Geometry
import Journal
import Language
import Pixels
import Raster

extension Document {
  /// The ID of the active layer.
  public var activeID: Layer.ID { layers[activeLayer].id }

  /// The index of a layer; nil if it does not exist.
  public func index(of id: Layer.ID) -> Int? { layers.index(of: id) }

  /// The layer with an ID; nil if it does not exist.
  public func layer(_ id: Layer.ID) -> Layer? { layers.first { $0.id == id } }

  /// The pixels that are drawn on.
  public var activeSurface: SurfaceID { SurfaceID(activeID, activePlane) }

  /// All pixels of the drawing.
  package var surfaces: [SurfaceID] { layers.surfaces }

  /// The index of the layer that has these pixels; nil if they do not exist.
  public func index(of surface: SurfaceID) -> Int? {
    layers.firstIndex { $0.id == surface.layer && $0.has(surface.plane) }
  }

  /// Pixels; nil if they do not exist.
  package func image(of surface: SurfaceID) -> TileGrid? { index(of: surface).map { layers[$0][surface.plane] } }

  /// Whether painting keeps the alpha of these pixels.
  func keepsAlpha(of surface: SurfaceID) -> Bool {
    index(of: surface).map { layers[$0].keepsAlpha(of: surface.plane) } ?? false
  }

  /// All pixels by their ID.
  package var images: [SurfaceID: TileGrid] {
    Dictionary(uniqueKeysWithValues: layers.flatMap { layer in layer.surfaces.map { ($0, layer[$0.plane]) } })
  }

  /// A tile; nil if it is empty or does not exist.
  package func tile(_ index: Int, of surface: SurfaceID) -> Tile? { image(of: surface)?[index] }

  /// Takes tiles over from another drawing that has the surface, without an edit.
  mutating func copy(_ tiles: some Sequence<Int>, of surface: SurfaceID, from other: Document) {
    guard let at = index(of: surface), let image = other.image(of: surface) else { return }
    for tile in tiles { layers[at][surface.plane][tile] = image[tile] }
  }

  /// The message that explains why the active layer cannot be painted; nil if it can.
  public var drawingRefusal: String? { refusalOfDrawing(on: activeSurface) }

  /// The message that explains why pixels cannot be painted by hand, since they are no paint, locked or hidden; nil if
  /// they can.
  package func refusalOfDrawing(on surface: SurfaceID) -> String? {
    if let refusal = refusalOfPainting(on: surface) { return refusal }
    guard let at = layers.index(of: surface.layer) else { return nil }
    if surface.plane == .mask, !layers[at].isMaskOn {
      return translated("The mask of {layer} is off: turn it on to draw on it", ["layer": Self.quoted(layers[at])])
    }
    return refusalOfHidden([at] + layers.ancestors(of: at))
  }

  /// The message that explains why pixels must not be painted: they are no paint, or locked; nil if they may be.
  package func refusalOfPainting(on surface: SurfaceID) -> String? {
    guard let at = layers.index(of: surface.layer) else { return translated("This layer no longer exists") }
    guard layers[at].has(surface.plane) else {
      return layers[at].isGroup
        ? translated("{layer} is a group: select a layer to draw on", ["layer": Self.quoted(layers[at])])
        : translated("{layer} has no mask", ["layer": Self.quoted(layers[at])])
    }
    return refusalOfLocked([at] + layers.ancestors(of: at))
  }

  /// The message that explains why nothing of the active layer can be erased; nil if it can, or if nothing can be
  /// painted at all.
  public var erasingRefusal: String? {
    guard keepsAlpha(of: activeSurface) else { return nil }
    return translated(
      "The transparency of {layer} is locked, so nothing can be erased there",
      ["layer": Self.quoted(layers[activeLayer])])
  }

  /// The message that one of some layers is locked; nil if none is.
  func refusalOfLocked(_ indices: some Sequence<Int>) -> String? {
    indices.first { layers[$0].isLocked }.map {
      translated("The layer {layer} is locked", ["layer": Self.quoted(layers[$0])])
    }
  }

  /// The message that one of some layers is hidden; nil if none is.
  func refusalOfHidden(_ indices: some Sequence<Int>) -> String? {
    indices.first { !layers[$0].isVisible }.map {
      translated("The layer {layer} is hidden", ["layer": Self.quoted(layers[$0])])
    }
  }

  package static let mostLayers = 10_000
  /// The maximum number of tiles of all layers together, empty ones included; each takes 8 bytes.
  private static let mostPlaces = 1 << 26

  /// The maximum number of layers for a canvas size in px; 256 for the largest canvas and for an
  /// endless one. It limits the memory that a file can claim.
  public static func mostLayers(width: Int, height: Int) -> Int {
    if isEndless(width: width, height: height) { return 256 }
    let tiles = ((width + Tile.size - 1) / Tile.size) * ((height + Tile.size - 1) / Tile.size)
    return min(mostLayers, mostPlaces / max(1, tiles))
  }

  static func quoted(_ layer: Layer) -> String {
    translated("“{name}”", ["name": FileError.printable(layer.shownName)])
  }

  /// Keeps a layer with all that it contains.
  public mutating func show(only layer: Layer) {
    guard let index = layers.index(of: layer.id) else { return }
    var alone = LayerTree()
    alone.insert(layers.branch(at: index).map { layers[$0] }, at: LayerPlace(position: 0))
    let last = alone.count - 1
    (alone[last].isVisible, alone[last].blend) = (true, .sourceOver)
    setStack(alone, active: last, plane: .pixels, paper: paper, isPaperShown: false)
  }

  /// The bounding rectangle of all ink, without the paper; may be empty. O(painted pixels).
  public var inkBounds: PixelRect {
    var picture = self.picture
    picture.showPaper(false)
    var box = PixelRect.empty
    // Where no layer has a tile, no blend mode makes ink.
    var indices: Set<Int> = []
    for layer in layers where layer.isVisible { indices.formUnion(layer.image.tileIndices) }
    if let floating { activeImage.forEachTile(in: floating.bounds) { indices.insert($0) } }
    for index in indices.sorted() {
      let square = activeImage.bounds(ofTile: index)
      if box.contains(square) || picture.isGround(square) { continue }
      guard let tile = picture.compositor.tile(index, of: picture) else { continue }
      let own = tile.paintedBounds.intersection(PixelRect(x: 0, y: 0, width: square.width, height: square.height))
      if !own.isEmpty { box = box.union(own.offset(dx: square.minX, dy: square.minY)) }
    }
    return box
  }
}

extension Document {
  /// Makes pixels the active ones, or those of their layer if they are missing; does nothing without
  /// the layer.
  public mutating func drawOn(_ surface: SurfaceID) {
    guard let index = index(of: surface.layer) else { return }
    (activeLayer, activePlane) = (index, layers[index].has(surface.plane) ? surface.plane : .pixels)
  }

  /// Replaces the layers, their compressed tiles and the selection, without an edit.
  package mutating func show(
    _ list: LayerList, packed tiles: some Sequence<(key: TileKey, bytes: [UInt8])>, selection: Mask?
  ) throws(PayloadError) {
    var list = list
    let places = Dictionary(uniqueKeysWithValues: list.layers.enumerated().map { ($1.id, $0) })
    for (key, bytes) in tiles {
      guard let at = places[key.surface.layer], list.layers[at].has(key.surface.plane),
        key.index < list.layers[at][key.surface.plane].slotCount
      else {
        throw PayloadError(translated("a tile lies outside the canvas"))
      }
      list.layers[at][key.surface.plane][key.index] = try TileCoding.decoded(bytes)
    }
    take(list)
    self.selection = selection
  }
}
