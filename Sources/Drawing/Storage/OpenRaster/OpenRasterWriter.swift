import Archive
import Document
import Files
import Geometry
import Language
import Pictures
import Raster

/// Writes an OpenRaster file (.ora), which MyPaint, Krita, Drawpile and others open.
///
/// Pixels are stored as straight colours of 8 bits, or of 16 in the images of layers and masks with deep tiles.
/// This is lossless: every premultiplied pixel is restored exactly, see `Premultiplied` and `DeepPixel.straight`.
public enum OpenRasterWriter {
  /// The names of the merged image and of its small copy.
  static let (mergedName, thumbnailName) = ("mergedimage.png", "Thumbnails/thumbnail.png")

  /// An extra entry, which other programs ignore.
  public struct Extra: Sendable {
    /// The name in the archive, such as "Fude/history".
    public var name: String
    /// The content.
    public var bytes: [UInt8]
    /// Whether the entry is to be compressed. Compressed content gains nothing.
    public var isPacked: Bool

    /// Makes an entry from its values.
    public init(name: String, bytes: [UInt8], isPacked: Bool) {
      (self.name, self.bytes, self.isPacked) = (name, bytes, isPacked)
    }
  }

  /// Writes a drawing into `file`. The caller commits the file.
  /// - Parameters:
  ///   - stack: the canvas and its layers, each with its own source, in their groups. A layer's position is that of
  ///     its grid; in the file it becomes that of the painted part.
  ///   - image: returns a layer's pixels by its source. Called twice for each layer; may throw to
  ///     cancel.
  ///   - merging: the size of the merged image, px; nil for that of the canvas.
  ///   - hasAlpha: whether the merged image can have translucent pixels.
  ///   - merged: fills each row of the merged image, from the top, with premultiplied pixels; may
  ///     throw to cancel.
  ///   - extras: entries that follow all others.
  /// - Throws: the errors of `image` and `merged`; if the disk is full or fails, memory is short,
  ///   or the file would exceed `limits`. The caller must discard the file then.
  public static func write(
    _ stack: RasterStack, to file: AtomicFile, image: (_ source: String) throws(FileError) -> TileGrid,
    merging size: (width: Int, height: Int)? = nil, hasAlpha: Bool,
    merged: (_ y: Int, _ row: inout MutableSpan<UInt32>) throws(FileError) -> Void, extras: [Extra] = [],
    limits: OpenRasterLimits = OpenRasterLimits()
  ) throws(FileError) {
    func check(_ fault: String?) throws(FileError) {
      if let fault { throw FileError(.write, file.path, fault: fault) }
    }
    let size = size ?? (stack.width, stack.height)
    try check(limits.image.fault(width: size.width, height: size.height))
    // The list of layers precedes the images and has their positions, so each image is read twice.
    var placed = stack
    var (bounds, painted): ([String: Part], PaintedTiles) = ([:], PaintedTiles())
    try place(&placed.nodes, image, &bounds, &painted)
    try check(limits.fault(painted: painted.pixels))
    try check(limits.fault(decoded: bounds.values.reduce(0) { $0 + $1.rect.area }))
    // libzip calls the closures while it writes, but not after `finish` has returned.
    try withoutActuallyEscaping(image) { image throws(FileError) in
      try withoutActuallyEscaping(merged) { merged throws(FileError) in
        do throws(ArchiveError) {
          try pack(placed, bounds, file, image, size, hasAlpha, merged, extras, limits.archive)
        } catch { throw FileError(.write, file.path, error) }
      }
    }
  }

  /// The part of a layer's grid that an image of the file has.
  private struct Part {
    /// The layer's source.
    var source: String
    var rect: PixelRect
  }

  /// Moves every layer's position from its grid's corner to that of its painted part. A layer whose
  /// painted part is too large for an image gets pieces.
  private static func place(
    _ nodes: inout [RasterNode], _ image: (String) throws(FileError) -> TileGrid, _ bounds: inout [String: Part],
    _ tiles: inout PaintedTiles
  ) throws(FileError) {
    for index in nodes.indices {
      switch nodes[index].content {
      case .group: continue
      case .pieces: preconditionFailure("layers are divided here")
      case .layer(let source):
        precondition(bounds[source] == nil, "every layer has a source of its own")
        let grid = try image(source)
        // Readers do not keep pictures that only other programs show.
        if nodes[index].clippedPart != .picture { tiles.take(grid) }
        let painted = grid.paintedBounds
        // An image cannot be empty, so a layer without paint is one transparent pixel.
        if painted.width > ImageLimits.standard.side || painted.height > ImageLimits.standard.side
          || painted.area > RasterStack.largestMerged
        {
          nodes[index].content = .pieces(divide(grid, source, nodes[index].name, &bounds))
          continue
        }
        let corner = PixelRect(x: -nodes[index].x, y: -nodes[index].y, width: 1, height: 1).intersection(grid.bounds)
        bounds[source] = Part(source: source, rect: painted.isEmpty ? corner : painted)
        nodes[index].x += painted.isEmpty ? corner.minX : painted.minX
        nodes[index].y += painted.isEmpty ? corner.minY : painted.minY
      }
    }
  }

  /// Width and height of the squares into which a large layer is divided, px.
  private static let pieceSide = 4096

  /// The painted parts of a layer in squares, each with a source of its own.
  private static func divide(
    _ grid: TileGrid, _ source: String, _ name: String, _ bounds: inout [String: Part]
  ) -> [RasterNode] {
    let across = (grid.width + pieceSide - 1) / pieceSide
    var squares: Set<Int> = []
    for tile in grid.tileIndices {
      let corner = grid.bounds(ofTile: tile)
      squares.insert(corner.minY / pieceSide * across + corner.minX / pieceSide)
    }
    let stem = source.hasSuffix(".png") ? String(source.dropLast(4)) : source
    var pieces: [RasterNode] = []
    for square in squares.sorted() {
      let (row, column) = square.quotientAndRemainder(dividingBy: across)
      let rect = PixelRect(x: column * pieceSide, y: row * pieceSide, width: pieceSide, height: pieceSide)
      let painted = grid.paintedBounds(in: rect)
      if painted.isEmpty { continue }
      let own = "\(stem)-\(pieces.count + 1).png"
      bounds[own] = Part(source: source, rect: painted)
      pieces.append(RasterNode(name: name, content: .layer(source: own), x: painted.minX, y: painted.minY))
    }
    return pieces
  }

  private static func pack(
    _ stack: RasterStack, _ bounds: [String: Part], _ file: AtomicFile,
    _ image: @escaping (String) throws(FileError) -> TileGrid, _ size: (width: Int, height: Int), _ hasAlpha: Bool,
    _ merged: @escaping (Int, inout MutableSpan<UInt32>) throws(FileError) -> Void, _ extras: [Extra],
    _ limits: ZipReader.Limits
  ) throws(ArchiveError) {
    let archive = try ZipWriter(descriptor: file.descriptor)
    let room = Room(limits, beside: extras)
    // First and uncompressed, so programs can recognise the file by its first bytes.
    try archive.add("mimetype", isPacked: false) { Array("image/openraster".utf8) }
    try archive.add("stack.xml", isPacked: true) { stack.xml() }
    for (name, part) in bounds.sorted(by: { $0.key < $1.key }) {
      try archive.add(name, isPacked: false) { () throws(ArchiveError) in
        let (grid, rect): (TileGrid, PixelRect)
        do throws(FileError) { (grid, rect) = (try image(part.source), part.rect) } catch { throw .fault(error.fault) }
        let bytes =
          try png(rect, of: grid)
        try room.take(bytes.count)
        return bytes
      }
    }
    let small = Small()
    try archive.add(mergedName, isPacked: false) { () throws(ArchiveError) in
      var thumbnail = Thumbnail(ofWidth: size.width, height: size.height)
      let bytes = try png(size.width, size.height, hasAlpha: hasAlpha, density: stack.density.x) {
        (y, row) throws(FileError) in
        try merged(y, &row)
        thumbnail.add(row.span)
      }
      small.thumbnail = thumbnail
      return bytes
    }
    try archive.add(thumbnailName, isPacked: false) { () throws(ArchiveError) in
      // Entries are written in the order in which they were added.
      guard let thumbnail = small.thumbnail else { throw .fault(translated("there is no image for its thumbnail")) }
      return try png(thumbnail.width, thumbnail.height, hasAlpha: hasAlpha) { y, row in
        for x in 0..<thumbnail.width { row[x] = thumbnail.pixels[y * thumbnail.width + x] }
      }
    }
    for extra in extras { try archive.add(extra.name, isPacked: extra.isPacked) { extra.bytes } }
    try archive.finish()
  }

  /// The number of bytes that a reader still accepts for the layers' images.
  private final class Room {
    private let entry: Int
    private var total: Int

    init(_ limits: ZipReader.Limits, beside extras: [Extra]) {
      entry = limits.entry
      total = extras.reduce(limits.total - OpenRasterReader.xmlLimit) { $0 - $1.bytes.count }
    }

    func take(_ count: Int) throws(ArchiveError) {
      total -= count
      guard count <= entry, total >= 0 else {
        throw .fault(translated("its layers are too large to be read again from one file"))
      }
    }
  }

  private final class Small {
    var thumbnail: Thumbnail?
  }

  private static func png(_ rect: PixelRect, of grid: TileGrid) throws(ArchiveError) -> [UInt8] {
    func line(_ y: Int) -> PixelRect { PixelRect(x: rect.minX, y: rect.minY + y, width: rect.width, height: 1) }
    do throws(PNGFault) {
      guard grid.hasDeepTiles(in: rect) else {
        return try PNGBytes.made(width: rect.width, height: rect.height, hasAlpha: true) { y, row in
          grid.copy(line(y), to: &row, stride: rect.width)
        }
      }
      return try PNGBytes.made(deep: rect.width, height: rect.height, hasAlpha: true) { y, row in
        grid.copy(line(y), to: &row, stride: rect.width)
      }
    } catch { throw error.archiveError(translated("picture")) }
  }

  private static func png(
    _ width: Int, _ height: Int, hasAlpha: Bool, density: Double? = nil,
    _ body: (Int, inout MutableSpan<UInt32>) throws(FileError) -> Void
  ) throws(ArchiveError) -> [UInt8] {
    do throws(PNGFault) {
      return try PNGBytes.made(width: width, height: height, hasAlpha: hasAlpha, density: density) {
        (y, row) throws(PNGFault) in
        do throws(FileError) { try body(y, &row) } catch { throw .caller(error.fault) }
      }
    } catch { throw error.archiveError(translated("picture")) }
  }
}
