import Foundation
import Geometry
import Ink
import RandomSource
import Raster
import Testing

@testable import MyPaint

@Suite struct FastPowerTests {
  /// Fails if a coefficient or a split into exponent and rest is wrong.
  @Test func numbersAreNearThoseOfTheSystem() {
    var rng = RandomSource(5)
    for _ in 0..<4000 {
      let powers = FastPower.Numbers((0..<8).map { _ in Float(rng.roll(-24_000_000...24_000_000)) / 1_000_000 })
      let numbers = FastPower.exp2(powers)
      let logarithms = FastPower.log2(numbers)
      for i in 0..<8 {
        let expected = exp2(Double(powers[i]))
        #expect(abs(Double(numbers[i]) - expected) <= 1e-6 * expected)
        #expect(abs(Double(logarithms[i]) - log2(Double(numbers[i]))) <= 2e-6)
      }
    }
    #expect(FastPower.exp2(.zero) == .one && FastPower.log2(.one) == .zero)
    #expect(FastPower.rounded([0.5, 1.5, 2.499, 32767.75, 0, 1, 7, 9]) == [0, 2, 2, 32768, 0, 1, 7, 9])
  }
}

/// The program's mixing of pigments in place of the library's.
@Suite(.enabled(if: Installed.hasLibrary, "needs libmypaint-1.5-1")) struct PigmentTests {
  private static let colours: [UInt32] = [0xFFFFFF, 0x808080, 0xC04020, 0x209CE9, 0x000000, 0x00FF00]

  private static func colour(_ rng: inout RandomSource) -> Pigments.Colour {
    func channel() -> Float { Float(rng.roll(0...255)) / 255 }
    return Pigments.Colour(channel(), channel(), channel(), 0)
  }

  /// Fails if the matrix that takes back the library's error is wrong.
  @Test func mixturesWithOneColourAreThatColour() throws {
    let pigments = try #require(Pigments.ofLibrary)
    var rng = RandomSource(1)
    for _ in 0..<500 {
      let (a, b) = (Self.colour(&rng), Self.colour(&rng))
      #expect(pigments.mixture(a, a, share: Float(rng.roll(0...100)) / 100) == a)
      #expect(pigments.mixture(a, b, share: 0) == a)
      let whole = pigments.mixture(a, b, share: 1) - b
      #expect((whole * whole).sum() < 1e-10)
    }
  }

  /// Fails if mixtures are not those of the library: blue and yellow must give green.
  @Test func mixturesAreTheLibrarys() throws {
    let pigments = try #require(Pigments.ofLibrary)
    let green = pigments.mixture(Pigments.Colour(0.1, 0.2, 0.9, 0), Pigments.Colour(1, 0.9, 0, 0), share: 0.5)
    #expect(green.y > green.x + 0.1 && green.y > green.z + 0.1, "\(green)")
    let library = try #require(Installed.library)
    #expect(library.hasOurPigments)
    // A stroke of one colour on another, by both.
    let brush = try TestStroke.brush(
      #""opaque": {"base_value": 0.4, "inputs": {}}, "hardness": {"base_value": 0.5, "inputs": {}}"#)
    for (below, above) in zip(Self.colours, Self.colours.dropFirst()) {
      let images = try [false, true].map { try Self.painted(brush, above, on: below, isExact: $0) }
      var worst: UInt32 = 0
      for (a, b) in zip(images[0].pixels, images[1].pixels) { worst = max(worst, Pixel.distance(a, b)) }
      #expect(worst <= 4, "\(String(below, radix: 16)), \(String(above, radix: 16)): \(worst)")
    }
  }

  /// The tile around the middle of a stroke on an even ground.
  private static func painted(_ brush: MyPaintBrush, _ colour: UInt32, on ground: UInt32, isExact: Bool) throws -> Tile
  {
    let library = try #require(Installed.library)
    let stroke = try #require(
      MyPaintStroke(
        library: library, brush: brush, style: MyPaintStyle(radius: 12, colour: colour),
        bounds: TestStroke.bounds, mixesExactly: isExact, content: { _ in Tile(filledWith: Pixel.opaque(ground)) }))
    for sample in TestStroke.samples { stroke.add(sample) }
    stroke.finish()
    return try #require(stroke.tile(at: MyPaintTilePlace(column: 2, row: 1)))
  }

  /// Fails if the library mixes pigments by itself, which changes even grounds (record 114).
  @Test(arguments: [0.3, 1.0], [0, 0.5]) func evenGroundsStayEven(smudge: Double, more: Double) throws {
    let brush = try TestStroke.brush(
      // More than 1 for strong pressure.
      #""paint_mode": {"base_value": 1, "inputs": {"pressure": [[0, 0], [1, \#(more)]]}}"#,
      #""opaque": {"base_value": 0.2, "inputs": {}}, "smudge": {"base_value": \#(smudge), "inputs": {}}"#,
      #""smudge_length": {"base_value": 0.9, "inputs": {}}"#)
    for colour in Self.colours {
      let tile = try Self.painted(brush, colour, on: colour, isExact: true)
      let expected = DeepPixel(Pixel.opaque(colour))
      var worst = 0
      for pixel in tile.deepPixels {
        for i in 0..<4 { worst = max(worst, abs(Int(pixel.channels[i]) - Int(expected.channels[i]))) }
      }
      #expect(worst <= 1, "\(String(colour, radix: 16)): \(worst)")
    }
  }
}
