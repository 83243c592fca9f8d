import Document
import Files
import Geometry
import Language
import Paint
import Pictures
import Raster

extension Document {
  /// Writes the drawing as a picture to `path` and replaces an existing file.
  ///
  /// A larger PNG is drawn again from the history (`enlarged`); a smaller one is reduced. At scale
  /// 1 the file equals that of `exportPNG`. A failed or cancelled export leaves an existing file
  /// unchanged.
  /// - Parameters:
  ///   - replacesProtected: whether a write-protected file may be replaced.
  ///   - memory: the memory limit, bytes; nil for the system's available memory.
  public func export(
    to path: String, _ options: ExportOptions, replacesProtected: Bool = false, title: String = "",
    filler: CoverageFiller, memory: Int? = nil, progress: ExportProgress = .none
  ) throws(ExportError) {
    // Detect an unusable path before the work starts.
    let file = try Self.filed { () throws(FileError) in
      try AtomicFile(path: path, replacesProtected: replacesProtected)
    }
    try export(to: file, options, title: title, filler: filler, memory: memory, progress: progress)
    try Self.filed { () throws(FileError) in try file.commitReplacing() }
  }

  /// Writes the drawing as a picture into `file`, which the caller commits, or drops after an
  /// error.
  public func export(
    to file: AtomicFile, _ options: ExportOptions, title: String = "", filler: CoverageFiller, memory: Int? = nil,
    progress: ExportProgress = .none
  ) throws(ExportError) {
    if isEndless {
      guard !drawnBounds.isEmpty else { throw .refused(translated("nothing is drawn on its endless canvas")) }
      return try framed.export(to: file, options, title: title, filler: filler, memory: memory, progress: progress)
    }
    let (scale, density) = scale(options)
    guard scale.isFinite, scale > 0 else {
      throw .refused(translated("it cannot be drawn at a scale of {scale}", ["scale": scale]))
    }
    let wanted = try selected(options)
    switch options.format.writer {
    case .pixels:
      try checkSize(scale)
      try checkMemory(scale, memory)
      let picture =
        try scale > 1
        ? enlarged(by: scale, filler: filler, progress: progress.part(0, 0.6)).selected(options) : wanted
      let rest = scale > 1 ? progress.part(0.6, 1) : progress
      try picture.write(file, reducedBy: min(1, scale), density: density, options, rest)
    case .lines(let lines):
      try exportVectors(
        file, lines, options, scale: scale, title: title, filler: filler, memory: memory, progress: progress)
    case .layers, nil: preconditionFailure("\(options.format) is no format of exported pictures")
    }
  }

  func checkSize(_ scale: Double) throws(ExportError) {
    let (width, height) = size(enlargedBy: scale)
    let limits = ImageLimits.standard
    guard limits.fault(width: width, height: height) == nil else {
      let most = min(
        Double(limits.side) / Double(max(self.width, self.height)),
        (Double(limits.area) / Double(self.width * self.height)).squareRoot())
      throw .refused(
        translated(
          "it would be {width} x {height} px large, but at most {side} px a side and {area} megapixels are allowed: a scale of {scale} fits",
          [
            "width": width, "height": height, "side": limits.side, "area": limits.area / 1_000_000,
            "scale": (most * 1000).rounded(.down) / 1000,
          ]))
    }
  }

  private func write(
    _ file: AtomicFile, reducedBy scale: Double, density: Double?, _ options: ExportOptions, _ progress: ExportProgress
  ) throws(ExportError) {
    var rows = try ExportRows(of: self, reducedBy: scale, isCropped: options.isCropped)
    let part = rows.part
    func filed<T>(_ body: () throws(PNGFault) -> T) throws(ExportError) -> T {
      do throws(PNGFault) { return try body() } catch { throw .file(error.error(.write, file.path)) }
    }
    let writer = try filed { () throws(PNGFault) in
      try PictureWriter(
        options, descriptor: file.descriptor, width: part.width, height: part.height, hasAlpha: hasAlpha,
        density: density)
    }
    for y in 0..<part.height {
      try progress.report(Double(y) / Double(part.height))
      try filed { () throws(PNGFault) in try rows.write(y, to: writer) }
    }
    let bytes = try filed { () throws(PNGFault) in try writer.made() }
    try Self.filed { () throws(FileError) in try file.write(bytes.span) }
    try progress.report(1)
  }

  static func filed<T>(_ body: () throws(FileError) -> T) throws(ExportError) -> T {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}
