import Document
import Language
import Raster

extension LayerOperation: FieldedCases {
  static let blanks: [LayerOperation] = {
    let id = Layer.ID(0)
    return [
      .add(above: id), .duplicate(id), .paste(.none, above: id), .delete(id), .mergeDown(id), .flatten(id),
      .set(id, .visible(true)), .move(id, to: LayerPlace(position: 0)), .group([]), .ungroup(id),
      .addMask(id, showing: nil), .removeMask(id), .applyMask(id), .several([]), .setPaper(0), .setPaperShown(true),
    ]
  }()

  var word: String {
    switch self {
    case .add: "add"
    case .duplicate: "duplicate"
    case .paste: "paste"
    case .delete: "delete"
    case .mergeDown: "merge-down"
    case .flatten: "flatten"
    case .set: "set"
    case .move: "move"
    case .group: "group"
    case .ungroup: "ungroup"
    case .addMask: "add-mask"
    case .removeMask: "remove-mask"
    case .applyMask: "apply-mask"
    case .several: "several"
    case .setPaper: "paper-colour"
    case .setPaperShown: "paper-shown"
    }
  }

  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .add(var id):
      try coder.code(&id, "above")
      self = .add(above: id)
    case .duplicate(var id, var count):
      try coder.code(&id, "layer")
      try coder.code(&count, Field("count", in: 0...Double(Document.mostLayers), standard: 1))
      self = .duplicate(id, layers: count)
    case .paste(var copied, var id):
      try coder.code(&id, "above")
      try coder.code(&copied, "layers")
      self = .paste(copied, above: id)
    case .delete(let id): self = .delete(try Self.layer(id, &coder))
    case .mergeDown(let id): self = .mergeDown(try Self.layer(id, &coder))
    case .flatten(let id): self = .flatten(try Self.layer(id, &coder))
    case .set(let id, var property):
      let id = try Self.layer(id, &coder)
      try coder.code(&property, "value")
      self = .set(id, property)
    case .move(let id, var place):
      let id = try Self.layer(id, &coder)
      var parent = [place.parent].compactMap(\.self)
      try coder.code(&parent, "into")
      try coder.code(&place.position, Field("position"))
      place.parent = parent.last
      self = .move(id, to: place)
    case .group(var ids):
      try coder.code(&ids, "layers")
      self = .group(ids)
    case .ungroup(let id): self = .ungroup(try Self.layer(id, &coder))
    case .addMask(let id, var shown):
      let id = try Self.layer(id, &coder)
      try coder.code(&shown, "shown")
      self = .addMask(id, showing: shown)
    case .removeMask(let id): self = .removeMask(try Self.layer(id, &coder))
    case .applyMask(let id): self = .applyMask(try Self.layer(id, &coder))
    case .several(let operations):
      var parts = operations.map { Part(operation: $0) }
      try coder.code(&parts, "operations", like: Part(operation: .delete(Layer.ID(0))), limit: Document.mostLayers)
      self = .several(parts.map(\.operation))
    case .setPaper(var colour):
      try coder.code(color: &colour, "color")
      self = .setPaper(colour)
    case .setPaperShown(var isShown):
      try coder.code(&isShown, Field("visible", standard: true))
      self = .setPaperShown(isShown)
    }
  }

  private static func layer<Coder: FieldCoder>(
    _ id: Layer.ID, _ coder: inout Coder
  ) throws(Coder.Failure) -> Layer.ID {
    var id = id
    try coder.code(&id, "layer")
    return id
  }

  /// One of several operations, which contain no others.
  private struct Part: FieldedCases {
    var operation: LayerOperation

    static let blanks = LayerOperation.blanks.map { Part(operation: $0) }
      .filter { $0.operation.isPartOfSeveral }
    var word: String { operation.word }

    mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try operation.visitFields(&coder)
      try coder.check(operation.isPartOfSeveral, translated("a layer operation is unknown"))
    }
  }
}

extension FieldCoder {
  mutating func code(_ ids: inout [Layer.ID], _ name: String) throws(Failure) {
    var all = ids.map { FieldedLayer(id: $0) }
    try code(&all, name, like: FieldedLayer(id: Layer.ID(0)), limit: Document.mostLayers)
    ids = all.map(\.id)
  }
}

/// A layer as a value of its own.
private struct FieldedLayer: Fielded {
  var id: Layer.ID

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) { try coder.code(&id, "layer") }
}

extension CopiedLayers: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var list = LayerList(layers, width: width, height: height)
    try coder.code(&list, "list")
    var tree = list.layers
    var left = TileGrid.mostTilesInFile
    for index in tree.indices {
      for plane in SurfaceID.Plane.allCases where plane.rawValue < tree[index].planes.count {
        try coder.code(&tree[index][plane], "\(plane.word)-\(index + 1)", limit: left)
        left -= tree[index][plane].tileCount
        try coder.check(
          tree[index].has(plane) || tree[index][plane].tileCount == 0, translated("a list of layers is invalid"))
      }
    }
    self = CopiedLayers(tree, width: list.width, height: list.height)
  }
}
