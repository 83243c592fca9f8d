import Language

extension MyPaintLibrary.Absence: CustomStringConvertible {
  /// A message without initial capital and full stop.
  public var description: String {
    switch self {
    case .notInstalled:
      translated(
        "brushes of MyPaint need the library libmypaint 1.6, which is not installed; install the package {package}",
        ["package": MyPaintLibrary.package])
    case .otherVersion:
      translated(
        "brushes of MyPaint need the library libmypaint 1.6, but another version is installed; install the package {package}",
        ["package": MyPaintLibrary.package])
    case .sharedRandomNumbers:
      translated(
        "brushes of MyPaint cannot be used: the library libmypaint (package {package}) would get random numbers of the whole process",
        ["package": MyPaintLibrary.package])
    }
  }
}

extension MyPaintLibrary {
  /// Debian's package with the library.
  public static let package = "libmypaint-1.5-1"
}
