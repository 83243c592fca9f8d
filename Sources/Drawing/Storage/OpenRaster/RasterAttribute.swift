import Document

/// An attribute of a layer's or group's element that has one property: a row of `all`.
///
/// Opacity, visibility and mode are no rows, since clipped layers and groups that are taken apart change them.
struct RasterAttribute: Sendable {
  let name: String
  /// The value; nil where the attribute is left out.
  let text: @Sendable (Layer.Properties) -> String?
  /// Sets the property from a value.
  let parse: @Sendable (String, inout Layer.Properties) -> Void

  static let all = [
    RasterAttribute("edit-locked", \.isLocked), RasterAttribute("fude-alpha-locked", \.isAlphaLocked),
    RasterAttribute(
      name: "fude-label", text: { $0.label.name }, parse: { $1.label = Layer.Label(name: $0) }),
    RasterAttribute(
      name: "fude-purpose", text: { $0.purpose == .picture ? nil : $0.purpose.rawValue },
      parse: { $1.purpose = Layer.Purpose(rawValue: $0) ?? .picture }),
    RasterAttribute("fude-reference", \.isReference),
  ]

  private init(
    name: String, text: @escaping @Sendable (Layer.Properties) -> String?,
    parse: @escaping @Sendable (String, inout Layer.Properties) -> Void
  ) {
    (self.name, self.text, self.parse) = (name, text, parse)
  }

  /// An attribute that is "true" or left out.
  private init(_ name: String, _ flag: any WritableKeyPath<Layer.Properties, Bool> & Sendable) {
    self.init(
      name: name, text: { $0[keyPath: flag] ? "true" : nil }, parse: { $1[keyPath: flag] = Self.isTrue($0) })
  }

  /// Whether a value means yes.
  static func isTrue(_ text: String?) -> Bool { text == "true" || text == "1" }
}
