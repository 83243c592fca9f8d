import Document
import Geometry
import Ink
import InterfaceSupport
import Paint
import Storage
import Studio
import TestSupport
import Testing

@testable import Library
@testable import Panels
@testable import Toolkit

/// Golden pictures of the whole interface over a drawing, at usual sizes and densities, in both
/// themes.
@Suite struct InterfacePictureTests {
  /// A size, density and theme.
  struct Case: CustomStringConvertible, Sendable {
    var width: Int
    var height: Int
    var scale: Double
    var theme: Settings.ThemeChoice
    /// The names of the pictures of `make screenshots`.
    var description: String { "\(width)x\(height)-\(Int(96 * scale))-\(theme)" }
  }

  /// The cases for which `make screenshots` makes pictures.
  static let cases = [(1024, 700), (1440, 900), (1920, 1080)].flatMap { size in
    [1.0, 2].flatMap { scale in
      Settings.ThemeChoice.allCases.map { Case(width: size.0, height: size.1, scale: scale, theme: $0) }
    }
  }

  static func overlay(_ it: Case) -> Overlay {
    let overlay = Overlay(theme: Theme(scale: it.scale), width: it.width, height: it.height)
    overlay.show(InterfaceSample.state(it.theme))
    overlay.show(InterfaceSample.readings)
    return overlay
  }

  static func picture(_ overlay: Overlay) throws -> ImageSurface {
    let (width, height) = overlay.size
    let surface = try ImageSurface(width: width, height: height, format: .xrgb32)
    try surface.paint { painter in
      painter.paint(.colour(overlay.theme.colours.surround))
      painter.saved {
        painter.translate(Double(width) / 2, Double(height) / 2)
        painter.transform(.rotation(Angle(degrees: -6)))
        let (w, h) = (Double(width) * 0.736, Double(height) * 0.822)
        painter.fill(.rect(Rect(x: -w / 2, y: -h / 2, width: w, height: h)), Colour(rgb: 0xfdfcf9))
      }
      overlay.draw(on: painter, dirty: surface.bounds)
    }
    return surface
  }

  /// The rectangles of text. Fonts differ between machines, and so do the widths of text, which
  /// move what is to its right.
  static func masks(_ overlay: Overlay) -> [PixelRect] {
    func px(_ length: Double) -> Int { Int(overlay.theme.px(length).rounded(.up)) }
    let (bar, sliders) = (overlay.bar.frame, overlay.sliders.frame)
    let center = overlay.dial.center
    let dial = overlay.dial.dial
    let layers = overlay.layers.frame
    return [
      PixelRect(minX: layers.minX, minY: layers.minY, maxX: layers.minX + px(90), maxY: layers.minY + px(80)),
      PixelRect(
        minX: layers.minX + px(62), minY: layers.minY + px(44), maxX: max(layers.minX + px(62), layers.maxX - px(32)),
        maxY: max(layers.minY + px(44), layers.maxY)),
      PixelRect(minX: bar.minX + px(134), minY: 0, maxX: bar.maxX + px(60), maxY: bar.maxY + px(14)),
      PixelRect(minX: sliders.minX, minY: sliders.maxY - px(44), maxX: sliders.maxX, maxY: sliders.maxY - px(6)),
      overlay.status.drawnFrame.grown(by: px(60)),
      dial.valueFrame,
      overlay.colours.box.hex.frame,
      PixelRect(
        minX: Int(center.x) - px(46), minY: Int(center.y) + px(8), maxX: Int(center.x) + px(46),
        maxY: Int(center.y) + px(30)),
    ]
      + dial.buttons.map {
        PixelRect(
          covering: Rect.null.grown(to: center + $0.offset, overlay.theme.px(9)))
      }
  }

  @Test("the interface matches its golden picture", arguments: cases)
  func golden(_ it: Case) throws {
    let overlay = Self.overlay(it)
    try Golden.check(Self.picture(overlay), "interface-\(it)", masks: Self.masks(overlay))
  }

  @Test("the interface matches its golden picture with text at 200 %")
  func largeText() throws {
    let overlay = Overlay(width: 1024, height: 700)
    var state = InterfaceSample.state(.dark)
    state.settings.textScale = 2
    overlay.show(state)
    overlay.show(InterfaceSample.readings)
    // Fonts differ between machines; the surroundings of text are compared.
    let masks = [overlay.bar, overlay.sliders, overlay.status, overlay.layers].map { $0.drawnFrame.grown(by: 80) }
    try Golden.check(
      Self.picture(overlay), "interface-text-200",
      masks: masks + Self.masks(overlay).map { $0.grown(by: 12) })
  }
}
