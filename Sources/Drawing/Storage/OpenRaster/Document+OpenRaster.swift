import Document
import Files
import Geometry
import Language
import Pictures
import Raster

/// Writes drawings as OpenRaster files.
///
/// The paper is the lowest layer of the file: the whole canvas in one colour, named "Paper" and
/// locked. Hidden paper is a hidden layer. A reader recognises it by position, name and colour.
extension Document {
  /// What Fude does not know of the drawing's file. It is in no edit.
  var foreign: ForeignContent {
    get { (baggage.foreign as? Carried<ForeignContent>)?.value ?? ForeignContent() }
    set { baggage.foreign = newValue.isEmpty ? nil : Carried(newValue) }
  }

  static let paperName = "Paper"
  /// The share of the progress that packing the history takes, 0 ... 1.
  private static let historyShare = 0.1

  /// Writes the drawing to `path` as an OpenRaster file and replaces an existing file. A floating
  /// selection is merged into its layer in the file.
  /// - Parameters:
  ///   - replacesProtected: whether a write-protected file may be replaced.
  ///   - historyLimit: the maximum size of the edits in the file, bytes, at most
  ///     `FileHistory.largestLimit`; 0 for none. The newest are kept.
  ///   - progress: called repeatedly with the finished share, 0 ... 1; may throw to cancel.
  /// - Returns: the number of edits that the file has.
  /// - Throws: if it cannot be written, or would exceed `limits`. An old file stays unchanged.
  @discardableResult
  public func save(
    to path: String, replacesProtected: Bool = false, limits: OpenRasterLimits = OpenRasterLimits(),
    historyLimit: Int = FileHistory.standardLimit, progress: (Double) throws(FileError) -> Void = { _ in }
  ) throws(FileError) -> SavedHistory {
    let file = try AtomicFile(path: path, replacesProtected: replacesProtected)
    let saved = try writeOpenRaster(to: file, limits: limits, historyLimit: historyLimit, progress: progress)
    try file.commitReplacing()
    return saved
  }

  /// Writes the drawing into `folder` as an OpenRaster file under the first free name of `names`.
  /// - Returns: the path of the file.
  /// - Throws: if the file cannot be written. No file remains then.
  public func save(
    into folder: String, names: some Sequence<String>, historyLimit: Int = FileHistory.standardLimit
  ) throws(FileError) -> String {
    let file = try AtomicFile(path: PathText.join(folder, "Drawing.ora"))
    _ = try writeOpenRaster(to: file, limits: OpenRasterLimits(), historyLimit: historyLimit) { _ in }
    return try file.commit(firstFree: names)
  }

  /// The history as an entry of a file, and how much of it that is; nil if there is none, or if memory is
  /// short.
  private func historyEntry(
    limit: Int, _ progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> (entry: [UInt8]?, saved: SavedHistory) {
    var composer = FileHistoryComposer(self, limit: min(limit, FileHistory.largestLimit))
    let fileHistory = try composer.pack { share throws(FileError) in try progress(share * Self.historyShare) }
    let entry = fileHistory.flatMap { try? $0.encoded(for: self) }
    let count = undoStepCount + redoStepCount
    var savedCount = 0
    if let fileHistory, entry != nil {
      // Where edits are missing, a step is not whole.
      let isShort = fileHistory.steps.count < undoCount + redoCount
      savedCount = min(fileHistory.undoStepCount + fileHistory.redoStepCount, isShort ? count - 1 : count)
    }
    let saved = SavedHistory(savedCount: savedCount, count: count, isCut: composer.isCut)
    return (entry, saved)
  }

  private func writeOpenRaster(
    to file: AtomicFile, limits: OpenRasterLimits, historyLimit: Int, progress: (Double) throws(FileError) -> Void
  ) throws(FileError) -> SavedHistory {
    var drawing = self
    _ = drawing.drop()
    let (entry, saved) = try drawing.historyEntry(limit: historyLimit, progress)
    let sources = ForeignContent.Sources(beside: foreign)
    let stems = sources.layers(drawing.layers.count)
    var paper = RasterNode(name: Self.paperName, content: .layer(source: sources.paper), isVisible: isPaperShown)
    paper.isLocked = true
    var nodes = [paper]
    var pictures: [String: LayerPicture] = [:]
    let bases = drawing.layers.clippingBases
    for (index, layer) in drawing.layers.enumerated() {
      let source = stems[index]
      if layer.isPaint { pictures[source + ".png"] = .pixels(index) }
      var node = RasterNode(layer, source: source + ".png", isSelected: index == drawing.activeLayer)
      if bases[index] != nil { node.clipping = .toBase }
      node.foreign = foreign.layers[layer.id] ?? ForeignNode()
      let picture = node.clipping == .toBase && ClippedPicture.isNeeded(for: layer) ? source + "-clipped.png" : nil
      if picture != nil { (node.isVisible, node.clippedPart) = (false, .layer) }
      if layer.mask != nil {
        let (mask, effect) = (source + "-mask.png", source + "-shown.png")
        (pictures[mask], pictures[effect]) = (.mask(index), .effect(index))
        nodes += MaskedNode(node, mask: mask, isOn: layer.isMaskOn).nodes(showing: effect)
      } else {
        nodes.append(node)
      }
      if let picture {
        pictures[picture] = .clipped(index)
        nodes.append(ClippedPicture.node(of: layer, source: picture))
      }
    }
    let frame = drawing.frame
    var stack = RasterStack(
      width: frame.width, height: frame.height, density: (resolution.x, resolution.y), nodes: nodes)
    if isEndless { stack.origin = RasterOrigin(x: frame.minX, y: frame.minY) }
    for i in nodes.indices.dropFirst() {
      guard case .layer(let source) = nodes[i].content else { continue }
      let corner = pictures[source].map { drawing.bounds(of: $0) } ?? bounds
      (stack.nodes[i].x, stack.nodes[i].y) = (corner.minX - frame.minX, corner.minY - frame.minY)
    }
    foreign.add(to: &stack, of: drawing)
    let shown = drawing.picture
    var merged = MergedRows(of: shown, frame: frame, isReduced: stack.isReduced)
    let paperSize =
      stack.isReduced ? (width: Tile.size, height: Tile.size) : (width: frame.width, height: frame.height)
    // Each image is requested twice, for half of the progress; the merged image is the other half.
    let steps = Double(2 * (pictures.count + 1))
    var asked = 0
    func tell(_ share: Double) throws(FileError) { try progress(Self.historyShare + share * (1 - Self.historyShare)) }
    try OpenRasterWriter.write(
      stack, to: file,
      image: { source throws(FileError) in
        try tell(min(0.5, Double(asked) / steps / 2))
        asked += 1
        if let picture = pictures[source] { return drawing.image(of: picture) }
        return TileGrid(width: paperSize.width, height: paperSize.height, filledWith: Pixel.opaque(drawing.paper))
      }, merging: merged.size, hasAlpha: shown.hasAlpha,
      merged: { (y, row) throws(FileError) in
        if y & 63 == 0 { try tell(0.5 + Double(y) / Double(merged.size.height) / 2) }
        merged.copy(y, of: shown, to: &row)
      },
      extras: (entry.map { [.init(name: FileHistory.entryName, bytes: $0, isPacked: true)] } ?? [])
        + references.entries + foreign.entries, limits: limits)
    return saved
  }
}
