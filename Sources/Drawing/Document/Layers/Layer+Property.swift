import Pixels
import Raster

extension Layer {
  /// A property and its value, as an operation sets it (`LayerOperation.set`).
  public enum Property: Hashable, Sendable {
    case name(String)
    case visible(Bool)
    case locked(Bool)
    /// Clips a layer to the one below (`Properties.isClipped`), or no longer.
    case clipped(Bool)
    /// Lets painting keep the alpha of a layer's pixels, or no longer; not for a group.
    case alphaLocked(Bool)
    /// Lets a layer's mask hide pixels, or no longer.
    case maskOn(Bool)
    /// The opacity, 0...1, clamped.
    case opacity(Double)
    /// The blend mode. A group that passes through is isolated then.
    case blend(CompositeOperator)
    /// How what a group contains is composited.
    case group(Group)
    /// The colour that marks a layer in the list of layers.
    case label(Label)
    case purpose(Purpose)
    /// Marks a layer as one that fills compare, or no longer.
    case reference(Bool)

    /// The name of the edit, in English.
    var editName: String {
      switch self {
      case .name: "Rename layer"
      case .visible(let isVisible): isVisible ? "Show layer" : "Hide layer"
      case .locked(let isLocked): isLocked ? "Lock layer" : "Unlock layer"
      case .clipped(let isClipped): isClipped ? "Clip layer" : "Unclip layer"
      case .alphaLocked(let isLocked): isLocked ? "Lock alpha" : "Unlock alpha"
      case .maskOn(let isOn): isOn ? "Mask on" : "Mask off"
      case .opacity: "Layer opacity"
      case .blend: "Blend mode"
      case .group(let group): group == .isolated ? "Isolate group" : "Pass through"
      case .label: "Colour label"
      case .purpose: "Purpose of layer"
      case .reference(let isOn): isOn ? "Mark as reference" : "Unmark reference"
      }
    }

    /// Whether it can be set on several layers as one edit.
    var isOfSeveral: Bool {
      switch self {
      case .visible, .locked, .clipped, .alphaLocked, .label, .purpose, .reference: true
      case .name, .maskOn, .opacity, .blend, .group: false
      }
    }

    /// Whether setting it again merges both edits, as while a slider is dragged.
    var isSlid: Bool { if case .opacity = self { true } else { false } }

    /// Sets it. Returns whether this changes the layer.
    func set(on layer: inout Layer) -> Bool {
      let before = (layer.properties, layer.content)
      switch self {
      case .name(let name): layer.name = name
      case .visible(let isVisible): layer.isVisible = isVisible
      case .locked(let isLocked): layer.isLocked = isLocked
      case .clipped(let isClipped): layer.isClipped = isClipped
      case .alphaLocked(let isLocked): layer.isAlphaLocked = isLocked
      case .maskOn(let isOn): layer.isMaskOn = isOn
      case .opacity(let opacity): layer.opacity = Layer.clampedOpacity(opacity)
      case .blend(let blend):
        layer.blend = blend
        if layer.isGroup { layer.content = .group(.isolated) }
      case .group(let group): if layer.isGroup { layer.content = .group(group) }
      case .label(let label): layer.label = label
      case .purpose(let purpose): layer.purpose = purpose
      case .reference(let isOn): layer.isReference = isOn
      }
      return before != (layer.properties, layer.content)
    }
  }
}
