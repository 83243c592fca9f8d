import Geometry
import Ink
import Journal
import Language
import Raster

/// The part of a drawing's history on which the list of its strokes depends beside the strokes
/// themselves: changes of the canvas, merged layers, and strokes that took the place of others.
/// Made in a first pass over the edits, since the last edit may move the first
/// stroke.
package struct StrokePlan {
  enum Kind {
    /// Strokes.
    case stroke
    /// Strokes that take the place of the edit before them.
    case replacement
    case canvas
    case other
  }

  /// The kinds of the edits.
  private(set) var kinds: [Kind] = []
  /// The numbers of strokes of edits that have not one, by their indices.
  private var counts: [Int: Int] = [:]
  /// The canvas at first and after each change of it, px, with the map to the present one.
  package private(set) var canvases: [(size: (width: Int, height: Int), map: Affine)]
  /// An operation in the place of an edit of a file's history.
  package struct Replaced {
    /// The index of the change.
    package var change: Int
    /// How many edits before the change it is.
    package var distance: Int
  }

  /// What later changes put in the place of edits, by their indices.
  package private(set) var replaced: [Int: Replaced] = [:]
  /// The layers, without pixels; not followed through edits that do not tell their numbers.
  private var layers: LayerTree
  /// The layers into which others were merged, by the others' numbers.
  private var merged: [UInt64: UInt64] = [:]

  package init(width: Int, height: Int, layers: LayerTree) {
    canvases = [((width, height), .identity)]
    self.layers = layers
  }

  /// Whether an edit is a stroke that none took the place of.
  func lists(_ index: Int) -> Bool {
    switch kinds[index] {
    case .stroke, .replacement: index + 1 == kinds.count || kinds[index + 1] != .replacement
    case .canvas, .other: false
    }
  }

  /// The number of strokes of an edit. Those that were left out count.
  func count(_ index: Int) -> Int { lists(index) ? counts[index] ?? 1 : 0 }

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

  /// Appends strokes, which perhaps take the place of the edit before them.
  package mutating func appendStrokes(_ count: Int = 1, isReplacement: Bool) {
    if count != 1 { counts[kinds.count] = count }
    kinds.append(isReplacement ? .replacement : .stroke)
  }

  /// Appends an edit that is not one stroke, by its record.
  /// - Parameters:
  ///   - operation: nil if it neither changes earlier edits nor the list of layers nor the canvas.
  ///   - newLayer: the number of the next new layer before it.
  /// - Throws: if the canvas cannot have the edit's size.
  package mutating func append(_ operation: Operation?, newLayer: UInt64) throws(PayloadError) {
    switch operation {
    case .change(let change):
      for item in change.items where item.distance <= kinds.count {
        let index = kinds.count - item.distance
        replaced[index] = Replaced(change: kinds.count, distance: item.distance)
        let count = item.operation.strokes.count
        if count > 0 { counts[index] = count }
      }
      kinds.append(.other)
    case .layer(let operation): append(operation, newLayer: newLayer)
    case .canvas(let operation): try append(operation)
    case let operation?
    where !operation.strokes.isEmpty:
      appendStrokes(operation.strokes.count, isReplacement: operation.replacesLast)
    default: kinds.append(.other)
    }
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

  /// Appends an edit.
  /// - Throws: if the canvas cannot have the edit's size.
  mutating func append(_ edit: Edit) throws(PayloadError) {
    if case .canvas(let operation) = edit.head { return try append(operation) }
    let head = edit.head.beforeOmission
    let count = head.strokes.count
    if count == 0 { kinds.append(.other) } else { appendStrokes(count, isReplacement: head.replacesLast) }
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
