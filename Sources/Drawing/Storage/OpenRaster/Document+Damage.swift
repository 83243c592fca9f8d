import Archive
import Document
import Files
import Glibc
import Journal
import Language
import Paint
import Pictures
import Raster

/// Pixels of a drawing that are damaged in its file.
struct DamagedPixels {
  /// The layer's index.
  let layer: Int
  let plane: SurfaceID.Plane
  let damage: ImageDamage

  init(_ layer: Int, _ plane: SurfaceID.Plane, _ damage: ImageDamage) {
    (self.layer, self.plane, self.damage) = (layer, plane, damage)
  }
}

/// Opening damaged OpenRaster files.
extension Document {
  /// Takes the history from the drawing's file, and draws damaged pixels again from it. Where that is not possible,
  /// damaged masks are turned off, because they would hide whole pixels.
  /// - Returns: messages; one names all that is damaged.
  mutating func loadHistory(
    from reader: OpenRasterReader, _ damaged: [DamagedPixels], isPaperDamaged: Bool
  ) -> [FileNote] {
    func note(_ fault: PayloadError) -> FileNote {
      .other(translated("The undo history could not be loaded: {fault}.", ["fault": fault]))
    }
    guard !damaged.isEmpty || isPaperDamaged else {
      switch reader.fileHistory(of: self) {
      case nil: return []
      case .success(let fileHistory):
        take(fileHistory)
        return []
      case .failure(let fault): return [note(fault)]
      }
    }
    var (found, notes): (FileDamage, [FileNote]) = (FileDamage(), [])
    let redrawn = reader.redrawn(self, damaged.map { ($0.layer, $0.plane) }, isPaperDamaged: isPaperDamaged)
    switch redrawn {
    case .success(let document):
      self = document
      found.redrawn =
        (isPaperDamaged ? [Self.paperName] : []) + Set(damaged.map(\.layer)).sorted().map { layers[$0].name }
    case nil, .failure:
      found.hasLostPaper = isPaperDamaged
      for pixels in damaged {
        let name = layers[pixels.layer].name
        if pixels.plane == .mask {
          found.masks.append(name)
          layers[pixels.layer].isMaskOn = false
        } else if pixels.damage == .part {
          found.cut.append(name)
        } else {
          found.empty.append(name)
        }
      }
      setLayers(layers)
      if case .failure(let fault) = redrawn { notes.append(note(fault)) }
    }
    if let message = found.message { notes.insert(.other(message), at: 0) }
    return notes
  }

  /// Opens an OpenRaster file whose list of layers is missing or damaged: the drawing to which the history leads, or
  /// else the merged image, as one layer.
  /// - Parameter notes: receives a message about it.
  /// - Returns: nil if the list is not damaged, or if the file has neither.
  init?(withoutListAt path: String, limits: OpenRasterLimits, notes: inout [String]) {
    guard let descriptor = try? InputFile.open(path) else { return nil }
    defer { close(descriptor) }
    guard let archive = try? ZipReader(descriptor: descriptor, limits: limits.archive), Self.lacksList(archive) else {
      return nil
    }
    let file = FileError.printable(PathText.name(of: path))
    if let document = Self.replayed(archive) {
      self = document
      notes.append(
        translated(
          "The list of layers in {file} is damaged or missing. The drawing was drawn again from the undo history.",
          ["file": file]))
    } else if let (document, isWhole) = Self.merged(archive, limits.image, path: path) {
      self = document
      notes.append(
        translated(
          "The list of layers in {file} is damaged or missing. Fude opened the picture of all layers, as one layer.",
          ["file": file]))
      if !isWhole { notes.append(translated("This picture is damaged, too, and only its upper part is shown.")) }
    } else {
      return nil
    }
    references = ReferenceBoard(reading: &notes) { (name, limit, count) throws(ArchiveError) in
      guard let entry = archive.entry(name) else { return nil }
      if let count { return try archive.prefix(of: entry, count: count) }
      return try archive.read(entry, limit: limit)
    }
  }

  /// Whether an archive is an OpenRaster file whose list of layers is missing or damaged.
  private static func lacksList(_ archive: ZipReader) -> Bool {
    guard let type = try? OpenRasterReader.mimetype(of: archive) ?? [] else { return false }
    let isOpenRaster = type.starts(with: OpenRasterReader.mimetype.utf8)
    guard let entry = archive.entry("stack.xml") else { return isOpenRaster }
    guard isOpenRaster || type.isEmpty else { return false }
    guard let xml = try? archive.read(entry, limit: OpenRasterReader.xmlLimit) else { return true }
    var notes: [String] = []
    return (try? RasterStack(parsing: xml, notes: &notes)) == nil
  }

  /// The drawing to which the history in an archive leads; nil if there is none, or if it is damaged.
  private static func replayed(_ archive: ZipReader) -> Document? {
    guard let entry = archive.entry(FileHistory.entryName), let filler = CoverageFiller(),
      let bytes = try? archive.read(entry, limit: FileHistory.entryLimit),
      let history = try? FileHistory(bytes), var document = try? history.replayed(filler: filler)
    else { return nil }
    document.take(history)
    return document
  }

  /// The merged image in an archive as a drawing, and whether the image is whole; nil if it has no whole row.
  private static func merged(_ archive: ZipReader, _ limits: ImageLimits, path: String) -> (Document, isWhole: Bool)? {
    guard let entry = archive.entry(OpenRasterWriter.mergedName),
      let first = try? archive.prefix(of: entry, count: PNGCheck.headerSize), PNGCheck(first).hasHeader,
      let claim = try? PNGBytes.claim(first, limits: limits), isAllowed(width: claim.width, height: claim.height),
      let bytes = try? archive.readable(entry, limit: claim.bytes)
    else { return nil }
    if let picture = try? PNGPicture(bytes, limits: limits) {
      return (try? Document(of: picture.image, picture.resolution, path: path)).map { ($0, true) }
    }
    var loader = PictureLoader(width: claim.width, height: claim.height)
    var rows = 0
    func take<P: PNGPixel>(_ y: Int, _ row: Span<P>) throws(PNGFault) {
      try loader.take(row)
      rows = y + 1
    }
    try? PNGBytes.read(Array(bytes.prefix(PNGCheck(bytes).count)), limits: limits, words: take, deep: take)
    guard rows > 0, let document = try? Document(of: loader.image, nil, path: path) else { return nil }
    return (document, rows == claim.height)
  }
}
