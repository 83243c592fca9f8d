extension ForeignBrushes {
  /// The number of bytes at a file's start that `format` looks at.
  public static let startLength = 2100

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The format of a file; nil if it has none of them.
  ///
  /// Content decides where it can. Brushes of Photoshop and Krita's presets need their ending, too; pictures have
  /// nothing but that.
  /// - Parameters:
  ///   - start: the file's first `startLength` bytes, or all.
  ///   - path: its name or path.
  public static func format(start: some Collection<UInt8>, path: String) -> Format? {
    let start = Array(start.prefix(startLength))
    let name = path.lowercased()
    func number(_ at: Int, _ size: Int) -> Int? {
      at + size <= start.count ? start[at..<(at + size)].reduce(0) { $0 << 8 | Int($1) } : nil
    }
    if start.starts(with: png) { return name.hasSuffix(".kpp") ? .kpp : name.hasSuffix(".png") ? .png : nil }
    if start.starts(with: [0x50, 0x4B, 3, 4]) {
      let stored = Array("mimetypeapplication/x-krita-resourcebundle".utf8)
      return name.hasSuffix(".bundle") || start.dropFirst(30).starts(with: stored) ? .bundle : nil
    }
    if let version = number(4, 4) {
      let isMarked = start.dropFirst(20).starts(with: Array("GIMP".utf8))
      if version == 2 || version == 3, isMarked { return .gbr }
      if version == 1, name.hasSuffix(".gbr") || name.hasSuffix(".gpb") { return .gbr }
    }
    if name.hasSuffix(".abr"), let version = number(0, 2), PhotoshopFile.versions.contains(version) { return .abr }
    return isPipe(start) || name.hasSuffix(".gih") && start.contains(0x0A) ? .gih : nil
  }

  /// Whether a file begins like several tips of GIMP: a line, then a number and parameters.
  private static func isPipe(_ start: [UInt8]) -> Bool {
    let lines = start.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[1].first.map({ (0x30...0x39).contains($0) }) ?? false else { return false }
    return String(decoding: lines[1], as: UTF8.self).contains(" ncells:")
  }
}
