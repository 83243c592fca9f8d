import Document
import Language

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
    (id, name, isVisible, isLocked) = (layer.id, layer.shownName, layer.isVisible, layer.isLocked)
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
    case .sourceOver: translated("Normal", context: "blend mode")
    case .multiply: translated("Multiply", context: "blend mode")
    case .screen: translated("Screen", context: "blend mode")
    case .overlay: translated("Overlay", context: "blend mode")
    case .darken: translated("Darken", context: "blend mode")
    case .lighten: translated("Lighten", context: "blend mode")
    case .colorDodge: translated("Colour dodge", context: "blend mode")
    case .colorBurn: translated("Colour burn", context: "blend mode")
    case .hardLight: translated("Hard light", context: "blend mode")
    case .softLight: translated("Soft light", context: "blend mode")
    case .difference: translated("Difference", context: "blend mode")
    case .color: translated("Colour", context: "blend mode")
    case .luminosity: translated("Luminosity", context: "blend mode")
    case .hue: translated("Hue", context: "blend mode")
    case .saturation: translated("Saturation", context: "blend mode")
    case .plus: translated("Add", context: "blend mode")
    case .destinationIn: translated("Keep below", context: "blend mode")
    case .destinationOut: translated("Cut out", context: "blend mode")
    case .sourceAtop: translated("Clip to below", context: "blend mode")
    case .destinationAtop: translated("Mask below", context: "blend mode")
    }
  }

  /// All, as a menu groups them: normal, darker, lighter, contrast, colour, shapes.
  static let groups: [[CompositeOperator]] = [
    [.sourceOver], [.multiply, .darken, .colorBurn], [.screen, .lighten, .colorDodge, .plus],
    [.overlay, .softLight, .hardLight, .difference], [.hue, .saturation, .color, .luminosity],
    [.sourceAtop, .destinationAtop, .destinationIn, .destinationOut],
  ]
}
