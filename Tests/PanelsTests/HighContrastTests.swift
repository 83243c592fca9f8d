import Foundation
import Geometry
import InterfaceSupport
import Paint
import Raster
import Studio
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// The high contrast themes: contrast, choice and appearance.
@Suite struct HighContrastTests {
  private static let themes: [Theme.Colours] = [.highContrastDark, .highContrastLight]

  /// WCAG 2.1, "contrast ratio" of two opaque colours, 1...21.
  private func contrast(_ a: Colour, _ b: Colour) -> Double {
    func luminance(_ c: Colour) -> Double {
      func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue)
    }
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  private func composited(_ top: Colour, over ground: Colour) -> Colour {
    var mixed = ground.mixed(with: top, top.alpha)
    mixed.alpha = 1
    return mixed
  }

  /// WCAG 2.1, 1.4.6 (enhanced contrast of text) and 1.4.11 (contrast of controls), also for
  /// disabled parts, for which neither requires it. Fails if a colour of a theme loses its
  /// contrast.
  @Test("text has a contrast of 7, edges, marks and rings of 3", arguments: themes)
  func measured(_ colours: Theme.Colours) throws {
    #expect(colours.panel.alpha == 1 && colours.button.alpha == 1)
    let outline = try #require(colours.outline)
    let plain = [colours.panel, colours.button]
    let grounds = plain.flatMap { [$0, composited(colours.hover, over: $0), composited(colours.pressed, over: $0)] }
    // Highlights inside highlights: the chosen row of a list, a control on a page.
    let all = grounds + grounds.map { composited(colours.hover, over: $0) }
    for ground in grounds + [colours.disabledFill] {
      for text in [colours.text, colours.dim, colours.disabled] { #expect(contrast(text, ground) >= 7) }
    }
    // Selected text in a focused field.
    let selected = composited(
      colours.focus.faded(by: TextField.quietSelection), over: composited(colours.pressed, over: colours.panel))
    #expect(contrast(colours.text, selected) >= 7)
    for ground in grounds { #expect(contrast(colours.accentText, ground) >= 7) }
    for ground in all {
      for mark in [outline, colours.focus, colours.track, colours.faint, colours.accent, colours.text] {
        #expect(contrast(mark, ground) >= 3)
      }
    }
    #expect(contrast(colours.separator, colours.panel) >= 3)
    for ground in [
      colours.accent, composited(colours.hover, over: colours.accent),
      composited(colours.pressed, over: colours.accent),
    ] {
      #expect(contrast(colours.onAccent, ground) >= 7)
    }
    // The focus ring is drawn on a ring of the panel's colour.
    #expect(contrast(colours.focus, colours.panel) >= 4.5)
    for edge in [outline, colours.panel] {
      #expect(contrast(edge, colours.surround) >= 3 || contrast(outline, colours.surround) >= 3)
    }
  }

  /// Fails if the selection's frame or a handle has too little contrast with what is drawn, such as
  /// yellow on paper.
  @Test("the selection's frame and handles have a contrast of 3 on any ground", arguments: themes)
  func frames(_ colours: Theme.Colours) throws {
    for rgb: UInt32 in [0xFDFCF9, 0xFFFFFF, 0x000000, 0x808080, 0xFFD500, 0x00309C] {
      let ground = Colour(rgb: rgb)
      var adornments = Adornments()
      adornments.frame = [Point(20, 20), Point(100, 20), Point(100, 100), Point(20, 100)]
      adornments.handles = [Point(60, 60)]
      var (layer, damage) = (AdornmentLayer(), Region())
      layer.show(
        adornments, in: PixelRect(x: 0, y: 0, width: 120, height: 120), theme: Theme(colours: colours), damage: &damage)
      let picture = try ImageSurface(width: 120, height: 120, format: .xrgb32)
      try picture.paint { painter in
        painter.paint(.colour(ground))
        layer.draw(on: painter, dirty: picture.bounds)
      }
      func best(_ x: Range<Int>, _ y: Int) -> Double {
        x.map { contrast(Colour(rgb: (picture.pixel(x: $0, y: y) ?? 0) & 0xFF_FFFF), ground) }.max() ?? 0
      }
      #expect(best(15..<25, 60) >= 3, "frame on \(rgb)")
      #expect(best(50..<70, 60) >= 3, "handle on \(rgb)")
    }
  }

  /// Fails if the desktop's theme is ignored, or overrides the user's choice.
  @Test("the desktop's theme is followed unless the user has chosen")
  func chosen() {
    var settings = Settings()
    #expect(Theme.Colours(settings, desktop: nil) == .dark)
    #expect(Theme.Colours(settings, desktop: .light) == .highContrastLight)
    #expect(Theme.Colours(settings, desktop: .dark) == .highContrastDark)
    settings.contrast = .normal
    #expect(Theme.Colours(settings, desktop: .dark) == .dark)
    settings.contrast = .high
    #expect(Theme.Colours(settings, desktop: nil) == .highContrastDark)
    settings.theme = .light
    #expect(Theme.Colours(settings, desktop: .dark) == .highContrastLight)
  }

  /// Fails if the change requires a restart.
  @Test("it changes while the program runs")
  func live() throws {
    let screen = try Screen()
    var state = InterfaceState()
    state.desktopContrast = .light
    screen.overlay.show(state)
    #expect(screen.overlay.theme.colours == .highContrastLight)
    state.desktopContrast = nil
    screen.overlay.show(state)
    #expect(screen.overlay.theme.colours == .dark)
  }

  @Test("the interface matches its golden picture", arguments: [Settings.ThemeChoice.dark, .light])
  func golden(_ theme: Settings.ThemeChoice) throws {
    let overlay = Overlay(width: 1024, height: 700)
    var state = InterfaceSample.state(theme)
    state.settings.contrast = .high
    overlay.show(state)
    overlay.show(InterfaceSample.readings)
    try Golden.check(
      InterfacePictureTests.picture(overlay), "interface-contrast-\(theme)", masks: InterfacePictureTests.masks(overlay)
    )
  }
}
