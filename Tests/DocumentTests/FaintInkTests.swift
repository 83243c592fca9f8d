import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Pictures

/// Strokes that are not opaque: any number of them adds up to their colour.
@Suite struct FaintInkTests {
  let filler: CoverageFiller
  let brushes = BrushLibrary(folder: BrushTests.folder)
  private static let opacities = [0.01, 0.02, 0.03, 0.05, 0.1, 0.27, 0.5, 0.93]
  private static let points = [Point(8, 30), Point(56, 34)]

  init() throws { filler = try #require(CoverageFiller()) }

  private static func style(_ colour: UInt32, _ opacity: Double, _ blend: InkStyle.Blend = .over) -> InkStyle {
    var style = InkStyle(colour: colour, blend: blend)
    style.exactOpacity = opacity
    return style
  }

  /// A drawing of one tile, covered with a colour.
  private static func ground(_ colour: UInt32, opacity: UInt8) throws -> Document {
    var document = try #require(Document(width: Tile.size, height: Tile.size))
    if opacity > 0 {
      _ = document.cover(
        Covering(surface: document.activeSurface, selection: nil, colour: colour, opacity: opacity))
    }
    return document
  }

  private func draw(
    _ document: inout Document, _ brush: Brush, _ style: InkStyle, _ points: [Point] = FaintInkTests.points
  ) {
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: filler)
    for (i, point) in points.enumerated() {
      stroke.add(PenSample(position: point, time: Double(i) * 0.1, pressure: 0.7))
    }
    _ = stroke.finish(on: &document)
  }

  private static func pixels(_ document: Document) -> [DeepPixel] {
    document.activeImage[0]?.deepPixels ?? [DeepPixel](repeating: .clear, count: Tile.count)
  }

  /// How far a stroke of a brush covers each pixel, 0...1. The ink is as good as opaque.
  private func coverage(_ brush: Brush) throws -> [Double] {
    var document = try Self.ground(0, opacity: 0)
    var style = InkStyle(colour: 0)
    style.share = 65534
    var full = brush
    full.opacity = 1
    draw(&document, full, style)
    return Self.pixels(document).map { Double($0.alpha) / Double(DeepPixel.one) }
  }

  /// Fails if any number of strokes, at any opacity, is more than 2 levels from the exact result in a premultiplied
  /// channel of any pixel: pens, pencils, airbrushes and the same as erasers, on empty, translucent and opaque ground.
  @Test func strokesAddUpToTheirColour() throws {
    let kinds = try ["pen", "pencil", "airbrush"].map { name in
      let brush = try #require(brushes[name]).resized(to: 30)
      return (name, brush, try coverage(brush))
    }
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let (name, brush, coverage) = kinds[seed % kinds.count]
      let opacity = Self.opacities[rng.roll(0..<Self.opacities.count)]
      let erases = rng.isOne(in: 3)
      let colour = UInt32(rng.roll(0...0xFF_FFFF))
      let under = UInt8([0, 100, 255][rng.roll(0...2)])
      var document = try Self.ground(UInt32(rng.roll(0...0xFF_FFFF)), opacity: erases ? 255 : under)
      let start = Self.pixels(document)
      let ink = erases ? DeepPixel.clear : DeepPixel(Pixel.opaque(colour))
      for count in 1...200 {
        draw(&document, brush, Self.style(colour, opacity, erases ? .erase : .over))
        guard [1, 7, 50, 200].contains(count) else { continue }
        var worst = 0.0
        for (i, pixel) in Self.pixels(document).enumerated() {
          var rest = 1.0
          for _ in 0..<count { rest *= 1 - opacity * brush.opacity * coverage[i] }
          let levels = pixel.word
          for (channel, shift) in [16, 8, 0, 24].enumerated() {
            let sum = Double(start[i].channels[channel]) * rest + Double(ink.channels[channel]) * (1 - rest)
            let exact = sum / Double(DeepPixel.one) * 255
            worst = max(worst, abs(Double(levels >> UInt32(shift) & 255) - exact))
          }
        }
        #expect(worst <= 2, "\(name) of \(opacity), \(count) strokes, erases: \(erases), seed \(seed)")
      }
    }
  }

  /// Fails if many strokes of the marker, which multiplies, leave the exact product.
  @Test func multipliedStrokesAddUp() throws {
    let marker = try #require(brushes["marker"]).resized(to: 40)
    for opacity in [0.02, 0.1, 1] {
      var document = try Self.ground(0xE0_C0A0, opacity: 255)
      for count in 1...60 {
        draw(&document, marker, Self.style(0xC0_E0F0, opacity))
        let pixel = Self.pixels(document)[32 * Tile.size + 32]
        for (i, (ground, ink)) in [(0xE0, 0xC0), (0xC0, 0xE0), (0xA0, 0xF0)].enumerated() {
          var exact = Double(ground)
          for _ in 0..<count { exact *= 1 - opacity * marker.opacity * (1 - Double(ink) / 255) }
          #expect(abs(Double(pixel.channels[i]) / Double(DeepPixel.one) * 255 - exact) <= 2)
        }
      }
    }
  }

  /// Fails if a faint eraser leaves anything of what it passes over, or a tile of the layer.
  @Test func eraserComesToNothing() throws {
    let eraser = Brush.eraser.resized(to: 200)
    var document = try Self.ground(0xC0_4060, opacity: 255)
    for _ in 0..<400 { draw(&document, eraser, Self.style(0, 0.02, .erase), [Point(20, 32), Point(44, 32)]) }
    #expect(document.activeImage[0] == nil)
  }

  /// Fails if the straight colour of a faint stroke is another one in a picture with 8 bits and transparency.
  @Test func faintColourStaysInPictures() throws {
    var document = try Self.ground(0, opacity: 0)
    draw(&document, Brush(size: 40, minimumShare: 1), Self.style(0xC0_4060, 0.02))
    let (red, green, blue, alpha) = Self.pixels(document)[32 * Tile.size + 32].straightBytes
    #expect(alpha == 5 && abs(Int(red) - 0xC0) <= 1 && abs(Int(green) - 0x40) <= 1 && abs(Int(blue) - 0x60) <= 1)
    #expect(document.activeImage.hasDeepTiles)
  }

  /// Fails if the record of a faint stroke loses its opacity, or the stroke of an older file gets other pixels.
  @Test func olderStrokesKeepTheirPixels() throws {
    for name in ["pen", "pencil", "marker", "airbrush"] {
      let brush = try #require(brushes[name]).resized(to: 30)
      var document = try Self.ground(0, opacity: 0)
      draw(&document, brush, Self.style(0xC0_4060, 0.03))
      let record = try #require(document.history.lastDone?.stroke)
      let back = try record.again(width: Tile.size, height: Tile.size)
      #expect(back == record && back.style.share == 1966, "\(name)")
      var again = try Self.ground(0, opacity: 0)
      again.draw(back, filler: filler)
      #expect(again.activeImage == document.activeImage, "\(name)")
    }
    var document = try Self.ground(0, opacity: 0)
    draw(&document, Brush(size: 40, minimumShare: 1), Self.style(0xC0_4060, 0.02))
    var old = try #require(document.history.lastDone?.stroke)
    // As older versions mixed it.
    old.style.isExact = false
    old.style.opacity = 5
    var first = try Self.ground(0, opacity: 0)
    first.draw(old, filler: filler)
    #expect(first.activeImage[32, 32] == 0x0503_0101 && !first.activeImage.hasDeepTiles)
    #expect(try old.again(width: Tile.size, height: Tile.size) == old, "an older stroke stays one")
  }
}
