import Geometry
import Ink
import Language
import Paint
import Pixels
import Raster

extension Document {
  /// Redraws the drawing `scale` > 1 times as large, from the state before its oldest edit. The
  /// result has no history.
  ///
  /// Strokes are drawn again from their samples, with enlarged grain. Content known only as pixels
  /// is scaled; see `EnlargedChange`. Selections are scaled with smooth edges. Throws if the result
  /// is too large or the export is cancelled.
  /// - Parameter unneeded: layers that stay blank in the result. No edit may depend on their pixels.
  public func enlarged(
    by scale: Double, without unneeded: Set<Layer.ID> = [], filler: CoverageFiller, progress: ExportProgress
  ) throws(ExportError) -> Document {
    var walk = try EnlargedWalk(withoutChanges, by: scale, without: unneeded, filler: filler)
    let all = Double(max(1, walk.weight))
    var done = 0
    while let weight = walk.comingWeight {
      try progress.report(Double(done) / all)
      walk.next()
      done += weight
    }
    try progress.report(1)
    return walk.large
  }

  public func size(enlargedBy scale: Double) -> (width: Int, height: Int) {
    Enlargement(by: scale, of: bounds).size(of: width, height)
  }
}

/// Redraws a drawing larger, edit by edit, from the state before its oldest edit.
struct EnlargedWalk {
  private var walk: HistoryWalk
  private var enlarger: Enlarger

  /// - Parameters:
  ///   - document: one without changes of the past (`Document.withoutChanges`).
  ///   - unneeded: layers that stay blank.
  /// - Throws: if the result is too large.
  init(
    _ document: Document, by scale: Double, without unneeded: Set<Layer.ID> = [], filler: CoverageFiller
  ) throws(ExportError) {
    walk = HistoryWalk(document)
    enlarger = try Enlarger(walk.document, scale: scale, without: unneeded, filler: filler)
  }

  /// The same walk up to here, which goes on over the edits of another drawing. So far that has the same edits.
  func goingOn(to other: Document) -> EnlargedWalk {
    var copy = self
    copy.walk = HistoryWalk(other)
    while copy.walk.count < walk.count, copy.walk.coming != nil { _ = copy.walk.next() }
    copy.enlarger = enlarger.copy()
    return copy
  }

  /// The larger drawing so far, without a history.
  var large: Document { enlarger.large }
  /// The number of edits.
  var editCount: Int { walk.edits.count }
  /// The duration of all edits, in samples.
  var weight: Int { walk.weight }
  /// That of the next edit; nil at the end.
  var comingWeight: Int? { walk.coming.map { HistoryWalk.weight($0) } }

  /// Performs the next edit.
  mutating func next() {
    guard let edit = walk.coming else { return }
    // Strokes are drawn again without the smaller picture.
    let needsBefore = edit.head.replacesLast || !edit.isStroke || !edit.head.strokes.allSatisfy(\.canBeDrawn)
    let before = needsBefore ? walk.document : nil
    enlarger.canvas = walk.document.bounds
    _ = walk.next()
    enlarger.take(edit, from: before, to: walk.document, isReplaced: walk.coming?.head.replacesLast ?? false)
  }
}

/// Performs the edits of a drawing on an enlarged copy of it. What cannot be performed there is
/// enlarged as pixels.
private struct Enlarger {
  private(set) var large: Document
  private var enlargement: Enlargement
  private var context: OperationContext
  /// Layers that stay blank.
  private let unneeded: Set<Layer.ID>

  init(
    _ small: Document, scale: Double, without unneeded: Set<Layer.ID>, filler: CoverageFiller
  ) throws(ExportError) {
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
    (self.large, self.unneeded) = (large, unneeded)
    enlargement = Enlargement(by: scale, of: small.bounds)
    context = OperationContext(filler: filler, enlargement: enlargement)
    enlargement.drawnLayers = Set(small.surfaces.filter { small.image(of: $0)?.tileCount == 0 })
    self.large.resolution = small.resolution
    follow(small, images: [:])
  }

  /// A copy that goes on by itself.
  func copy() -> Enlarger {
    var copy = self
    copy.enlargement = enlargement.copy()
    copy.context.enlargement = copy.enlargement
    return copy
  }

  /// The canvas of the smaller drawing before the next edit, px.
  var canvas: PixelRect {
    get { enlargement.canvas }
    nonmutating set { enlargement.canvas = newValue }
  }

  /// Copies the list of layers with the given images; other images are enlarged.
  private mutating func follow(_ small: Document, images: [SurfaceID: TileGrid]) {
    var layers = small.layers
    layers.replaceAll { surface, image in
      if let image = images[surface] { return image }
      if unneeded.contains(surface.layer) { return TileGrid(width: large.width, height: large.height) }
      return image.enlarged(by: enlargement.scale, width: large.width, height: large.height)
    }
    large.setStack(
      layers, active: small.activeLayer, plane: small.activePlane, paper: small.paper,
      isPaperShown: small.isPaperShown)
  }

  /// Performs an edit.
  /// - Parameters:
  ///   - before: required unless it is a stroke that can be drawn and replaces no other edit.
  ///   - isReplaced: whether the next edit takes the place of this one.
  mutating func take(_ edit: Edit, from before: Document?, to after: Document, isReplaced: Bool) {
    enlargement.before = before
    // New layers get the same numbers.
    let known = before.map { Set($0.layers.map(\.id)) } ?? []
    let new = before == nil ? [] : after.layers.map(\.id).filter { !known.contains($0) }
    if let first = new.map(\.number).min() { large.nextLayer = first }
    if let operation = edit.operation, perform(operation, edit, after) {
      note(operation, before?.layers, new)
    } else if let before {
      enlarge(edit, from: before, to: after)
      large.history = History()
    }
    // The history would double the memory use.
    if !isReplaced { large.history = History() }
    enlargement.before = nil
  }

  /// Performs an operation. Returns false, with nothing changed, if it does not fit, or comes out
  /// differently: a fill finds other ways through grain that is finer.
  private mutating func perform(_ operation: Operation, _ edit: Edit, _ after: Document) -> Bool {
    // Its pixels come from outside the canvas.
    if edit.hasImages { return false }
    let before = large
    guard large.perform(operation, context) != nil else { return false }
    if operation.keepsResult, let surface = edit.surface, let small = after.image(of: surface),
      let image = large.image(of: surface),
      !enlargement.looksSame(image, small, tiles: edit.tileIndices)
    {
      large = before
      return false
    }
    return true
  }

  /// Follows which layers are drawn at the larger size: new ones, unless they are made of others that
  /// are not.
  private func note(_ operation: Operation, _ before: LayerTree?, _ new: [Layer.ID]) {
    guard let before, let id = operation.surface?.layer, let at = before.index(of: id) else { return }
    func isDrawn(_ index: Int) -> Bool {
      before[index].isGroup || enlargement.drawnLayers.contains(SurfaceID(before[index].id))
    }
    let branch = before.branch(at: at)
    for (index, id) in zip(branch.lowerBound..., new) {
      let isDrawn =
        switch operation {
        case .layer(.duplicate): isDrawn(index)
        case .layer(.flatten): branch.allSatisfy(isDrawn)
        default: true
        }
      if isDrawn { enlargement.drawnLayers.insert(SurfaceID(id)) }
    }
  }

  /// Enlarges the pixels that an edit changed.
  private mutating func enlarge(_ edit: Edit, from before: Document, to after: Document) {
    if let surface = edit.surface, !edit.tileIndices.isEmpty, let at = large.index(of: surface),
      let old = before.image(of: surface), let new = after.image(of: surface)
    {
      enlargement.drawnLayers.remove(surface)
      EnlargedChange(from: old, to: new, scale: enlargement.scale)
        .apply(to: &large.layers[at][surface.plane], tiles: edit.tileIndices)
    }
    guard edit.changesLayers else { return }
    var images = large.images
    if edit.head.canvas != nil {
      let size = after.size(enlargedBy: enlargement.scale)
      large.setSize(width: size.width, height: size.height)
      large.resolution = after.resolution
      large.selection = nil
      (images, enlargement.drawnLayers) = ([:], [])
    }
    follow(after, images: images)
  }
}
