extension Layer {
  /// A colour that marks a layer in the list of layers. It changes nothing of the picture.
  public enum Label: UInt8, CaseIterable, Sendable {
    case none
    case red
    case orange
    case yellow
    case green
    case cyan
    case blue
    case violet
    case grey
  }
}

extension Layer.Label {
  /// Its name in files; nil for none.
  public var name: String? { self == .none ? nil : "\(self)" }

  /// The label with a name in files; none for an unknown one.
  package init(name: String?) { self = Self.allCases.first { $0 != .none && $0.name == name } ?? .none }
}
