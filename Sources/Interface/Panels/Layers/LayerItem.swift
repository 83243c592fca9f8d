import Document
import Language
import Pixels
import Studio
import Toolkit

/// The properties of a layer that the list of layers shows.
@dynamicMemberLookup public struct LayerItem: Sendable, Hashable {
  /// A layer's mask.
  public struct Mask: Sendable, Hashable {
    /// Whether it hides pixels.
    public var isOn: Bool
    /// Whether it is drawn on while the layer is active.
    public var isActive = false
    /// A thumbnail; nil if there is none.
    public var thumbnail: LayerThumbnail?
  }

  /// The layer's identity.
  public var id: Layer.ID
  /// The name as it is shown, opacity and other properties; also members of the item: `item.opacity`.
  public var properties: Layer.Properties
  /// What it contains.
  public var content: Layer.Content
  /// The number of groups that contain it.
  public var depth: Int
  /// Whether it is chosen; the active one always is.
  public var isChosen = false
  /// Whether it is a group whose content the list hides.
  public var isFolded = false
  /// Whether strokes are chosen whose ink it has.
  public var hasChosenStrokes = false
  /// The mask; nil without one.
  public var mask: Mask?
  /// A thumbnail; nil if there is none.
  public var thumbnail: LayerThumbnail?

  /// Creates an item for a layer.
  public init(_ layer: Layer, thumbnail: LayerThumbnail? = nil) {
    (id, properties, content, depth) = (layer.id, layer.properties, layer.content, layer.depth)
    self.thumbnail = thumbnail
    properties.name = layer.shownName
    if layer.mask != nil { mask = Mask(isOn: layer.isMaskOn) }
  }

  @inlinable public subscript<Value>(dynamicMember property: WritableKeyPath<Layer.Properties, Value>) -> Value {
    get { properties[keyPath: property] }
    set { properties[keyPath: property] = newValue }
  }

  /// The items of a drawing's layers, in the order of `LayerTree`.
  /// - Parameter strokes: the strokes that are chosen.
  public static func items(
    of document: Document, thumbnails: [SurfaceID: LayerThumbnail], strokes: ChosenStrokes? = nil
  ) -> [LayerItem] {
    let chosen = Set(document.chosenLayers)
    return document.layers.map { layer in
      var item = LayerItem(layer, thumbnail: thumbnails[SurfaceID(layer.id)])
      item.isChosen = chosen.contains(layer.id)
      item.hasChosenStrokes = strokes?.layers.contains(layer.id) ?? false
      item.isFolded = document.foldedGroups.contains(layer.id)
      item.mask?.isActive = document.activeSurface == SurfaceID(layer.id, .mask)
      item.mask?.thumbnail = thumbnails[SurfaceID(layer.id, .mask)]
      return item
    }
  }

  /// How what a group contains is composited; nil for another layer.
  var group: Layer.Group? { content.group }
  /// Whether it contains other layers.
  var isGroup: Bool { group != nil }

  /// "Multiply", "40 % Multiply". Full opacity is left out; any other comes first, so that
  /// shortening never removes it. What is no part of the picture says so instead of its mode.
  var summary: String {
    let percent = Int((properties.opacity * 100).rounded())
    // 99.6 % must not be shown as 100 %.
    let mode =
      switch properties.purpose {
      case .picture where properties.isReference && properties.blend == .sourceOver:
        translated("Reference", context: "a layer")
      case .picture: group == .passThrough ? Self.passThrough : properties.blend.title
      case .draft: translated("Draft", context: "a layer")
      case .quickMask: translated("is painted", context: "the selection as a layer")
      case .selection: translated("kept", context: "the selection as a layer")
      }
    return properties.opacity >= 1 ? mode : "\(min(99, percent)) % \(mode)"
  }
}

extension LayerItem {
  /// The title of the mode of a group that passes through.
  static var passThrough: String { translated("Pass through", context: "blend mode") }
}

extension CompositeOperator {
  var title: String {
    switch self {
    case .sourceOver: translated("Normal", context: "blend mode")
    case .multiply: translated("Multiply", context: "blend mode")
    case .screen: translated("Screen", context: "blend mode")
    case .overlay: translated("Overlay", context: "blend mode")
    case .darken: translated("Darken", context: "blend mode")
    case .lighten: translated("Lighten", context: "blend mode")
    case .colourDodge: translated("Colour dodge", context: "blend mode")
    case .colourBurn: translated("Colour burn", context: "blend mode")
    case .hardLight: translated("Hard light", context: "blend mode")
    case .softLight: translated("Soft light", context: "blend mode")
    case .difference: translated("Difference", context: "blend mode")
    case .colour: translated("Colour", context: "blend mode")
    case .luminosity: translated("Luminosity", context: "blend mode")
    case .hue: translated("Hue", context: "blend mode")
    case .saturation: translated("Saturation", context: "blend mode")
    case .plus: translated("Add", context: "blend mode")
    case .destinationIn: translated("Keep below", context: "blend mode")
    case .destinationOut: translated("Erase", context: "blend mode")
    case .sourceAtop: translated("Atop", context: "blend mode")
    case .destinationAtop: translated("Mask below", context: "blend mode")
    }
  }

  /// All modes as the menu groups them: normal, darker, lighter, contrast, colour, shapes.
  static let groups: [[CompositeOperator]] = [
    [.sourceOver], [.multiply, .darken, .colourBurn], [.screen, .lighten, .colourDodge, .plus],
    [.overlay, .softLight, .hardLight, .difference], [.hue, .saturation, .colour, .luminosity],
    [.sourceAtop, .destinationAtop, .destinationIn, .destinationOut],
  ]
}
