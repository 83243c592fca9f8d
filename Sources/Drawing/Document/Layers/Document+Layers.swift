import Files
import Geometry
import Language
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
  var surfaces: [SurfaceID] { layers.surfaces }

  /// The index of the layer that has these pixels; nil if they do not exist.
  func index(of surface: SurfaceID) -> Int? {
    layers.firstIndex { $0.id == surface.layer && $0.has(surface.plane) }
  }

  /// Pixels; nil if they do not exist.
  func image(of surface: SurfaceID) -> TileGrid? { index(of: surface).map { layers[$0][surface.plane] } }

  /// All pixels by their ID.
  var images: [SurfaceID: TileGrid] {
    Dictionary(uniqueKeysWithValues: layers.flatMap { layer in layer.surfaces.map { ($0, layer[$0.plane]) } })
  }

  /// A tile; nil if it is empty or does not exist.
  func tile(_ index: Int, of surface: SurfaceID) -> Tile? { image(of: surface)?[index] }

  /// The message that explains why the active layer cannot be painted; nil if it can.
  public var drawingRefusal: String? {
    let layer = layers[activeLayer]
    if layer.isLocked { return translated("The layer {layer} is locked", ["layer": Self.quoted(layer)]) }
    return layer.isVisible ? nil : translated("The layer {layer} is hidden", ["layer": Self.quoted(layer)])
  }

  static let mostLayers = 10_000
  /// The maximum number of tiles of all layers together, empty ones included; each takes 8 bytes.
  private static let mostPlaces = 1 << 26

  /// The maximum number of layers for a canvas size in px; 256 for the largest canvas and for an
  /// endless one. It limits the memory that a file can claim.
  public static func mostLayers(width: Int, height: Int) -> Int {
    if isEndless(width: width, height: height) { return 256 }
    let tiles = ((width + Tile.size - 1) / Tile.size) * ((height + Tile.size - 1) / Tile.size)
    return min(mostLayers, mostPlaces / max(1, tiles))
  }

  /// The message that explains why an operation is impossible; nil if it is possible.
  public func refusal(of operation: LayerOperation) -> String? {
    guard let id = operation.layer else { return nil }
    guard let at = index(of: id) else { return translated("This layer no longer exists") }
    let layer = layers[at]
    switch operation {
    case .add, .duplicate:
      return layers.count < Self.mostLayers(width: width, height: height)
        ? nil
        : translated(
          "A drawing of this size can have {count} layer at most",
          other: "A drawing of this size can have {count} layers at most", count: layers.count)
    case .delete:
      if layers.count == 1 { return translated("A drawing needs at least one layer") }
      return layer.isLocked ? translated("The layer {layer} is locked", ["layer": Self.quoted(layer)]) : nil
    case .mergeDown:
      if at == 0 { return translated("There is no layer below {layer}", ["layer": Self.quoted(layer)]) }
      for one in [layer, layers[at - 1]] {
        if one.isLocked { return translated("The layer {layer} is locked", ["layer": Self.quoted(one)]) }
        if !one.isVisible { return translated("The layer {layer} is hidden", ["layer": Self.quoted(one)]) }
      }
      return nil
    default: return nil
    }
  }

  private static func quoted(_ layer: Layer) -> String {
    translated("“{name}”", ["name": FileError.printable(layer.shownName)])
  }

  /// Drops the floating selection and performs an operation as one edit.
  /// - Parameter isContinued: whether to merge the edit with the previous one if both set the same
  ///   value of the same layer, as while a slider is dragged.
  /// - Returns: the pixels that may have changed; nil if the operation is refused or changes
  ///   nothing.
  public mutating func perform(_ operation: LayerOperation, isContinued: Bool = false) -> Region? {
    guard refusal(of: operation) == nil else { return nil }
    let dropped = drop()
    let before = LayerStack(of: self)
    var next = (layers: layers, active: activeID, paper: paper, isPaperShown: isPaperShown)
    var merged: [(index: Int, tile: Tile?)] = []
    let changed = apply(operation, to: &next, &merged)
    guard changed else { return dropped.isEmpty ? nil : dropped }
    let reopened = isContinued ? reopen(for: operation) : nil
    let lower = operation.isMerge ? operation.layer.flatMap { index(of: $0) }.map { layers[$0 - 1].id } : nil
    setStack(
      next.layers, active: next.layers.index(of: next.active) ?? 0,
      plane: next.active == activeID ? activePlane : .pixels,
      paper: next.paper, isPaperShown: next.isPaperShown)
    var region = before.differences(from: self)
    region.add(dropped)
    if let reopened {
      record(Edit(reopened, continuedBy: operation), isContinued: true)
      return region
    }
    let image = lower.flatMap { layer($0) }?.image
    var edit = Edit(
      .layer(operation), surface: (lower ?? operation.layer).map { SurfaceID($0) },
      tiles: merged.map { TileChange(index: $0.index, before: $0.tile, after: image?[$0.index]) })
    var other = before
    other.dropCommonPixels(with: self)
    edit.remember(stack: other)
    for (index, _) in merged { if let image { region.add(image.bounds(ofTile: index)) } }
    record(edit)
    return region
  }

  /// Applies an operation that is not refused. Returns whether it changes anything. `merged`
  /// receives the previous tiles of the lower layer if layers are merged.
  private mutating func apply(
    _ operation: LayerOperation,
    to next: inout (layers: LayerTree, active: Layer.ID, paper: UInt32, isPaperShown: Bool),
    _ merged: inout [(index: Int, tile: Tile?)]
  ) -> Bool {
    let at = operation.layer.flatMap { index(of: $0) } ?? 0
    switch operation {
    case .add:
      let new = named(Layer(name: freeName(), width: width, height: height))
      next.layers.insert([new], at: layers.place(of: at).above)
      next.active = new.id
    case .duplicate:
      var copy = named(layers[at])
      copy.name = copyName(of: layers[at].name)
      next.layers.insert([copy], at: layers.place(of: at).above)
      next.active = copy.id
    case .delete:
      next.layers.remove(at: at)
      if activeLayer == at { next.active = next.layers[max(0, at - 1)].id }
    case .mergeDown:
      merged = next.layers[at - 1].merge(layers[at])
      next.layers.remove(at: at)
      if activeLayer == at { next.active = next.layers[at - 1].id }
    case .rename(_, let name):
      if next.layers[at].name == name { return false }
      next.layers[at].name = name
    case .move(_, let target):
      let to = max(0, min(layers.count - 1, target))
      if to == at { return false }
      next.layers.move(at, to: LayerPlace(position: to))
    case .setVisible(_, let isVisible):
      if next.layers[at].isVisible == isVisible { return false }
      next.layers[at].isVisible = isVisible
    case .setLocked(_, let isLocked):
      if next.layers[at].isLocked == isLocked { return false }
      next.layers[at].isLocked = isLocked
    case .setOpacity(_, let opacity):
      let clamped = max(0, min(1, opacity.isNaN ? 1 : opacity))
      if next.layers[at].opacity == clamped { return false }
      next.layers[at].opacity = clamped
    case .setBlend(_, let blend):
      if next.layers[at].blend == blend { return false }
      next.layers[at].blend = blend
    case .setPaper(let colour):
      if paper == colour & 0xFF_FFFF { return false }
      next.paper = colour & 0xFF_FFFF
    case .setPaperShown(let isShown):
      if isPaperShown == isShown { return false }
      next.isPaperShown = isShown
    }
    return true
  }

  /// An unused name such as "Layer 2".
  private func freeName() -> String {
    let names = Set(layers.map(\.name))
    var number = layers.count + 1
    while names.contains("Layer \(number)") { number += 1 }
    return "Layer \(number)"
  }

  /// An unused name such as "Ink copy 2".
  private func copyName(of name: String) -> String {
    let names = Set(layers.map(\.name))
    var (copy, number) = ("\(name) copy", 2)
    while names.contains(copy) { (copy, number) = ("\(name) copy \(number)", number + 1) }
    return copy
  }
}

extension LayerOperation {
  /// The affected layer; nil for the paper.
  public var layer: Layer.ID? {
    switch self {
    case .add(let id), .duplicate(let id), .delete(let id), .mergeDown(let id), .rename(let id, _), .move(let id, _),
      .setVisible(let id, _), .setLocked(let id, _), .setOpacity(let id, _), .setBlend(let id, _):
      id
    case .setPaper, .setPaperShown: nil
    }
  }

  /// Whether it gives a new layer the next number.
  var addsLayer: Bool {
    switch self {
    case .add, .duplicate: true
    default: false
    }
  }

  var isMerge: Bool { if case .mergeDown = self { true } else { false } }
}
