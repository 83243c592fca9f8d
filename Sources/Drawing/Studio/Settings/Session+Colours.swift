import Document
import Geometry
import Ink
import Paint
import Raster

/// Colours, size and opacity.
extension Session {
  /// The number of recent colours.
  public static let mostRecentColours = 16
  /// The default colour of the ink, 0xRRGGBB.
  public static let standardInk: UInt32 = 0x1D1F24

  /// The ink's colour, 0xRRGGBB.
  public var colour: UInt32 { style.colour }
  /// The colour that panels show: the one under the eyedropper while it is held down, else the
  /// ink's.
  public var shownColour: UInt32 { pick?.colour ?? style.colour }
  /// Opacity of the ink, 0...1, in steps of 1/65535.
  public var opacity: Double { style.exactOpacity }
  /// The width of the tool at full pressure, canvas px: the eraser's if that is chosen, else the brush's.
  public var size: Double { isErasing ? eraser.fullWidth : brush.fullWidth }

  /// Sets the ink's colour, 0xRRGGBB, from the next stroke on.
  public func setColour(_ rgb: UInt32) -> Effects {
    style.colour = rgb & 0xFF_FFFF
    var effects = toolEffects
    if active == nil, let draft = GradientDraft.current(in: ToolContext(self)) {
      effects.add(draft.recoloured(style.colour, in: ToolContext(self)))
    }
    return effects
  }

  /// Sets the background colour, 0xRRGGBB.
  public func setBackground(_ rgb: UInt32) -> Effects {
    background = rgb & 0xFF_FFFF
    return toolEffects
  }

  /// Sets the ink's opacity, 0...1, clamped. NaN is ignored.
  public func setOpacity(_ share: Double) -> Effects {
    guard !share.isNaN else { return Effects() }
    style.exactOpacity = share
    return toolEffects
  }

  /// Sets the width of the tool at full pressure, canvas px, clamped to `Brush.sizes`. NaN and infinity are
  /// ignored.
  public func setSize(_ size: Double) -> Effects {
    guard size.isFinite else { return Effects() }
    let size = max(Brush.sizes.lowerBound, min(Brush.sizes.upperBound, size))
    if isErasing { eraser = eraser.resized(toFullWidth: size) } else { brush = brush.resized(toFullWidth: size) }
    return toolEffects
  }

  /// Exchanges the ink's and the background colour.
  public func swapColours() -> Effects {
    (style.colour, background) = (background, style.colour)
    return toolEffects
  }

  /// Black ink on the paper's colour; on a mask, black and white.
  public func defaultColours() -> Effects {
    (style.colour, background) =
      document.activePlane == .mask ? MaskColours.standard : (Self.standardInk, document.paper)
    return toolEffects
  }

  /// Exchanges the colours after a mask or a layer has become active (`MaskColours`).
  func followPlane() -> Effects {
    let isMask = document.activePlane == .mask
    guard let colours = maskColours.change(from: (style.colour, background), toMask: isMask) else { return Effects() }
    (style.colour, background) = colours
    return toolEffects
  }

  /// Puts a used colour at the start of the recent ones.
  func remember(_ rgb: UInt32) -> Effects {
    if recentColours.first == rgb { return Effects() }
    recentColours.removeAll { $0 == rgb }
    recentColours.insert(rgb, at: 0)
    recentColours.removeLast(max(0, recentColours.count - Self.mostRecentColours))
    return toolEffects
  }

  var toolEffects: Effects {
    var effects = Effects()
    effects.toolsChanged = true
    return effects
  }
}
