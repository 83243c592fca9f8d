import Geometry
import Ink
import Input
import Paint
import TestSupport
import Testing

@testable import Widgets

/// A window without a window system: an overlay, the pixels below it, and the pixels that a viewer would see.
final class Screen {
  let overlay: Overlay
  let shown: ImageSurface

  var bounds: PixelRect { shown.bounds }

  init(_ width: Int = 800, _ height: Int = 500, scale: Double = 1) throws {
    overlay = Overlay(theme: Theme(scale: scale), width: width, height: height)
    shown = try ImageSurface(width: width, height: height, format: .xrgb32)
    try repaint(shown.bounds)
  }

  /// Composes what lies in `dirty` anew, as the program does.
  func repaint(_ dirty: PixelRect) throws {
    try Self.paint(overlay, on: shown, dirty)
  }

  /// What the window must look like.
  func whole() throws -> ImageSurface {
    let surface = try ImageSurface(width: shown.width, height: shown.height, format: .xrgb32)
    try Self.paint(overlay, on: surface, surface.bounds)
    return surface
  }

  private static func paint(_ overlay: Overlay, on surface: ImageSurface, _ dirty: PixelRect) throws {
    try surface.paint { painter in
      painter.clip(to: dirty)
      painter.paint(.colour(Colour(rgb: 0x3a3b3f)))
      painter.fill(.rect(Rect(x: 0, y: 0, width: 470, height: 390)), Colour(rgb: 0xfdfcf9))
      overlay.draw(on: painter, dirty: dirty)
    }
  }

  // MARK: Input

  var center: Point { overlay.dial.center }

  func onDial(_ degrees: Double, _ radius: Double = 60) -> Point {
    center + Vector(length: radius, direction: Angle(degrees: degrees))
  }

  func pointer(_ phase: PointerEvent.Phase, _ p: Point, _ modifiers: Modifiers = []) -> Overlay.Response {
    overlay.handle(.pointer(PointerEvent(phase, PenSample(position: p, time: 0), modifiers: modifiers)))
  }

  func key(_ keysym: UInt32, _ modifiers: Modifiers = [], isDown: Bool = true, isRepeat: Bool = false)
    -> Overlay.Response
  {
    overlay.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers, isDown: isDown, isRepeat: isRepeat)))
  }

  func scroll(_ dy: Double, _ p: Point, _ modifiers: Modifiers = []) -> Overlay.Response {
    overlay.handle(.scroll(ScrollEvent(dx: 0, dy: dy, position: p, modifiers: modifiers)))
  }
}
