/// How a layer is combined with what is under it: all that OpenRaster names (layer stack specification, "composite-op"), after
/// the W3C's "Compositing and Blending Level 1" and SVG Compositing 1.2. The raw value is the name in a file.
public enum CompositeOperator: String, Hashable, Sendable, CaseIterable {
  /// Covers it: the normal way.
  case sourceOver = "svg:src-over"
  /// Darkens like a filter.
  case multiply = "svg:multiply"
  /// Lightens like a second projector.
  case screen = "svg:screen"
  /// Multiplies what is dark and screens what is light.
  case overlay = "svg:overlay"
  /// The darker of both, channel by channel.
  case darken = "svg:darken"
  /// The lighter of both, channel by channel.
  case lighten = "svg:lighten"
  /// Brightens to reflect the layer.
  case colorDodge = "svg:color-dodge"
  /// Darkens to reflect the layer.
  case colorBurn = "svg:color-burn"
  /// Overlay with both exchanged.
  case hardLight = "svg:hard-light"
  /// A softer hard light.
  case softLight = "svg:soft-light"
  /// The difference of both.
  case difference = "svg:difference"
  /// Hue and saturation of the layer, luminosity of what is under it.
  case color = "svg:color"
  /// Luminosity of the layer, hue and saturation of what is under it.
  case luminosity = "svg:luminosity"
  /// Hue of the layer, the rest of what is under it.
  case hue = "svg:hue"
  /// Saturation of the layer, the rest of what is under it.
  case saturation = "svg:saturation"
  /// The sum of both, colours premultiplied and opacity alike: "lighter" of the W3C's specification, which OpenRaster's names.
  /// Krita adds the colours alone, so a translucent layer differs there.
  case plus = "svg:plus"
  /// What is under it, only where the layer is.
  case destinationIn = "svg:dst-in"
  /// What is under it, only where the layer is not.
  case destinationOut = "svg:dst-out"
  /// The layer, only where something is under it, and that elsewhere.
  case sourceAtop = "svg:src-atop"
  /// What is under it over the layer, only where the layer is.
  case destinationAtop = "svg:dst-atop"
}
