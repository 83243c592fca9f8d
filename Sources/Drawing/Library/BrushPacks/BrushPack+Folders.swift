extension ForeignBrushes.Format {
  /// The folder of single brushes of the format; nil for one that can have several.
  public var folder: String? {
    switch self {
    case .gbr, .gih: "GIMP"
    case .kpp: "Krita"
    case .png: "Tips"
    case .abr, .bundle: nil
    }
  }
}
