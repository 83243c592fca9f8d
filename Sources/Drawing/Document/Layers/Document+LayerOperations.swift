import Geometry
import Language
import Raster

/// Operations on the list of layers, their properties and the paper.
extension Document {
  /// The message that explains why an operation is impossible; nil if it is possible.
  public func refusal(of operation: LayerOperation) -> String? {
    if case .several(let operations) = operation { return refusal(ofSeveral: operations) }
    if let fault = layers.fault(of: operation) { return Self.message(of: fault, operation, layers) }
    guard let id = operation.layer, let at = index(of: id) else { return nil }
    let around = layers.ancestors(of: at)
    switch operation {
    case .add, .duplicate, .group: return refusalOfMore(operation.newLayers)
    case .paste(let copied, _):
      // Only in a damaged record.
      guard (copied.width, copied.height) == (width, height) else { return translated("The canvas has another size") }
      return copied.refusal ?? refusalOfMore(copied.count)
    case .delete: return refusalOfLocked(Array(layers.branch(at: at)) + around)
    case .mergeDown:
      return refusalOfLocked([at, at - 1] + around) ?? refusalOfHidden([at, at - 1]) ?? refusalOfPurposes(at)
    case .flatten: return refusalOfLocked(Array(layers.branch(at: at)) + around) ?? refusalOfHidden([at])
    case .ungroup: return refusalOfLocked([at])
    case .addMask(_, let shown):
      // Only a damaged record has a mask of another size.
      guard shown.map(fits) ?? true else { return translated("The canvas has another size") }
      return layers[at].mask == nil
        ? nil : translated("{layer} already has a mask", ["layer": Self.quoted(layers[at])])
    case .set(_, .maskOn): return refusalOfMissingMask(at)
    case .removeMask, .applyMask: return refusalOfMissingMask(at) ?? refusalOfLocked([at] + around)
    default: return nil
    }
  }

  private static func message(
    of fault: LayerTree.Fault, _ operation: LayerOperation, _ layers: LayerTree
  ) -> String {
    func name(_ index: Int?) -> String { index.map { quoted(layers[$0]) } ?? "" }
    return switch fault {
    case .missing: translated("This layer no longer exists")
    case .last: translated("A drawing needs at least one layer")
    case .depth:
      translated(
        "Groups can be {count} level deep at most", other: "Groups can be {count} levels deep at most",
        count: LayerTree.mostDepth)
    case .cycle: translated("A group cannot be moved into itself")
    case .nothingBelow:
      translated(
        "There is no layer below {layer}", ["layer": name(operation.layer.flatMap { layers.index(of: $0) })])
    case .isGroup(let index) where !operation.isMerge:
      translated("{layer} is a group: select a layer to draw on", ["layer": name(index)])
    case .isGroup(let index): translated("{layer} is a group: merge the group first", ["layer": name(index)])
    case .isNoGroup(let index): translated("{layer} is no group", ["layer": name(index)])
    }
  }

  private func refusalOfMissingMask(_ at: Int) -> String? {
    layers[at].mask == nil ? translated("{layer} has no mask", ["layer": Self.quoted(layers[at])]) : nil
  }

  private func refusalOfPurposes(_ at: Int) -> String? {
    let (upper, lower) = (layers[at], layers[at - 1])
    if upper.purpose == lower.purpose, upper.purpose.isInk { return nil }
    return translated(
      "{layer} is no part of the picture, so both are not merged",
      ["layer": Self.quoted(upper.purpose == .picture ? lower : upper)])
  }

  private func refusalOfMore(_ count: Int) -> String? {
    let most = Self.mostLayers(width: width, height: height)
    return layers.count + count <= most
      ? nil
      : translated(
        "A drawing of this size can have {count} layer at most",
        other: "A drawing of this size can have {count} layers at most", count: most)
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
    var result = operation.layer
    if operation.isMerge { result = operation.layer.flatMap { index(of: $0) }.map { layers[$0 - 1].id } }
    // The layer that a group became is the new one.
    if case .flatten = operation { result = Layer.ID(nextLayer - 1) }
    setStack(
      next.layers, active: next.layers.index(of: next.active) ?? 0,
      plane: operation.isOfNewMask ? .mask : next.active == activeID ? activePlane : .pixels,
      paper: next.paper, isPaperShown: next.isPaperShown)
    let selected = selection
    if case .addMask(_, .some) = operation { setSelection(nil) }
    var region = before.differences(from: self)
    region.add(dropped)
    if let reopened {
      record(Edit(reopened, continuedBy: operation), isContinued: true)
      return region
    }
    let image = operation.changesPixels ? result.flatMap { layer($0) }?.image : nil
    var edit = Edit(
      .layer(operation), surface: result.map { SurfaceID($0) },
      tiles: merged.map { TileDelta(index: $0.index, before: $0.tile, after: image?[$0.index]) })
    var other = before
    other.dropCommonPixels(with: self)
    edit.remember(stack: other)
    if selection != selected { edit.remember(selection: selected) }
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
    case .add, .duplicate, .paste, .group, .flatten:
      let new = newLayers(for: operation, at)
      nextLayer += UInt64(new.count)
      let wasInside = layers.branch(at: at).contains(activeLayer)
      _ = next.layers.arrange(by: operation, new)
      if let root = new.last, operation.activatesNew || wasInside { next.active = root.id }
    case .delete:
      if layers.branch(at: at).contains(activeLayer) { next.active = layers[layers.neighbour(of: at)].id }
      _ = next.layers.arrange(by: operation, [])
    case .mergeDown:
      merged = next.layers[at - 1].merge(layers[at], isClipped: layers.clippingBases[at] == at - 1)
      _ = next.layers.arrange(by: operation, [])
      if activeLayer == at { next.active = next.layers[at - 1].id }
    case .ungroup:
      let contents = layers.children(of: at)
      _ = next.layers.arrange(by: operation, [])
      if activeLayer == at {
        next.active = layers[contents.last ?? layers.neighbour(of: at)].id
      }
    case .set(_, let property): return property.set(on: &next.layers[at])
    case .move: return next.layers.arrange(by: operation, [])
    case .addMask(let id, let shown):
      // An endless canvas would have too many hidden tiles.
      let tiles = isEndless ? Set(layers.branch(at: at).flatMap { layers[$0].image.tileIndices }) : nil
      next.layers[at].mask =
        shown.map { .mask(showing: $0, tiles: tiles) } ?? TileGrid(width: width, height: height)
      next.layers[at].isMaskOn = true
      next.active = id
    case .removeMask: next.layers[at].mask = nil
    case .applyMask: merged = next.layers[at].applyMask()
    case .several(let operations):
      var scratch = self
      var isChanged = false
      for operation in operations where scratch.apply(part: operation) { isChanged = true }
      (next.layers, next.active) = (scratch.layers, scratch.activeID)
      return isChanged
    case .setPaper(let colour):
      if paper == colour & 0xFF_FFFF { return false }
      next.paper = colour & 0xFF_FFFF
    case .setPaperShown(let isShown):
      if isPaperShown == isShown { return false }
      next.isPaperShown = isShown
    }
    return true
  }

  /// Applies one of several operations, without an edit. Returns whether it changes anything.
  mutating func apply(part operation: LayerOperation) -> Bool {
    var next = (layers: layers, active: activeID, paper: paper, isPaperShown: isPaperShown)
    var merged: [(index: Int, tile: Tile?)] = []
    guard apply(operation, to: &next, &merged) else { return false }
    setStack(
      next.layers, active: next.layers.index(of: next.active) ?? 0,
      plane: next.active == activeID ? activePlane : .pixels, paper: paper, isPaperShown: isPaperShown)
    return true
  }

  /// The layers that an operation makes, with names and pixels.
  private func newLayers(for operation: LayerOperation, _ at: Int) -> [Layer] {
    let blank = Layer(name: freeName("Layer", from: layers.count + 1), width: width, height: height)
    var new = layers.newLayers(for: operation, numberedFrom: nextLayer, like: blank)
    guard let root = new.indices.last else { return [] }
    switch operation {
    case .duplicate: new[root].name = copyName(of: Layer.original(layers[at].name))
    case .group: new[root].name = freeName("Group", from: layers.count(where: \.isGroup) + 1)
    case .flatten:
      let (group, id) = (layers[at], new[root].id)
      (new[root].id, new[root].properties) = (id, group.properties)
      (new[root].isAlphaLocked, new[root].isMaskOn, new[root].blend) = (false, true, group.mode)
      new[root].image = picture(ofGroup: at)
    default: break
    }
    return new
  }

  /// What a group shows, without its opacity and its blend mode.
  private func picture(ofGroup at: Int) -> TileGrid {
    let indices = layers.branch(at: at).reduce(into: Set<Int>()) { $0.formUnion(layers[$1].image.tileIndices) }
    var alone = self
    alone.show(only: layers[at])
    if layers[at].purpose == .picture { alone = alone.picture }
    alone.layers[alone.activeLayer].opacity = 1
    alone.setLayers(alone.layers)
    return alone.flattened(tiles: indices)
  }

  /// The pixels of the drawing in some tiles.
  public func flattened(tiles: Set<Int>) -> TileGrid {
    var image = TileGrid(width: width, height: height)
    for index in tiles { image[index] = compositor.tile(index, of: self) }
    return image
  }

  /// An unused name such as "Layer 2".
  private func freeName(_ word: String, from first: Int) -> String {
    let names = Set(layers.map { $0.name })
    var number = first
    while names.contains("\(word) \(number)") { number += 1 }
    return "\(word) \(number)"
  }

  /// An unused name such as "Ink copy 2".
  private func copyName(of name: String) -> String {
    let names = Set(layers.map { $0.name })
    var (copy, number) = ("\(name) copy", 2)
    while names.contains(copy) { (copy, number) = ("\(name) copy \(number)", number + 1) }
    return copy
  }
}

extension LayerOperation {
  /// The affected layer; nil for the paper.
  public var layer: Layer.ID? {
    switch self {
    case .add(let id), .duplicate(let id, _), .paste(_, let id), .delete(let id), .mergeDown(let id),
      .flatten(let id), .set(let id, _), .move(let id, _), .ungroup(let id), .addMask(let id, _), .removeMask(let id),
      .applyMask(let id):
      id
    case .group(let ids): ids.first
    case .several(let operations): operations.first?.layer
    case .setPaper, .setPaperShown: nil
    }
  }

  /// The number of layers that it makes.
  var newLayers: Int {
    switch self {
    case .add, .flatten, .group: 1
    case .duplicate(_, let count): count
    case .paste(let copied, _): copied.count
    default: 0
    }
  }

  /// Whether the new layer is active then.
  var activatesNew: Bool {
    switch self {
    case .add, .duplicate, .paste, .group: true
    default: false
    }
  }

  /// Whether it changes no layer.
  var isOfPaper: Bool {
    switch self {
    case .setPaper, .setPaperShown: true
    default: false
    }
  }

  var isMerge: Bool { if case .mergeDown = self { true } else { false } }

  /// Whether it changes pixels of a layer that was there before.
  var changesPixels: Bool { if case .applyMask = self { true } else { isMerge } }

  /// Whether the layers after it, or those that undoing it restores, have pixels from before it in other
  /// places.
  var dependsOnPixels: Bool {
    switch self {
    case .duplicate, .delete, .mergeDown, .flatten, .ungroup, .addMask, .removeMask, .applyMask: true
    case .several(let operations): operations.contains(where: \.dependsOnPixels)
    default: false
    }
  }

  /// Whether the new mask of its layer is active then.
  var isOfNewMask: Bool { if case .addMask = self { true } else { false } }
}
