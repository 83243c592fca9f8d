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

  // MARK: eyedropper

  /// The canvas pixels around a window place, as a magnifier shows them: `side` x `side` (1...255) opaque pixels row by
  /// row, that of the place in the middle (for even sides right of and below it); 0 outside the canvas.
  public func canvasPixels(around place: Point, side: Int) -> [UInt32] {
    let side = max(1, min(255, side))
    var pixels = [UInt32](repeating: 0, count: side * side)
    let middle = view.windowToCanvas(place)
    guard abs(middle.x) < 1e9, abs(middle.y) < 1e9 else { return pixels }
    let rect = PixelRect(
      x: Int(middle.x.rounded(.down)) - side / 2, y: Int(middle.y.rounded(.down)) - side / 2, width: side, height: side)
    var span = pixels.mutableSpan
    document.compose(rect, to: &span, start: 0, stride: side)
    return pixels
  }

  /// The colour at a window place, 0xRRGGBB, as the eyedropper takes it; nil outside the canvas.
  public func colour(at place: Point) -> UInt32? {
    guard let shown = canvasPixels(around: place, side: 1).first, shown >> 24 == 255 else { return nil }
    if !toolSettings.picksMerged {
      let p = view.windowToCanvas(place)
      let pixel = document.layers[document.activeLayer].image[Int(p.x), Int(p.y)]
      if pixel >> 24 > 0 {
        let straight = Premultiplied.straight(pixel)
        return UInt32(straight.red) << 16 | UInt32(straight.green) << 8 | UInt32(straight.blue)
      }
    }
    return shown & 0xFF_FFFF
  }

  func pick(at place: Point) -> Effects {
    pick = ColourPick(place: place, colour: colour(at: place), before: style.color)
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }
}

/// What the eyedropper is over while it is held down.
public struct ColourPick: Sendable, Hashable {
  /// Where it is, window px.
  public var place: Point
  /// The colour there, 0xRRGGBB, which releasing takes; nil outside the canvas.
  public var colour: UInt32?
  /// The ink's colour, which it would replace.
  public var before: UInt32
}
