import Document

/// What the list of layers shows of one.
public struct LayerItem: Sendable, Hashable {
  /// Which one it is.
  public var id: Layer.ID
  /// What the user calls it.
  public var name: String
  /// Whether it is shown.
  public var isVisible: Bool
  /// Whether it is protected.
  public var isLocked: Bool
  /// 0 ... 1.
  public var opacity: Double
  /// How it is combined with what is under it.
  public var blend: CompositeOperator
  /// A small picture of it; nil where there is none.
  public var thumbnail: LayerThumbnail?

  /// An item for a layer.
  public init(_ layer: Layer, thumbnail: LayerThumbnail? = nil) {
    (id, name, isVisible, isLocked) = (layer.id, layer.name, layer.isVisible, layer.isLocked)
    (opacity, blend, self.thumbnail) = (layer.opacity, layer.blend, thumbnail)
  }

  /// "Multiply", "40 % Multiply": full opacity goes without saying, and any other stands first, so that it is never lost where
  /// there is no room for all.
  var summary: String {
    let percent = Int((opacity * 100).rounded())
    // What is not quite full is not said to be.
    return opacity >= 1 ? blend.title : "\(min(99, percent)) % \(blend.title)"
  }
}

extension CompositeOperator {
  /// What people call it.
  var title: String {
    switch self {
    case .sourceOver: "Normal"
    case .multiply: "Multiply"
    case .screen: "Screen"
    case .overlay: "Overlay"
    case .darken: "Darken"
    case .lighten: "Lighten"
    case .colorDodge: "Colour dodge"
    case .colorBurn: "Colour burn"
    case .hardLight: "Hard light"
    case .softLight: "Soft light"
    case .difference: "Difference"
    case .color: "Colour"
    case .luminosity: "Luminosity"
    case .hue: "Hue"
    case .saturation: "Saturation"
    case .plus: "Add"
    case .destinationIn: "Keep below"
    case .destinationOut: "Cut out"
    case .sourceAtop: "Clip to below"
    case .destinationAtop: "Mask below"
    }
  }

  /// All, as a menu groups them: normal, darker, lighter, contrast, colour, shapes.
  static let groups: [[CompositeOperator]] = [
    [.sourceOver], [.multiply, .darken, .colorBurn], [.screen, .lighten, .colorDodge, .plus],
    [.overlay, .softLight, .hardLight, .difference], [.hue, .saturation, .color, .luminosity],
    [.sourceAtop, .destinationAtop, .destinationIn, .destinationOut],
  ]
}
