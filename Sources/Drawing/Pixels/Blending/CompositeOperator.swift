/// How a layer is composited with the backdrop: all values of "composite-op" in OpenRaster's layer
/// stack specification. The raw value is the name in a file. See the W3C's "Compositing and
/// Blending Level 1" and SVG Compositing 1.2.
public enum CompositeOperator: String, Hashable, Sendable, CaseIterable {
  /// Normal: covers the backdrop.
  case sourceOver = "svg:src-over"
  /// Multiplies the channels, like a filter.
  case multiply = "svg:multiply"
  /// Lightens, like a second projector.
  case screen = "svg:screen"
  /// Multiplies where the backdrop is dark and screens where it is light.
  case overlay = "svg:overlay"
  /// The darker of both, for each channel.
  case darken = "svg:darken"
  /// The lighter of both, for each channel.
  case lighten = "svg:lighten"
  /// Brightens the backdrop to reflect the layer.
  case colourDodge = "svg:color-dodge"
  /// Darkens the backdrop to reflect the layer.
  case colourBurn = "svg:color-burn"
  /// Overlay with layer and backdrop exchanged.
  case hardLight = "svg:hard-light"
  /// A softer version of hard light.
  case softLight = "svg:soft-light"
  /// The absolute difference of both.
  case difference = "svg:difference"
  /// Hue and saturation of the layer, luminosity of the backdrop.
  case colour = "svg:color"
  /// Luminosity of the layer, hue and saturation of the backdrop.
  case luminosity = "svg:luminosity"
  /// Hue of the layer, saturation and luminosity of the backdrop.
  case hue = "svg:hue"
  /// Saturation of the layer, hue and luminosity of the backdrop.
  case saturation = "svg:saturation"
  /// The sum of both, "lighter" of the W3C's specification. Krita adds only colours, not alpha.
  case plus = "svg:plus"
  /// The backdrop multiplied by the layer's alpha.
  case destinationIn = "svg:dst-in"
  /// The backdrop multiplied by 1 minus the layer's alpha.
  case destinationOut = "svg:dst-out"
  /// The layer over the backdrop, with the backdrop's alpha.
  case sourceAtop = "svg:src-atop"
  /// The backdrop over the layer, with the layer's alpha.
  case destinationAtop = "svg:dst-atop"
}
