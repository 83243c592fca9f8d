import Files
import Geometry
import Language
import Paint
import Raster

extension Document {
  /// Writes the drawing as a picture to `path`, in place of what is there.
  ///
  /// Larger than it is, it is drawn again from its history (`enlarged`); smaller, its pixels are reduced, which loses nothing that
  /// could be seen. At its own size it is what `exportPNG` writes, to the bit.
  /// - Parameters:
  ///   - replacesProtected: whether a write-protected file may be replaced.
  ///   - title: what the drawing is called, for formats that can tell.
  ///   - memory: bytes that may be used; nil for as much as the system says it has to spare.
  /// - Throws: where that cannot be, or is not wanted any more; a file that was there still is then.
  public func export(
    to path: String, _ options: ExportOptions, replacesProtected: Bool = false, title: String = "",
    filler: CoverageFiller, memory: Int? = nil, progress: ExportProgress = .none
  ) throws(ExportError) {
    // Found out before any work is done.
    let file = try Self.filed { () throws(FileError) in
      try AtomicFile(path: path, replacesProtected: replacesProtected)
    }
    try export(to: file, options, title: title, filler: filler, memory: memory, progress: progress)
    try Self.filed { () throws(FileError) in try file.commitReplacing() }
  }

  /// Writes the drawing as a picture into `file`, which is still to be committed then; where this throws, it is to be dropped.
  public func export(
    to file: AtomicFile, _ options: ExportOptions, title: String = "", filler: CoverageFiller, memory: Int? = nil,
    progress: ExportProgress = .none
  ) throws(ExportError) {
    let (scale, density) = scale(options)
    guard scale.isFinite, scale > 0 else {
      throw .refused(translated("it cannot be drawn at a scale of {scale}", ["scale": scale]))
    }
    // Whether there is such a layer as well.
    let wanted = try selected(options)
    switch options.format {
    case .png:
      try checkSize(scale)
      try checkMemory(scale, memory)
      let picture =
        try scale > 1
        ? enlarged(by: scale, filler: filler, progress: progress.part(0, 0.6)).selected(options) : wanted
      let rest = scale > 1 ? progress.part(0.6, 1) : progress
      try picture.write(file, reducedBy: min(1, scale), density: density, options, rest)
    case .svg, .pdf:
      try exportVectors(
        file, options, scale: scale, title: title, filler: filler, memory: memory, progress: progress)
    }
  }

  /// Refuses what would be larger than a picture may be, before anything is made.
  func checkSize(_ scale: Double) throws(ExportError) {
    let (width, height) = size(enlargedBy: scale)
    guard ImageLimits.standard.fault(width: width, height: height) == nil else {
      throw .refused(
        translated(
          "it would be {width} x {height} px large, but at most {side} px a side and {area} megapixels are allowed",
          [
            "width": width, "height": height, "side": ImageLimits.standard.side,
            "area": ImageLimits.standard.area / 1_000_000,
          ]))
    }
  }

  /// Refuses what would need more memory than there is.
  func checkMemory(_ scale: Double, _ memory: Int?) throws(ExportError) {
    guard scale > 1, let memory = memory ?? SystemMemory.available else { return }
    // Of the tiles that each layer ever had at once, those that it has now are nearly all; as many are kept while a stroke is drawn.
    let tiles = layers.reduce(0) { $0 + $1.image.tileCount }
    let bytes = Double(tiles * Tile.count * 4) * scale * scale * 1.5
    guard bytes < Double(memory) else {
      func gigabytes(_ bytes: Double) -> String { "\(max(0.1, (bytes / 1e8).rounded() / 10)) GB" }
      throw .refused(
        translated(
          "to draw it so large takes some {wanted} of memory, but there are only {free}",
          ["wanted": gigabytes(bytes), "free": gigabytes(Double(memory))]))
    }
  }

  /// Writes the pixels as a PNG image.
  private func write(
    _ file: AtomicFile, reducedBy scale: Double, density: Double?, _ options: ExportOptions, _ progress: ExportProgress
  ) throws(ExportError) {
    let size = size(enlargedBy: scale)
    var part = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    if options.isCropped {
      let ink = inkBounds
      guard !ink.isEmpty else { throw .refused(translated("there is nothing in it that it could be cropped to")) }
      let (x, y) = (Double(size.width) / Double(width), Double(size.height) / Double(height))
      part = PixelRect(
        covering: Rect(
          minX: Double(ink.minX) * x, minY: Double(ink.minY) * y, maxX: Double(ink.maxX) * x,
          maxY: Double(ink.maxY) * y)
      ).intersection(part)
    }
    var reducer = size == (width, height) ? nil : AreaReducer(from: (width, height), to: size)
    var row = [UInt32](repeating: 0, count: part.width)
    var rows = FlattenedRows(columns: reducer == nil ? part.minX..<part.maxX : 0..<width)
    let writer = try Self.filed { () throws(FileError) in
      try PNGWriter(file, width: part.width, height: part.height, hasAlpha: hasAlpha, density: density)
    }
    for y in part.minY..<part.maxY {
      try progress.report(Double(y - part.minY) / Double(part.height))
      var span = row.mutableSpan
      if reducer == nil {
        rows.copy(y, of: self, to: &span)
      } else {
        reducer?.write(y, part.minX..<part.maxX, to: &span) { i, row in rows.copy(i, of: self, to: &row) }
      }
      try Self.filed { () throws(FileError) in try writer.write(row.span) }
    }
    try Self.filed { () throws(FileError) in try writer.finish() }
    try progress.report(1)
  }

  /// What goes wrong with a file goes wrong with the export.
  static func filed<T>(_ body: () throws(FileError) -> T) throws(ExportError) -> T {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}
