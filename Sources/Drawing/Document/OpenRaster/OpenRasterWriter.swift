import Archive
import Files
import Geometry
import Language
import Raster

/// Writes an OpenRaster file (.ora), which MyPaint, Krita, Drawpile and others open.
///
/// Pixels are stored as straight colours of 8 bits. This is lossless: every premultiplied pixel of
/// 8 bits is restored exactly, see `Premultiplied`.
public enum OpenRasterWriter {
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
  ///   - stack: the canvas and its layers, each with its own source. A layer's position is that of
  ///     its grid; in the file it becomes that of the painted part.
  ///   - image: returns a layer's pixels by its source. Called twice for each layer; may throw to
  ///     cancel.
  ///   - hasAlpha: whether the merged image can have translucent pixels.
  ///   - merged: fills each row of the merged image, from the top, with premultiplied pixels; may
  ///     throw to cancel.
  ///   - extras: entries that follow all others.
  /// - Throws: the errors of `image` and `merged`; if the disk is full or fails, memory is short,
  ///   or the file would exceed `limits`. The caller must discard the file then.
  public static func write(
    _ stack: RasterStack, to file: AtomicFile, image: (_ source: String) throws(FileError) -> TileGrid, hasAlpha: Bool,
    merged: (_ y: Int, _ row: inout MutableSpan<UInt32>) throws(FileError) -> Void, extras: [Extra] = [],
    limits: OpenRasterLimits = OpenRasterLimits()
  ) throws(FileError) {
    func check(_ fault: String?) throws(FileError) {
      if let fault { throw FileError(.write, file.path, fault: fault) }
    }
    try check(limits.image.fault(width: stack.width, height: stack.height))
    // The list of layers precedes the images and has their positions, so each image is read twice.
    var placed = stack
    var (bounds, painted): ([String: PixelRect], PaintedTiles) = ([:], PaintedTiles())
    try place(&placed.nodes, image, &bounds, &painted)
    try check(limits.fault(painted: painted.pixels))
    try check(limits.fault(decoded: bounds.values.reduce(0) { $0 + $1.width * $1.height }))
    // libzip calls the closures while it writes, but not after `finish` has returned.
    try withoutActuallyEscaping(image) { image throws(FileError) in
      try withoutActuallyEscaping(merged) { merged throws(FileError) in
        do throws(ArchiveError) {
          try pack(placed, bounds, file, image, hasAlpha, merged, extras, limits.archive)
        } catch { throw FileError(.write, file.path, error) }
      }
    }
  }

  /// Moves every layer's position from its grid's corner to that of its painted part.
  private static func place(
    _ nodes: inout [RasterNode], _ image: (String) throws(FileError) -> TileGrid, _ bounds: inout [String: PixelRect],
    _ tiles: inout PaintedTiles
  ) throws(FileError) {
    for index in nodes.indices {
      switch nodes[index].content {
      case .group(var children, let isIsolated):
        try place(&children, image, &bounds, &tiles)
        nodes[index].content = .group(children, isIsolated: isIsolated)
      case .layer(let source):
        precondition(bounds[source] == nil, "every layer has a source of its own")
        let grid = try image(source)
        tiles.take(grid)
        let painted = grid.paintedBounds
        // An image cannot be empty, so a layer without paint is one transparent pixel.
        bounds[source] = painted.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : painted
        nodes[index].x += painted.minX
        nodes[index].y += painted.minY
      }
    }
  }

  private static func pack(
    _ stack: RasterStack, _ bounds: [String: PixelRect], _ file: AtomicFile,
    _ image: @escaping (String) throws(FileError) -> TileGrid, _ hasAlpha: Bool,
    _ merged: @escaping (Int, inout MutableSpan<UInt32>) throws(FileError) -> Void, _ extras: [Extra],
    _ limits: ZipReader.Limits
  ) throws(ArchiveError) {
    let archive = try ZipWriter(descriptor: file.descriptor)
    let room = Room(limits, beside: extras)
    // First and uncompressed, so programs can recognise the file by its first bytes.
    try archive.add("mimetype", isPacked: false) { Array("image/openraster".utf8) }
    try archive.add("stack.xml", isPacked: true) { stack.xml() }
    for (source, rect) in bounds.sorted(by: { $0.key < $1.key }) {
      try archive.add(source, isPacked: false) { () throws(ArchiveError) in
        let grid: TileGrid
        do throws(FileError) { grid = try image(source) } catch { throw .fault(error.fault) }
        let bytes = try png(rect.width, rect.height, hasAlpha: true) { y, row in
          let line = PixelRect(x: rect.minX, y: rect.minY + y, width: rect.width, height: 1)
          grid.copy(line, to: &row, stride: rect.width)
        }
        try room.take(bytes.count)
        return bytes
      }
    }
    let small = Small()
    try archive.add("mergedimage.png", isPacked: false) { () throws(ArchiveError) in
      var thumbnail = Thumbnail(ofWidth: stack.width, height: stack.height)
      let bytes = try png(stack.width, stack.height, hasAlpha: hasAlpha, density: stack.density.x) {
        (y, row) throws(FileError) in
        try merged(y, &row)
        thumbnail.add(row.span)
      }
      small.thumbnail = thumbnail
      return bytes
    }
    try archive.add("Thumbnails/thumbnail.png", isPacked: false) { () throws(ArchiveError) in
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
