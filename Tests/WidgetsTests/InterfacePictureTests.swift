import Document
import Geometry
import Ink
import Paint
import Studio
import TestSupport
import Testing

@testable import Library
@testable import Toolkit
@testable import Widgets

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

  /// The state of the golden pictures.
  static func state(_ theme: Settings.ThemeChoice) -> InterfaceState {
    var state = InterfaceState()
    state.settings.theme = theme
    state.opacity = 0.85
    state.undoCount = 128
    state.zoom = 0.5
    state.rotation = 354
    state.palettes = [Self.palette]
    state.recentColours = [0x1D1F24, 0xD6452A, 0x2F6690]
    if var document = Document(width: 64, height: 40) {
      _ = document.perform(.add(above: document.activeID))
      state.layers = document.layers.map { LayerItem($0) }
      state.activeLayer = document.activeID
    }
    return state
  }

  /// The standard palette when the golden pictures were made.
  static let palette = Palette(
    name: PaletteLibrary.standardName, columns: 8,
    entries: [
      0x1D1F24, 0xD6452A, 0xE8A33D, 0x3F7D58, 0x2F6690, 0x6B4C9A, 0x8C867F, 0xFDFCF9, 0x5C2F1F, 0x8A5A44, 0xCAA98F,
      0x7F9C96, 0x9FB8C8, 0xC9B6D9, 0xD9D5CF, 0xFFFFFF,
    ].map { Palette.Entry(rgb: $0) })

  static let readings = StatusReadings(
    zoom: 0.5, rotation: 354, tilt: .init(lean: Angle(degrees: 34), azimuth: Angle(degrees: -45)), latency: 0.0006)

  static func overlay(_ it: Case) -> Overlay {
    let overlay = Overlay(theme: Theme(scale: it.scale), width: it.width, height: it.height)
    overlay.show(state(it.theme))
    overlay.show(readings)
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
}
