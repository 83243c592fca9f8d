import Archive
import Geometry
import Ink
import Journal
import Language
import Pictures
import Raster

/// The part of a drawing's history on which the list of its strokes depends beside the strokes
/// themselves: changes of the canvas, merged layers, and strokes that took the place of others.
/// `StrokeList` makes it in a first pass over the records, since the last edit may move the first
/// stroke.
struct StrokePlan {
  enum Kind {
    case stroke
    /// A stroke that takes the place of the edit before it.
    case replacement
    case canvas
    case other
  }

  /// The kinds of the edits.
  private(set) var kinds: [Kind] = []
  /// The canvas at first and after each change of it, px, with the map to the present one.
  private(set) var canvases: [(size: (width: Int, height: Int), map: Affine)]
  /// An operation in the place of an edit of a packed history.
  struct Replaced {
    /// The index of the change.
    var change: Int
    /// The size of the canvas on which the edit was done, px.
    var size: (width: Int, height: Int)
    /// The operation as an `.edit`; nil if the edit is left out.
    var edit: JournalPayload?
  }

  /// What later changes put in the place of edits, by their indices.
  private(set) var replaced: [Int: Replaced] = [:]
  /// The layers, without pixels; not followed through edits that do not tell their numbers.
  private var layers: LayerTree
  /// The layers into which others were merged, by the others' numbers.
  private var merged: [UInt64: UInt64] = [:]

  init(width: Int, height: Int, layers: LayerTree) {
    canvases = [((width, height), .identity)]
    self.layers = layers
  }

  /// The plan of the first state of a packed history. Pixels are not decoded.
  /// - Throws: if it is damaged.
  init(startOf history: PackedHistory) throws(PayloadError) {
    guard let head = history.base.first, head.type == .drawing else {
      throw PayloadError(translated("it contains no drawing"))
    }
    let header = try DrawingHeader(head.bytes)
    var list = header.list
    if let frame = history.base.last, frame.type == .keyframe {
      var reader = ByteReader(frame.bytes)
      let version = try reader.readVersion(upTo: 2)
      _ = try SelectionCoding.read(&reader, width: header.width, height: header.height)
      list = try LayerList(&reader, version: version, width: header.width, height: header.height)
    }
    self.init(width: header.width, height: header.height, layers: list.withoutPixels.layers)
  }

  /// Whether an edit is a stroke that none took the place of.
  func lists(_ index: Int) -> Bool {
    switch kinds[index] {
    case .stroke, .replacement: index + 1 == kinds.count || kinds[index + 1] != .replacement
    case .canvas, .other: false
    }
  }

  /// The layer with the ink of a layer's strokes, which may have been deleted since.
  func home(of layer: UInt64) -> UInt64 {
    var home = layer
    // Numbers are assigned once, so only a damaged history has a circle.
    for _ in 0..<merged.count {
      guard let lower = merged[home] else { break }
      home = lower
    }
    return home
  }

  // MARK: Edits

  /// Appends an edit of a packed history.
  /// - Throws: if its record is damaged.
  mutating func append(_ step: PackedHistory.Step) throws(PayloadError) {
    guard let record = step.records.last else { return kinds.append(.other) }
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    switch record.type {
    case .edit:
      // Only strokes and shapes take the place of others.
      let isReplacement = try OperationHead(&reader).following != .adds
      kinds.append(!OperationCoding.isStroke(record) ? .other : isReplacement ? .replacement : .stroke)
    case .change:
      for (distance, size, edit) in try RecordedChange.items(record) where distance <= kinds.count {
        replaced[kinds.count - distance] = Replaced(
          change: kinds.count, size: size, edit: edit.bytes.isEmpty ? nil : edit)
      }
      kinds.append(.other)
    case .stroke: kinds.append(.stroke)
    case .replacement: kinds.append(.replacement)
    case .painted:
      _ = try reader.readCompact()
      kinds.append(try reader.readBool() ? .replacement : .stroke)
    case .operation:
      _ = try reader.readBool()
      let operation = try OperationCoding.readOfStack(&reader)
      try reader.finish()
      if case .layer(let operation) = operation { append(operation, newLayer: try Self.newLayer(step)) }
      if case .canvas(let operation) = operation { try append(operation) }
    default: kinds.append(.other)
    }
  }

  /// The number in the record before an operation; 0 if it makes no layer.
  private static func newLayer(_ step: PackedHistory.Step) throws(PayloadError) -> UInt64 {
    guard let setting = step.records.first(where: { $0.type == .setting }) else { return 0 }
    var reader = ByteReader(setting.bytes)
    try reader.expectVersion()
    let number = try reader.readCompact()
    guard number < 1 << 61 else { throw PayloadError(translated("a layer's number is invalid")) }
    return number
  }

  private mutating func append(_ operation: LayerOperation, newLayer: UInt64) {
    kinds.append(.other)
    let new = layers.newLayers(
      for: operation, numberedFrom: newLayer, like: Layer(name: "", width: 1, height: 1))
    let before = layers
    guard new.isEmpty || newLayer > 0, layers.arrange(by: operation, new) else { return }
    note(operation, before, made: new.last?.id)
  }

  /// Notes into which layer others are merged.
  /// - Parameters:
  ///   - layers: the layers before.
  ///   - made: the layer that a group becomes.
  private mutating func note(_ operation: LayerOperation, _ layers: LayerTree, made: Layer.ID?) {
    guard let id = operation.layer, let at = layers.index(of: id) else { return }
    switch operation {
    case .mergeDown: merged[id.number] = layers[at - 1].id.number
    case .flatten:
      guard let made else { return }
      for index in layers.branch(at: at) { merged[layers[index].id.number] = made.number }
    default: break
    }
  }

  /// Appends an edit that is not packed.
  /// - Throws: if the canvas cannot have the edit's size.
  mutating func append(_ edit: Edit) throws(PayloadError) {
    if case .canvas(let operation) = edit.head { return try append(operation) }
    let head = edit.head.beforeOmission
    kinds.append(head.stroke == nil ? .other : head.replacesLast ? .replacement : .stroke)
    guard let layer = edit.surface?.layer else { return }
    switch edit.head {
    case .layer(.mergeDown(let upper)): merged[upper.number] = layer.number
    case .layer(.flatten(let group)):
      for id in edit.branchBefore(of: group) { merged[id.number] = layer.number }
    default: break
    }
  }

  private mutating func append(_ operation: CanvasOperation) throws(PayloadError) {
    kinds.append(.canvas)
    let old = canvases[canvases.count - 1].size
    let new = operation.size(from: old)
    guard Document.isAllowed(width: new.width, height: new.height) else {
      throw PayloadError(translated("an edit does not fit the drawing"))
    }
    // The map to the next canvas, until `finish`.
    canvases[canvases.count - 1].map = operation.map(from: old)
    canvases.append((new, .identity))
  }

  /// Completes the maps, after the last edit.
  mutating func finish() {
    for index in canvases.indices.dropLast().reversed() {
      canvases[index].map = canvases[index + 1].map * canvases[index].map
    }
  }
}
