import Document
import Geometry
import Ink
import Paint
import Raster

/// What is drawn with: colours, size, opacity.
extension Session {
  /// The most colours that are remembered.
  public static let mostRecentColours = 16
  /// The ink's colour at first, 0xRRGGBB.
  public static let standardInk: UInt32 = 0x1D1F24

  /// The ink's colour, 0xRRGGBB.
  public var colour: UInt32 { style.color }
  /// The colour to show as the ink's: what the eyedropper is over, while it is held down.
  public var shownColour: UInt32 { pick?.colour ?? style.color }
  /// Opacity of the ink, 0...1, in steps of 1/255.
  public var opacity: Double { Double(style.opacity) / 255 }
  /// Diameter, canvas px, of what the tool draws with: of the eraser where that is the tool, else of the brush.
  public var size: Double { isErasing ? eraser.size : brush.size }

  /// Draws with another colour, 0xRRGGBB, from the next stroke on.
  public func setColour(_ rgb: UInt32) -> Effects {
    style.color = rgb & 0xFF_FFFF
    return toolEffects
  }

  /// Sets the colour that `swapColours` fetches, 0xRRGGBB.
  public func setBackground(_ rgb: UInt32) -> Effects {
    background = rgb & 0xFF_FFFF
    return toolEffects
  }

  /// Sets the ink's opacity, 0...1; clamped, what is no number does nothing.
  public func setOpacity(_ share: Double) -> Effects {
    guard !share.isNaN else { return Effects() }
    style.opacity = UInt8((max(0, min(1, share)) * 255).rounded())
    return toolEffects
  }

  /// Sets the diameter of what the tool draws with, canvas px; clamped to `Brush.sizes`, what is no number does nothing.
  public func setSize(_ size: Double) -> Effects {
    guard size.isFinite else { return Effects() }
    if isErasing { eraser = eraser.resized(to: size) } else { brush = brush.resized(to: size) }
    return toolEffects
  }

  /// Exchanges the ink's colour and the background's.
  public func swapColours() -> Effects {
    (style.color, background) = (background, style.color)
    return toolEffects
  }

  /// Black ink on the paper's colour.
  public func defaultColours() -> Effects {
    (style.color, background) = (Self.standardInk, document.paper)
    return toolEffects
  }

  /// Puts a colour that was drawn with in front of the others.
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
