import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Pixels
@testable import Storage

/// Edits of pixels with 16 bits a channel: a gradient that is finer than 8 bits stays one.
@Suite struct DeepEditTests {
  private static let (width, height) = (200, 130)

  /// The gradient's pixel at a place: 13 levels of 8 bits across the canvas.
  private static func exact(_ x: Double, _ y: Double) -> SIMD4<Double> {
    let level = 10_000 + 8 * x + 2 * y
    return SIMD4(level / 2, level / 4, level, level * 1.5)
  }

  /// A drawing whose one layer is the gradient.
  private static func drawing() throws -> Document {
    var document = try #require(Document(width: width, height: height))
    for index in 0..<document.activeImage.slotCount {
      let square = document.activeImage.bounds(ofTile: index)
      document.activeImage.withMutableTile(index, as: DeepPixel.self) { pixels in
        for y in 0..<square.height {
          for x in 0..<square.width {
            let exact = exact(Double(square.minX + x), Double(square.minY + y))
            pixels[y << 6 | x] = DeepPixel(SIMD4<UInt16>(exact.rounded(.toNearestOrEven)))
          }
        }
      }
    }
    return document
  }

  private static func pixel(_ image: TileGrid, _ x: Int, _ y: Int) -> SIMD4<Double> {
    var one: [DeepPixel] = [.clear]
    var span = one.mutableSpan
    image.copy(PixelRect(x: x, y: y, width: 1, height: 1), to: &span, stride: 1)
    return SIMD4<Double>(one[0].channels)
  }

  /// Fails if a tile stays deep after a recorded result that leaves no pixel that needs it: ink on it would be rounded
  /// otherwise than where the same edits were performed.
  @Test func resultsLeaveNoNeedlessDepth() throws {
    let filler = try #require(CoverageFiller())
    var document = try #require(Document(width: 64, height: 64))
    var tile = Tile()
    for depth in [Float(0.5), 1] {
      let pixel = DeepPixel(SIMD4<UInt16>(repeating: UInt16(32768 * depth) - (depth < 1 ? 1 : 0)))
      DeepPixel.withMutablePixels(of: &tile) { for place in 0..<Tile.count { $0[place] = pixel } }
      #expect(tile.isDeep)
      #expect(
        document.perform(
          .pixels(document.activeSurface, name: "Pixels"), OperationContext(filler: filler, recordsAll: true),
          result: OperationResult(tiles: [(index: 0, tile: tile)])) != nil)
      #expect(document.activeImage[0]?.isDeep == (depth < 1))
      #expect(document.activeImage[0]?.showsSame(as: tile) == true)
    }
  }

  /// The largest difference of a channel from the gradient within `rect`, in 1/32768; `back` maps to the gradient's
  /// positions.
  private static func error(_ image: TileGrid, _ rect: PixelRect, _ back: Affine = .identity) -> Double {
    var worst = 0.0
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let place = back(Point(Double(x) + 0.5, Double(y) + 0.5))
        let found = pixel(image, x, y) - exact(place.x - 0.5, place.y - 0.5)
        worst = max(worst, (0..<4).map { abs(found[$0]) }.max() ?? 0)
      }
    }
    return worst
  }

  /// Fails if moving, turning, enlarging or reducing a selection rounds its pixels to 8 bits, or shows them
  /// differently while they float.
  @Test(arguments: [(0.0, 1.0, 0.0), (90, 1, 0), (30, 1, 2), (0, 1.7, 2), (0, 0.3, 5)])
  func transformsKeepTheGradient(_ degrees: Double, _ scale: Double, _ tolerance: Double) throws {
    var document = try Self.drawing()
    document.select(Mask(width: Self.width, height: Self.height, isFull: true))
    let isLifted = document.lift()
    #expect(isLifted)
    var placement = try #require(document.floating).placement
    (placement.rotation, placement.scaleX, placement.scaleY) = (Angle(degrees: degrees), scale, scale)
    placement.translation = Vector(3, -2)
    _ = document.place(placement)
    var floating = [DeepPixel](repeating: .clear, count: document.bounds.area)
    var span = floating.mutableSpan
    document.flattenDeep(document.bounds, to: &span, start: 0, stride: Self.width)
    _ = document.drop()
    var dropped = floating
    var target = dropped.mutableSpan
    document.flattenDeep(document.bounds, to: &target, start: 0, stride: Self.width)
    #expect(dropped == floating)
    let back = try #require(placement.map.inverse)
    // Inside the moved pixels, away from their edges.
    let inner = PixelRect(x: Self.width / 2 - 15, y: Self.height / 2 - 12, width: 30, height: 20)
    #expect(Self.error(document.activeImage, inner, back) <= tolerance + 0.5)
  }

  /// Fails if scaling or turning the drawing rounds to 8 bits.
  @Test func canvasOperationsKeepTheGradient() throws {
    var document = try Self.drawing()
    _ = document.perform(.turn(quarters: 1))
    _ = document.perform(.turn(quarters: 3))
    #expect(Self.error(document.activeImage, document.bounds) <= 0.5)
    let scaler = ImageScaler(from: (Self.width, Self.height), to: (130, 85))
    let small = scaler(document.activeImage)
    let back = Affine.scale(Double(Self.width) / 130, Double(Self.height) / 85)
    #expect(Self.error(small, small.bounds.grown(by: -6), back) <= 3)
    let large = document.activeImage.enlarged(by: 2.5, width: 500, height: 325)
    #expect(Self.error(large, PixelRect(x: 100, y: 100, width: 60, height: 60), .scale(0.4, 0.4)) <= 3)
  }

  /// Fails if a translucent fill, or covering a selection, rounds what is below it to 8 bits.
  @Test func fillsKeepTheGradientBelow() throws {
    for fills in [true, false] {
      var document = try Self.drawing()
      let filling = FillSettings(tolerance: 255, source: .layer)
      if fills {
        _ = document.fill(at: Point(30, 30), colour: 0x204080, opacity: 100, filling)
      } else {
        _ = document.cover(
          Covering(surface: document.activeSurface, selection: nil, colour: 0x204080, opacity: 100))
      }
      let ink = DeepPixel(Pixel.scaled(0xFF20_4080, by: 100))
      var worst = 0.0
      for y in stride(from: 0, to: Self.height, by: 7) {
        for x in stride(from: 0, to: Self.width, by: 3) {
          let under = Self.exact(Double(x), Double(y)).rounded(.toNearestOrEven)
          let wanted = SIMD4<Double>(ink.channels) + under * (1 - Double(ink.alpha) / 32768)
          let difference = Self.pixel(document.activeImage, x, y) - wanted
          worst = max(worst, (0..<4).map { abs(difference[$0]) }.max() ?? 0)
        }
      }
      // A fill counts its ground as one colour, so only pixels of that colour are exact.
      #expect(worst <= (fills ? 200 : 0.5), "fills \(fills)")
    }
  }

  /// Fails if ink of any kind rounds the pixels under it to 8 bits, changes pixels that it does not reach, or comes back
  /// different from undo.
  @Test func inkKeepsTheGradientBelow() throws {
    let filler = try #require(CoverageFiller())
    let brushes = BrushLibrary(folder: BrushTests.folder)
    for (number, name) in ["pen", "marker", "airbrush", "pencil", "eraser"].enumerated() {
      let brush = try #require(brushes[name])
      var document = try Self.drawing()
      let before = document
      var stroke = StrokeInProgress(
        on: document, brush: brush, style: InkStyle(colour: 0x103050, opacity: 120), filler: filler)
      for i in 0..<40 {
        stroke.add(PenSample(position: Point(Double(20 + 4 * i), 60), time: Double(i) * 0.01, pressure: 0.8))
        _ = stroke.draw(on: &document)
      }
      _ = stroke.finish(on: &document)
      var (inked, changedFar) = (0, 0)
      for y in 0..<Self.height {
        for x in 0..<Self.width where Self.pixel(document.activeImage, x, y) != Self.pixel(before.activeImage, x, y) {
          inked += 1
          if abs(y - 60) > 60 { changedFar += 1 }
        }
      }
      #expect(inked > 20 && changedFar == 0, "\(name)")
      for index in 0..<document.activeImage.slotCount { #expect(document.activeImage[index]?.isDeep ?? false) }
      if number < 2 {
        // In the middle of even ink the pixels are still a gradient: no two neighbours are the same.
        let row = (60..<140).map { Self.pixel(document.activeImage, $0, 60)[3] }
        let opaque = row.allSatisfy { $0 == 32768 }
        #expect(opaque || Set(row).count > 40, "\(name)")
      }
      _ = document.undo()
      for index in 0..<document.activeImage.slotCount {
        #expect(document.activeImage[index] == before.activeImage[index])
      }
    }
  }

  /// Fails if pixels with 16 bits change their alpha where it is locked, or take another colour than atop.
  @Test func lockedAlphaStays() {
    for seed in RandomSource.seeds(3000) {
      var rng = RandomSource(seed)
      func pixel() -> DeepPixel {
        let alpha = UInt16(rng.isOne(in: 4) ? 32768 : rng.roll(0...32768))
        func channel() -> UInt16 { UInt16(rng.roll(0...Int(alpha))) }
        return DeepPixel(SIMD4(channel(), channel(), channel(), alpha))
      }
      let (ink, old) = (pixel(), pixel())
      let kept = AlphaLock.kept(ink.over(old), over: old)
      #expect(kept.alpha == old.alpha && kept.isValid)
      let (i, o) = (SIMD4<Double>(ink.channels) / 32768, SIMD4<Double>(old.channels) / 32768)
      for channel in 0..<3 where kept != old {
        let atop = o[3] * i[channel] + (1 - i[3]) * o[channel]
        #expect(abs(Double(kept.channels[channel]) - atop * 32768) <= 2, "seed \(seed)")
      }
      let erased = old.scaled(by: UInt16(rng.roll(0...32768)))
      #expect(AlphaLock.kept(erased, over: old) == old)
    }
  }
}
