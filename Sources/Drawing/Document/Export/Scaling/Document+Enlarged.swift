import Geometry
import Ink
import Language
import Paint
import Raster

extension Document {
  /// Redraws the drawing `scale` > 1 times as large, from the state before its oldest edit. The
  /// result has no history.
  ///
  /// Strokes are drawn again from their samples, with enlarged grain. Content known only as pixels
  /// is scaled; see `EnlargedChange`. Selections are scaled with smooth edges. Throws if the result
  /// is too large or the export is cancelled.
  func enlarged(
    by scale: Double, filler: CoverageFiller, progress: ExportProgress
  ) throws(ExportError) -> Document {
    var walk = HistoryWalk(self)
    var enlarger = try Enlarger(walk.document, scale: scale, filler: filler)
    let all = Double(max(1, walk.weight))
    var done = 0
    while let edit = walk.coming {
      try progress.report(Double(done) / all)
      let before = edit.stroke.map { $0.replacesLast || !$0.canBeDrawn } ?? true ? walk.document : nil
      _ = walk.next()
      enlarger.take(edit, from: before, to: walk.document)
      done += HistoryWalk.weight(edit)
    }
    try progress.report(1)
    return enlarger.large
  }

  func size(enlargedBy scale: Double) -> (width: Int, height: Int) {
    func side(_ v: Int) -> Int { max(1, Int(min(1e9, (Double(v) * scale).rounded()))) }
    return (side(width), side(height))
  }
}

private struct Enlarger {
  private(set) var large: Document
  private let scale: Double
  private let filler: CoverageFiller
  private var smallBounds: PixelRect
  private var lastSelection: (small: Mask, large: Mask)?
  /// The previous edit if it was a stroke.
  private var last: StrokeInProgress?

  init(_ small: Document, scale: Double, filler: CoverageFiller) throws(ExportError) {
    let (width, height) = small.size(enlargedBy: scale)
    guard small.isEndless || Document.isAllowed(width: width, height: height),
      var large = Document(width: 1, height: 1, paper: small.paper)
    else {
      throw .refused(translated("it would be {width} x {height} px large", ["width": width, "height": height]))
    }
    guard !small.isEndless || scale <= Document.largestEndlessScale else {
      throw .refused(
        translated(
          "a drawing that began on an endless canvas can be drawn again at a scale of {scale} at most",
          ["scale": Document.largestEndlessScale]))
    }
    // An endless canvas is cut to what is drawn by the last edit.
    large.setSize(width: width, height: height)
    (self.large, self.scale, self.filler) = (large, scale, filler)
    smallBounds = small.bounds
    self.large.resolution = small.resolution
    follow(small, images: [:])
  }

  /// Copies the list of layers with the given images; other images are enlarged.
  private mutating func follow(_ small: Document, images: [Layer.ID: TileGrid]) {
    let layers = small.layers.map { layer in
      var layer = layer
      layer.image =
        images[layer.id] ?? layer.image.enlarged(by: scale, width: large.width, height: large.height)
      return layer
    }
    large.setStack(layers, active: small.activeLayer, paper: small.paper, isPaperShown: small.isPaperShown)
  }

  private var images: [Layer.ID: TileGrid] {
    Dictionary(uniqueKeysWithValues: large.layers.map { ($0.id, $0.image) })
  }

  /// Replays an edit; `before` is required unless it is a stroke that replaces no other.
  mutating func take(_ edit: Edit, from before: Document?, to after: Document) {
    if let stroke = edit.stroke, stroke.canBeDrawn, !stroke.replacesLast || last != nil { return draw(stroke) }
    last = nil
    guard let before else { return }
    if let operation = edit.operation { return perform(operation, from: before, to: after) }
    if let id = edit.layer, !edit.tileIndices.isEmpty, let at = large.index(of: id), let old = before.layer(id)?.image,
      let new = after.layer(id)?.image
    {
      EnlargedChange(from: old, to: new, scale: scale).apply(to: &large.layers[at].image, tiles: edit.tileIndices)
    }
    if edit.changesLayers { follow(after, images: images) }
  }

  private mutating func perform(_ operation: LayerOperation, from before: Document, to after: Document) {
    var images = images
    switch operation {
    case .duplicate(let id):
      let known = Set(before.layers.map(\.id))
      if let copy = after.layers.first(where: { !known.contains($0.id) }) { images[copy.id] = images[id] }
    case .mergeDown(let id):
      if let at = large.index(of: id), at > 0 {
        var lower = large.layers[at - 1]
        _ = lower.merge(large.layers[at])
        images[lower.id] = lower.image
      }
    case .canvas(let operation): images = moved(images, operation, from: before, to: after)
    default: break
    }
    follow(after, images: images)
  }

  /// Changes the canvas. Returns the layers' images; none after a scaling, so that the small ones
  /// are enlarged.
  private mutating func moved(
    _ images: [Layer.ID: TileGrid], _ operation: CanvasOperation, from before: Document, to after: Document
  ) -> [Layer.ID: TileGrid] {
    let old = (width: large.width, height: large.height)
    let new = after.size(enlargedBy: scale)
    large.setSize(width: new.width, height: new.height)
    (smallBounds, lastSelection) = (after.bounds, nil)
    var operation = operation
    if case .resize(let rect) = operation {
      operation = .resize(
        PixelRect(
          x: Int((Double(rect.minX) * scale).rounded()), y: Int((Double(rect.minY) * scale).rounded()),
          width: new.width, height: new.height))
    }
    guard let arrangement = operation.arrangement(from: old) else {
      return operation.map(from: old) == .identity ? images : [:]
    }
    return images.mapValues { arrangement($0) }
  }

  private mutating func draw(_ record: StrokeRecord) {
    guard let at = large.index(of: record.layer) else { return }
    large.activeLayer = at
    large.selection = record.selection.map { enlarged($0) }
    if record.replacesLast { _ = last?.revert(on: &large) }
    var symmetry = record.symmetry
    let center = symmetry.center(onCanvas: smallBounds)
    symmetry.center = Point(center.x * scale, center.y * scale)
    var stroke = StrokeInProgress(on: large, like: record, filler: filler, symmetry: symmetry, magnification: scale)
    for sample in record.samples { stroke.add(sample) }
    _ = stroke.finish(on: &large)
    last = stroke
    // The history would double the memory use.
    large.history = History()
    large.selection = nil
  }

  private mutating func enlarged(_ mask: Mask) -> Mask {
    if let last = lastSelection, last.small == mask { return last.large }
    let new = mask.enlarged(by: scale, width: large.width, height: large.height)
    lastSelection = (mask, new)
    return new
  }
}
