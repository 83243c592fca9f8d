import Archive
import Ink

/// Reads the files of other programs in an archive, which share tips and limits.
struct ArchivedBrushes {
  private let tipFiles: [TipFile]
  private let tips: KritaTips
  /// What further files may use; the presets' tips count once they are read.
  private var limits: ForeignBrushes.Limits

  /// A reader that has read nothing.
  init(_ archive: ZipReader, limits: ForeignBrushes.Limits = ForeignBrushes.Limits()) {
    tipFiles = TipFile.files(in: archive)
    tips = KritaTips(files: tipFiles, budget: PixelBudget(limits))
    self.limits = limits
  }

  /// Whether presets that were read use a file as their tip, so that it is no brush of its own. One of Photoshop is,
  /// since it can have other brushes.
  func isTip(_ path: String) -> Bool { tips.used.contains(path) && !path.lowercased().hasSuffix(".abr") }

  /// Reads a file of brushes.
  /// - Parameter path: its path in the archive.
  /// - Throws: if it is damaged, exceeds the limits, or has no brush.
  mutating func read(
    _ format: ForeignBrushes.Format, _ bytes: [UInt8], _ path: String
  ) throws(ArchiveError) -> ForeignBrushes {
    if format == .kpp {
      defer { limits.pixels = min(limits.pixels, tips.budget.left) }
      return try ForeignBrushes(preset: bytes, path: path, tips: tips)
    }
    let foreign = try ForeignBrushes(
      format, bytes: bytes, path: path, fileName: path, limits: limits, tips: format == .bundle ? tipFiles : [])
    for images in Set(foreign.found.compactMap(\.brush.tipImages)) { limits.pixels -= images.masks.count }
    limits.bytes = max(0, limits.bytes - foreign.unpackedBytes)
    return foreign
  }
}
