import Archive
import Document
import Files
import Geometry
import Glibc
import Language
import Pictures
import Raster

/// Reads an OpenRaster file (.ora): a zip archive of a list of layers and a PNG image for each.
///
/// `init` reads the list, `image(of:)` a layer's pixels. Any damage is reported once all layers
/// have been read; the caller must then discard the layers that it has. With `salvages`, a damaged image
/// is read as far as it is whole instead (`LayerPixels.damage`). Use it from one thread at a time.
public final class OpenRasterReader {
  /// The file, as the caller named it.
  public let path: String
  /// The canvas and its layers.
  public let stack: RasterStack
  /// Messages about content that Fude changes or leaves out.
  public var notes: [String] { fileNotes.map(\.text) }
  private(set) var fileNotes: [FileNote]

  /// What the parser found beside the canvas and its layers.
  let findings: StackFindings
  public let archive: ZipReader
  let limits: OpenRasterLimits
  /// Whether damaged images are read as far as they are whole.
  let salvages: Bool
  private var decoded = 0
  private var painted = PaintedTiles()
  private var outsideBudget = OutsidePixels.Budget()
  /// The images of `sharedPlaces` that were read.
  private var images: [Place: Placed] = [:]
  private lazy var sharedPlaces = Self.sharedPlaces(of: stack)
  /// The bounds of images that `paintedBounds(of:atMost:)` has read.
  var knownBounds: [Place: PixelRect] = [:]
  /// The number of images that `image(of:)` has decoded.
  private(set) var decodedImages = 0

  /// Where an entry of the archive is shown.
  struct Place: Hashable {
    var source: String
    var x: Int
    var y: Int
  }

  /// The pixels of an entry at a place.
  private struct Placed {
    var pixels: LayerPixels
    var isCut: Bool
    var size: Int
    /// The number of its tiles that have several colours.
    var mixedTiles: Int
  }

  /// The largest size of `stack.xml`, bytes.
  static let xmlLimit = 16 << 20

  /// Opens a file.
  /// - Throws: if the file is unreadable, damaged, not OpenRaster, or exceeds `limits`.
  public convenience init(path: String, limits: OpenRasterLimits = OpenRasterLimits()) throws(FileError) {
    try self.init(path: path, limits: limits, salvages: false)
  }

  /// Opens a file likewise.
  /// - Parameter salvages: whether damaged images are read as far as they are whole.
  init(path: String, limits: OpenRasterLimits, salvages: Bool) throws(FileError) {
    self.path = path
    self.limits = limits
    self.salvages = salvages
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    do throws(ArchiveError) {
      archive = try ZipReader(descriptor: descriptor, limits: limits.archive)
      // Old files may have no mimetype; files of other formats have a different one.
      if let type = try Self.mimetype(of: archive), !type.starts(with: Self.mimetype.utf8) {
        throw .fault(translated("it is not an OpenRaster file"))
      }
      guard let entry = archive.entry("stack.xml") else {
        throw .fault(translated("it is not an OpenRaster file: it has no stack.xml"))
      }
      let xml = try archive.read(entry, limit: Self.xmlLimit)
      var found = StackFindings()
      var stack: RasterStack
      do throws(ArchiveError) { stack = try RasterStack(parsing: xml, found: &found) } catch {
        guard case .fault(let fault) = error else { throw error }
        throw .fault(translated("its stack.xml, {fault}", ["fault": fault]))
      }
      let names = ImageNames(of: archive)
      stack.resolveSources(by: names)
      found.sources = Set(found.sources.map { names.entry($0) ?? $0 })
      (self.stack, findings, fileNotes) = (stack, found, found.notes)
    } catch { throw FileError(.read, path, error) }
    let side = Document.endlessSide
    let sizes = stack.origin == nil ? limits.image : ImageLimits(side: side, area: side * side)
    if let fault = sizes.fault(width: stack.width, height: stack.height) {
      throw FileError(.read, path, fault: fault)
    }
    // A masked layer or group is one, though it has more nodes.
    let nodes = MaskedNode.nodes(stack.nodes).count
    guard nodes <= limits.nodes else {
      throw FileError(.read, path, fault: translated("it has more than {count} layers", ["count": limits.nodes]))
    }
    // Even an empty layer takes memory in proportion to the canvas. The paper is the extra one.
    guard nodes <= Document.mostLayers(width: canvas.width, height: canvas.height) + 1 else {
      throw FileError(
        .read, path,
        fault: translated(
          "it has {count} layers of {width} x {height} px, which is too much",
          ["count": nodes, "width": stack.width, "height": stack.height]))
    }
  }

  /// The content of the entry `mimetype` of an OpenRaster file.
  static let mimetype = "image/openraster"

  /// The content of an archive's entry `mimetype`; nil if it is missing or damaged.
  static func mimetype(of archive: ZipReader) throws(ArchiveError) -> [UInt8]? {
    guard let entry = archive.entry("mimetype") else { return nil }
    do throws(ArchiveError) { return try archive.read(entry, limit: 1000) } catch {
      guard case .fault = error, entry.size <= 1000 else { throw error }
      return nil
    }
  }

  /// The canvas of the drawing, px: that of the file, or an endless one.
  public var canvas: (width: Int, height: Int) {
    stack.origin == nil ? (stack.width, stack.height) : (Document.endlessSide, Document.endlessSide)
  }

  /// Returns a layer's pixels on a grid of the canvas's size, without those outside. See `pixels(of:)`.
  public func image(of layer: RasterNode) throws(FileError) -> TileGrid { try pixels(of: layer).image }

  /// Returns a layer's pixels, in tiles of 16 bits where the image has more than 8 hold. Those outside that exceed the limits of `OutsidePixels` are dropped with a note.
  /// Layers that show the same entry at the same place share the pixels, which are decoded
  /// once; the limits count them for each layer, as a file has them that is written.
  /// - Parameters:
  ///   - layer: a layer of `stack`; not a group.
  ///   - keepsOutside: whether those outside the canvas are kept.
  /// - Throws: if the image exceeds the limits, or if it is missing or damaged and the reader does not salvage.
  func pixels(of layer: RasterNode, keepsOutside: Bool = true) throws(FileError) -> LayerPixels {
    var pixels = LayerPixels(image: TileGrid(width: canvas.width, height: canvas.height))
    if case .pieces(let pieces) = layer.content {
      for piece in pieces {
        let place = (layer.x + piece.x, layer.y + piece.y)
        if try read(piece, at: place, into: &pixels, keepsOutside).isCut { noteCut(piece) }
      }
      if pixels.damage != nil, pieces.count > 1 { pixels.damage = .part }
      return pixels
    }
    guard case .layer(let source) = layer.content else { throw missingImage() }
    let place = Place(source: source, x: layer.x, y: layer.y)
    if keepsOutside, let known = images[place] {
      try count(decoded: known.size)
      painted.take(mixed: known.mixedTiles)
      if let fault = limits.fault(painted: painted.pixels) { throw FileError(.read, path, fault: fault) }
      if known.isCut { noteCut(layer) }
      return known.pixels
    }
    let mixedTiles = painted.mixedCount
    let (isCut, size) = try read(layer, at: (layer.x, layer.y), into: &pixels, keepsOutside)
    if isCut { noteCut(layer) }
    if keepsOutside, sharedPlaces.contains(place) {
      images[place] = Placed(pixels: pixels, isCut: isCut, size: size, mixedTiles: painted.mixedCount - mixedTiles)
    }
    return pixels
  }

  /// The places that several layers show. Only their pixels are kept.
  private static func sharedPlaces(of stack: RasterStack) -> Set<Place> {
    var (once, shared): (Set<Place>, Set<Place>) = ([], [])
    for layer in stack.nodes {
      guard case .layer(let source) = layer.content else { continue }
      let place = Place(source: source, x: layer.x, y: layer.y)
      if !once.insert(place).inserted { shared.insert(place) }
    }
    return shared
  }

  private func noteCut(_ layer: RasterNode) {
    fileNotes.append(.layerCut(ArchiveError.quotable(layer.name)))
  }

  private func missingImage() -> FileError {
    FileError(.read, path, fault: translated("a layer has no image of its own"))
  }

  /// Returns whether pixels outside of the canvas were dropped, and the size of the image, pixels.
  private func read(
    _ layer: RasterNode, at corner: (x: Int, y: Int), into pixels: inout LayerPixels, _ keepsOutside: Bool
  ) throws(FileError) -> (isCut: Bool, size: Int) {
    decodedImages += 1
    guard let (part, entry, claim) = try readableClaim(of: layer) else {
      pixels.damage = .all
      return (false, 0)
    }
    let place = PixelRect(
      x: corner.x + (stack.origin?.x ?? 0), y: corner.y + (stack.origin?.y ?? 0), width: claim.width,
      height: claim.height)
    let inside = place.intersection(pixels.image.bounds)
    var outside = OutsideCollector(place, beside: pixels.image.bounds, isKept: keepsOutside && stack.origin == nil)
    // The first line of the canvas that is not counted.
    var next = inside.minY
    func take<P: PNGPixel>(_ y: Int, _ row: Span<P>) throws(PNGFault) {
      let columns = Self.columns(of: inside, in: place, row: y)
      let line = y + place.minY
      if Self.isPainted(row, outside: columns) {
        if y == 0 || line % Tile.size == 0,
          !TileMemory.hasRoom(
            for: (row.count / Tile.size + 2) * P.tileCost, beside: painted.count + outside.cost)
        {
          throw .system(ENOMEM)
        }
        outside.add(row, at: line, outside: columns, &outsideBudget)
      }
      guard let columns else { return }
      if line == inside.minY || line % Tile.size == 0,
        !TileMemory.hasRoom(for: (inside.width / Tile.size + 2) * P.tileCost, beside: painted.count)
      {
        throw .system(ENOMEM)
      }
      pixels.image.setRow(line, from: inside.minX, to: row.extracting(columns))
      // The end of a row of tiles.
      guard (line + 1) % Tile.size == 0 || line + 1 == inside.maxY else { return }
      next = line + 1
      painted.take(row: line / Tile.size, of: &pixels.image)
      if let fault = limits.fault(painted: painted.pixels) { throw .caller(fault) }
    }
    if let damage = try read(part, entry, claim, words: take, deep: take) {
      pixels.damage = damage
      // Rows of a row of tiles that did not end.
      if next < inside.maxY { painted.take(row: next / Tile.size, of: &pixels.image) }
      if let fault = limits.fault(painted: painted.pixels) { throw FileError(.read, path, fault: fault) }
    }
    if var kept = outside.part {
      for row in 0..<kept.image.rows { painted.take(row: row, of: &kept.image) }
      if let fault = limits.fault(painted: painted.pixels) { throw FileError(.read, path, fault: fault) }
      pixels.outside.append(kept)
    }
    return (outside.isCut, claim.width * claim.height)
  }

  /// The columns of an image at `place` that are inside in its row `y`; nil for none.
  static func columns(of inside: PixelRect, in place: PixelRect, row y: Int) -> Range<Int>? {
    guard !inside.isEmpty, (inside.minY..<inside.maxY).contains(y + place.minY) else { return nil }
    return inside.minX - place.minX..<inside.maxX - place.minX
  }

  /// Whether a row has a pixel outside of some columns that is not transparent.
  static func isPainted<P: TilePixel>(_ row: Span<P>, outside columns: Range<Int>?) -> Bool {
    if columns == 0..<row.count { return false }
    for x in 0..<row.count where row[x] != .clear && !(columns?.contains(x) ?? false) { return true }
    return false
  }

  /// The colour, rounded to 8 bits, of a layer whose image has exactly the canvas's size and one opaque colour;
  /// otherwise nil. In a file whose pictures are reduced (`RasterStack.isReduced`), any size counts.
  /// Needs no memory in proportion to the canvas. Of a damaged image, the whole rows count.
  func soleColour(of layer: RasterNode) throws(FileError) -> (colour: UInt32?, damage: ImageDamage?) {
    guard let (part, entry, claim) = try readableClaim(of: layer) else { return (nil, .all) }
    let hasSize = claim.width == stack.width && claim.height == stack.height
    guard layer.x == 0, layer.y == 0, hasSize || stack.isReduced else { return (nil, nil) }
    var colour: DeepPixel?
    var isSole = true
    func take<P: PNGPixel>(_ y: Int, _ row: Span<P>) throws(PNGFault) {
      guard isSole else { return }
      let first = colour.map { P(deep: $0) } ?? row[0]
      colour = first.deep
      for x in 0..<row.count where row[x] != first {
        isSole = false
        break
      }
    }
    let damage = try read(part, entry, claim, words: take, deep: take)
    guard isSole, let colour, colour.alpha == DeepPixel.one else { return (nil, damage) }
    return (colour.word, damage)
  }

  typealias Claim = (width: Int, height: Int, bytes: Int)

  /// A layer's image: its name for messages, its archive entry, and the size in its header.
  func claim(of layer: RasterNode) throws(FileError) -> (part: String, ZipReader.Entry, Claim) {
    guard case .layer(let source) = layer.content else { throw missingImage() }
    let part = translated("layer image {file}", ["file": ArchiveError.printable(source)])
    guard let entry = archive.entry(source) else {
      throw FileError(.read, path, fault: translated("its {part} is missing", ["part": part]))
    }
    do throws(ArchiveError) {
      let first = try archive.prefix(of: entry, count: 32)
      do throws(PNGFault) { return (part, entry, try PNGBytes.claim(first, limits: limits.image)) } catch {
        throw error.archiveError(part)
      }
    } catch { throw FileError(.read, path, error) }
  }

  func count(decoded pixels: Int) throws(FileError) {
    decoded += pixels
    if let fault = limits.fault(decoded: decoded) { throw FileError(.read, path, fault: fault) }
  }

  /// Reads an image row by row.
  /// - Returns: what is missing of it; nil for nothing.
  func read(
    _ part: String, _ entry: ZipReader.Entry, _ claim: Claim,
    words: (_ y: Int, _ row: Span<UInt32>) throws(PNGFault) -> Void,
    deep: (_ y: Int, _ row: Span<DeepPixel>) throws(PNGFault) -> Void
  ) throws(FileError) -> ImageDamage? {
    try count(decoded: claim.width * claim.height)
    if salvages { return try readWholeRows(part, entry, claim, words: words, deep: deep) }
    let bytes: [UInt8]
    do throws(ArchiveError) { bytes = try archive.read(entry, limit: claim.bytes) } catch {
      throw FileError(.read, path, error)
    }
    do throws(PNGFault) { try PNGBytes.read(bytes, limits: limits.image, words: words, deep: deep) } catch {
      throw error.error(.read, path, part: part)
    }
    return nil
  }

  /// The bytes of another entry of the archive; nil if there is no entry with this name.
  /// - Throws: if the entry is damaged or has more than `limit` bytes.
  public func entry(_ name: String, limit: Int) throws(FileError) -> [UInt8]? {
    guard let entry = archive.entry(name) else { return nil }
    do throws(ArchiveError) { return try archive.read(entry, limit: limit) } catch {
      throw FileError(.read, path, error)
    }
  }
}

extension OpenRasterReader {
  /// The references in the file. What cannot be read is left out with a message in `notes`.
  func references(notes: inout [String]) -> ReferenceBoard {
    ReferenceBoard(reading: &notes) { (name, limit, count) throws(ArchiveError) in
      guard let entry = archive.entry(name) else { return nil }
      if let count { return try archive.prefix(of: entry, count: count) }
      return try archive.read(entry, limit: limit)
    }
  }
}

extension PNGFault {
  /// The fault of an archive whose part `part` holds the image.
  public func archiveError(_ part: String) -> ArchiveError {
    switch self {
    case .words(let words): .fault(translated("its {part}: {fault}", ["part": part, "fault": words]))
    case .system(let code): .system(code)
    case .caller(let words): .fault(words)
    }
  }
}
