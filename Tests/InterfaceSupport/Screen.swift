import Geometry
import Ink
import Input
import Paint
import Panels
import Raster
import Toolkit

/// A window without a window system: an overlay, the pixels below it, and the visible pixels.
public final class Screen {
  public let overlay: Overlay
  public let shown: ImageSurface

  /// Whether the colour around the canvas is that of the theme.
  public var showsSurround = false
  private var surround: Colour? { showsSurround ? overlay.theme.colours.surround : nil }

  public var bounds: PixelRect { shown.bounds }

  public init(_ width: Int = 800, _ height: Int = 500, scale: Double = 1) throws {
    overlay = Overlay(theme: Theme(scale: scale), width: width, height: height)
    shown = try ImageSurface(width: width, height: height, format: .xrgb32)
    try repaint(shown.bounds)
  }

  /// Draws the pixels in `dirty`, as the program does.
  public func repaint(_ dirty: PixelRect) throws {
    try Self.paint(overlay, on: shown, dirty, surround: surround)
  }

  /// The complete picture of the window; with `isUncached` without cached pictures, to find parts
  /// that were not redrawn.
  public func whole(isUncached: Bool = false) throws -> ImageSurface {
    if isUncached { for surface in overlay.surfaces { surface.forgetPicture() } }
    let surface = try ImageSurface(width: shown.width, height: shown.height, format: .xrgb32)
    try Self.paint(overlay, on: surface, surface.bounds, surround: surround)
    return surface
  }

  private static func paint(
    _ overlay: Overlay, on surface: ImageSurface, _ dirty: PixelRect, surround: Colour?
  ) throws {
    try surface.paint { painter in
      painter.clip(to: dirty)
      painter.paint(.colour(surround ?? Colour(rgb: 0x3a3b3f)))
      painter.fill(.rect(Rect(x: 0, y: 0, width: 470, height: 390)), Colour(rgb: 0xfdfcf9))
      overlay.draw(on: painter, dirty: dirty)
    }
  }

  /// Draws what has changed. Returns whether the window then is the same as drawn from scratch.
  /// - Parameter levels: the accepted difference of a channel: Cairo rounds coverage differently where
  ///   a clip cuts a rounded corner.
  public func isDrawnWhole(within levels: Int = 0) throws -> Bool {
    try repaint(overlay.takeDamage().bounds)
    return try shown.withBytes { a in
      try whole(isUncached: true).withBytes { b in
        for i in 0..<a.byteCount where i % 4 != 3 {
          let (x, y) = (
            a.unsafeLoad(fromByteOffset: i, as: UInt8.self), b.unsafeLoad(fromByteOffset: i, as: UInt8.self)
          )
          if max(x, y) - min(x, y) > levels { return false }
        }
        return true
      }
    }
  }

  // MARK: Input

  /// The result of an input and the bounds of its damage.
  public struct Answer: Equatable {
    public var isConsumed = false
    public var effects: [Overlay.Effect] = []
    public var dirty = PixelRect.empty

    public var effect: Overlay.Effect? { effects.first }

    public init(isConsumed: Bool = false, effects: [Overlay.Effect] = [], dirty: PixelRect = .empty) {
      (self.isConsumed, self.effects, self.dirty) = (isConsumed, effects, dirty)
    }
  }

  /// Runs `body` and returns the bounds of its damage.
  public func dirtied(_ body: () -> Void) -> PixelRect {
    _ = overlay.takeDamage()
    body()
    return overlay.takeDamage().bounds
  }

  private func answer(_ body: () -> Overlay.Response) -> Answer {
    var response = Overlay.Response()
    let dirty = dirtied { response = body() }
    return Answer(isConsumed: response.isConsumed, effects: response.effects, dirty: dirty)
  }

  public func show(rotation: Double) -> PixelRect {
    var state = overlay.context.state
    state.rotation = rotation
    return dirtied { overlay.show(state) }
  }

  public func show(_ readings: StatusReadings) -> PixelRect { dirtied { overlay.show(readings) } }

  public func show(message: String, until end: Double) -> PixelRect {
    dirtied { overlay.show(message: message, until: end) }
  }

  public func tick(_ now: Double) -> PixelRect { dirtied { overlay.tick(now: now) } }

  public func showPanels(_ areShown: Bool) -> Answer { answer { overlay.showPanels(areShown) } }

  public func resize(width: Int, height: Int, theme: Theme? = nil) -> PixelRect {
    dirtied { overlay.resize(width: width, height: height, theme: theme) }
  }

  public func pointer(_ phase: PointerEvent.Phase, _ p: Point, _ modifiers: Modifiers = [], time: Double = 0) -> Answer
  {
    answer { overlay.handle(.pointer(PointerEvent(phase, PenSample(position: p, time: time), modifiers: modifiers))) }
  }

  public func key(_ keysym: UInt32, _ modifiers: Modifiers = [], isDown: Bool = true, isRepeat: Bool = false) -> Answer
  {
    answer {
      overlay.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers, isDown: isDown, isRepeat: isRepeat)))
    }
  }

  public func scroll(_ dy: Double, _ p: Point, _ modifiers: Modifiers = []) -> Answer {
    answer { overlay.handle(.scroll(ScrollEvent(dx: 0, dy: dy, position: p, modifiers: modifiers))) }
  }
  public func pinch(_ phase: PinchEvent.Phase, _ p: Point, scale: Double = 1, turn degrees: Double = 0) -> Answer {
    answer { overlay.handle(PinchEvent(phase, at: p, scale: scale, turn: Angle(degrees: degrees))) }
  }
}
