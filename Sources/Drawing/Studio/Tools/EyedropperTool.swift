import Document
import Geometry
import Ink
import Input
import Language
import Paint
import Pictures
import Raster

/// Picks the colour under the pen when the pen is lifted.
struct EyedropperTool: ToolBehaviour {
  private static let action: Action = .init(
    "eyedropper", Message("Eyedropper"), .tools, "I",
    also: Message("pick colour color picker", context: "search words")
  ) { $0.choose(.eyedropper) }
  static let tool: CanvasTool = .init(
    "eyedropper", Message("Eyedropper"),
    action: action, others: [.pickFromScreen], keepsPanels: true,
    icon: CanvasTool.Icon(
      "M4,20l0.7,-3.6l7.7,-7.7l2.9,2.9l-7.7,7.7zM10.7,7l6.3,6.3M13.6,8.2l2.6,-3.3a2.4,2.4 0 0 1 3.6,-0.2"
        + "a2.4,2.4 0 0 1 -0.2,3.5l-3.3,2.7"), EyedropperTool())

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let drag = EyedropperDrag(at: e.sample.position, in: context)
    context.begin(drag)
    return drag.effects
  }
}

/// The eyedropper held down.
final class EyedropperDrag: Gesture {
  private var picked: ColourPick
  var marks: ToolMarks { ToolMarks(pick: picked) }

  /// A drag that starts at a window position.
  init(at place: Point, in context: ToolContext) {
    picked = ColourPick(place: place, colour: context.colour(at: place), before: context.colour)
  }

  var effects: Effects {
    var effects = Effects()
    effects.toolsChanged = true
    effects.adornmentsChanged = true
    return effects
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    picked.place = e.sample.position
    picked.colour = context.colour(at: picked.place)
    return effects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = effects
    if end == .finished, let colour = picked.colour { effects.add(context.setColour(colour)) }
    return effects
  }
}

/// The colour under the eyedropper while it is held down.
public struct ColourPick: Sendable, Hashable {
  /// The eyedropper's position, window px.
  public var place: Point
  /// The colour there, 0xRRGGBB, which the release takes; nil outside the canvas.
  public var colour: UInt32?
  /// The ink's colour before, 0xRRGGBB.
  public var before: UInt32
}

/// The colours under a window position.
extension Session {
  /// The canvas pixels around a window position, for a magnifier: `side` x `side` (1...255) opaque
  /// pixels row by row, 0 outside the canvas. The position's pixel is in the middle; for an even
  /// `side` it is right of and below the middle.
  public func canvasPixels(around place: Point, side: Int) -> [UInt32] {
    let side = max(1, min(255, side))
    var pixels = [UInt32](repeating: 0, count: side * side)
    let middle = view.windowToCanvas(place)
    guard abs(middle.x) < 1e9, abs(middle.y) < 1e9 else { return pixels }
    let rect = PixelRect(
      x: Int(middle.x.rounded(.down)) - side / 2, y: Int(middle.y.rounded(.down)) - side / 2, width: side, height: side)
    var span = pixels.mutableSpan
    document.picture.compose(rect, to: &span, start: 0, stride: side)
    return pixels
  }

  /// The colour that the eyedropper picks at a window position, 0xRRGGBB; nil outside the canvas.
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
}
