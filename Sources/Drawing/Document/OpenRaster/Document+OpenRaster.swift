import Files
import Geometry
import Language
import Raster

/// Drawings as OpenRaster files.
///
/// The paper is the lowest layer of the file: the whole canvas in one colour, named "Paper" and locked, so that other programs
/// show it. It is known again by its place, name and colour, for others may drop the lock, and hidden in the file where it is not shown in the drawing.
extension Document {
  /// The name of the paper in a file.
  static let paperName = "Paper"
  /// How much of writing a file is packing what was done, for who is told of it.
  private static let pastShare = 0.1
  private static let paperSource = "data/paper.png"

  // MARK: Reading

  /// Opens an OpenRaster file as a drawing. Groups are taken apart.
  /// - Parameters:
  ///   - notes: gets what was understood differently from what the file may mean, a sentence for each kind.
  ///   - limits: what it may ask for.
  /// - Throws: where it cannot be read, is no OpenRaster file, is damaged or larger than a canvas may be.
  public init(
    openRasterAt path: String, limits: OpenRasterLimits = OpenRasterLimits(), notes: inout [String]
  ) throws(FileError) {
    let reader = try OpenRasterReader(path: path, limits: limits)
    let (width, height) = (reader.stack.width, reader.stack.height)
    guard Document.isAllowed(width: width, height: height) else {
      throw FileError(
        .read, path,
        fault: translated(
          "it is {width} x {height} px large, too large for a canvas", ["width": width, "height": height]))
    }
    let (nodes, flatteningNotes) = reader.stack.flattened()
    var rest = nodes[...]
    var paper: UInt32?
    var isPaperShown = false
    if let lowest = nodes.first, lowest.name == Self.paperName, lowest.opacity == 1,
      lowest.compositeOperator == .sourceOver, let colour = try reader.soleColour(of: lowest)
    {
      (paper, isPaperShown) = (colour & 0xFF_FFFF, lowest.isVisible)
      rest = rest.dropFirst()
    }
    var layers: [Layer] = []
    for node in rest {
      var layer = Layer(name: node.name, width: width, height: height)
      layer.image = try reader.image(of: node)
      (layer.isVisible, layer.isLocked) = (node.isVisible, node.isLocked)
      (layer.opacity, layer.blend) = (node.opacity, node.compositeOperator)
      layers.append(layer)
    }
    if layers.isEmpty { layers = [Layer(name: "Ink", width: width, height: height)] }
    let active = rest.firstIndex { $0.isSelected }.map { $0 - rest.startIndex } ?? layers.count - 1
    // Without paper the layers lie on nothing; what lies under them if the user wants paper is that of a new drawing.
    let document =
      if let paper {
        Document(
          width: width, height: height, layers: layers, active: active, paper: paper, isPaperShown: isPaperShown)
      } else {
        Document(width: width, height: height, layers: layers, active: active, isPaperShown: false)
      }
    guard var document else { throw FileError(.read, path, fault: translated("its layers make no drawing")) }
    document.resolution = Resolution(x: reader.stack.density.x, y: reader.stack.density.y)
    var more = reader.notes + flatteningNotes
    switch reader.past(of: document) {
    case .none: break
    case .some(.success(let past)): document.take(past)
    case .some(.failure(let fault)):
      more.append(translated("What was done before cannot be undone any more: {fault}.", ["fault": fault]))
    }
    notes += Self.condensed(more)
    self = document
  }

  /// One sentence for each kind: those that differ in the name alone count as one, and how many more there are is said.
  static func condensed(_ notes: [String]) -> [String] {
    var kinds: [(kind: String, first: String, others: Int)] = []
    for note in notes {
      // Names stand between the first quotation mark and the last.
      let parts = note.split(separator: "\"", omittingEmptySubsequences: false)
      let kind = parts.count > 2 ? "\(parts[0])\"\(parts[parts.count - 1])" : note
      if let at = kinds.firstIndex(where: { $0.kind == kind }) {
        kinds[at].others += 1
      } else {
        kinds.append((kind, note, 0))
      }
    }
    return kinds.map { kind in
      kind.others == 0
        ? kind.first
        : translated(
          "{note} So it was with {count} more.", other: "{note} So it was with {count} more.", count: kind.others,
          ["note": kind.first])
    }
  }

  // MARK: Writing

  /// Writes the drawing to `path` as an OpenRaster file, in place of what is there. What floats is laid down in the file.
  /// - Parameters:
  ///   - replacesProtected: whether a write-protected file may be replaced.
  ///   - limits: what a reader will allow.
  ///   - progress: told again and again how much is done, 0 ... 1; may throw to end the writing.
  /// - Throws: where that cannot be, or the file could not be read again; a file that was there still is then.
  public func save(
    to path: String, replacesProtected: Bool = false, limits: OpenRasterLimits = OpenRasterLimits(),
    progress: (Double) throws(FileError) -> Void = { _ in }
  ) throws(FileError) {
    let file = try AtomicFile(path: path, replacesProtected: replacesProtected)
    try writeOpenRaster(to: file, limits: limits, progress: progress)
    try file.commitReplacing()
  }

  /// Writes the drawing into `folder` as an OpenRaster file under the first of `names` that is free.
  /// - Returns: the path that it got.
  /// - Throws: where that cannot be; nothing is left then.
  public func save(into folder: String, names: some Sequence<String>) throws(FileError) -> String {
    let file = try AtomicFile(path: PathText.join(folder, "Drawing.ora"))
    try writeOpenRaster(to: file, limits: OpenRasterLimits()) { _ in }
    return try file.commit(firstFree: names)
  }

  private func writeOpenRaster(
    to file: AtomicFile, limits: OpenRasterLimits, progress: (Double) throws(FileError) -> Void
  ) throws(FileError) {
    var drawing = self
    _ = drawing.drop()
    // The pixels are what counts: memory that is too short for the past does not keep them from the disk.
    var composer = PastComposer(drawing)
    let past = try composer.pack { share throws(FileError) in try progress(share * Self.pastShare) }
    let entry = past.flatMap { try? $0.encoded(for: drawing) }
    var nodes = [
      RasterNode(
        name: Self.paperName, content: .layer(source: Self.paperSource), isVisible: isPaperShown, isLocked: true)
    ]
    var indices: [String: Int] = [:]
    for (index, layer) in drawing.layers.enumerated() {
      let source = "data/layer\(index + 1).png"
      indices[source] = index
      nodes.append(
        RasterNode(
          name: layer.name, content: .layer(source: source), opacity: layer.opacity, isVisible: layer.isVisible,
          isLocked: layer.isLocked, isSelected: index == drawing.activeLayer, compositeOperator: layer.blend))
    }
    let stack = RasterStack(
      width: width, height: height, density: (resolution.x, resolution.y), nodes: nodes)
    // Each image is asked for twice; of the whole, each counts as one and the composed drawing as one.
    let steps = Double(2 * nodes.count)
    var asked = 0
    var rows = FlattenedRows(columns: 0..<width)
    func tell(_ share: Double) throws(FileError) { try progress(Self.pastShare + share * (1 - Self.pastShare)) }
    try OpenRasterWriter.write(
      stack, to: file,
      image: { source throws(FileError) in
        try tell(Double(asked) / steps / 2)
        asked += 1
        if let index = indices[source] { return drawing.layers[index].image }
        return TileGrid(width: drawing.width, height: drawing.height, filledWith: Pixel.opaque(drawing.paper))
      }, hasAlpha: drawing.hasAlpha,
      merged: { (y, row) throws(FileError) in
        if y & 63 == 0 { try tell(0.5 + Double(y) / Double(drawing.height) / 2) }
        rows.copy(y, of: drawing, to: &row)
      }, extras: entry.map { [.init(name: PackedPast.entryName, bytes: $0, isPacked: true)] } ?? [], limits: limits)
  }
}
