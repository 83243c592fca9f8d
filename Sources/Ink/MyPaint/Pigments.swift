import Files

/// Mixing of colours as pigments: weighted geometric means of reflectances in ten bands of the spectrum.
///
/// The reflectances of the primaries are libmypaint's. Here equal colours stay exactly what they are, whatever their
/// shares, and shares of 0 and 1 give the colours themselves; the library is off by some steps of 1/32768 (record 114).
struct Pigments: Sendable {
  /// Red, green and blue, 0...1, straight; the last one is unused.
  typealias Colour = SIMD4<Float>

  // A colour's reflectances are those of black, plus a share of each primary's.
  private let black: Bands
  private let red: Bands
  private let green: Bands
  private let blue: Bands
  // What a change of reflectances adds to red, green and blue.
  private let toRed: Bands
  private let toGreen: Bands
  private let toBlue: Bands

  /// The pigments of the installed libmypaint; nil without it.
  static let ofLibrary: Pigments? = {
    guard let library = SharedLibrary(MyPaintLibrary.soname) else { return nil }
    // Adds the reflectances of a colour to ten numbers.
    typealias ToBands = @convention(c) (Float, Float, Float, UnsafeMutablePointer<Float>) -> Void
    typealias ToColour = @convention(c) (UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void
    guard let toBands = library.function("rgb_to_spectral", as: ToBands.self),
      let toColour = library.function("spectral_to_rgb", as: ToColour.self)
    else { return nil }
    return Pigments(
      bands: { colour in
        var bands = [Float](repeating: 0, count: Bands.count)
        toBands(colour.x, colour.y, colour.z, &bands)
        return bands
      },
      colour: { bands in
        var colour: [Float] = [0, 0, 0]
        toColour(bands, &colour)
        return SIMD3(colour[0], colour[1], colour[2])
      })
  }()

  /// Measures the pigments of two functions: the reflectances of a colour, and the colour of reflectances, both affine in
  /// what they are given. Nil if they have none that can be mixed.
  init?(bands: (SIMD3<Float>) -> [Float], colour: ([Float]) -> SIMD3<Float>) {
    func difference(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { $0 - $1 } }
    let black = bands(.zero)
    let primaries = [SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map { difference(bands($0), black) }
    // Colours are clamped to 0...1, so the effect of a band is measured from the middle.
    let middle = bands(SIMD3(repeating: 0.5))
    let step: Float = 0.125
    let centre = colour(middle)
    var effects: [SIMD3<Double>] = []
    for i in middle.indices {
      var raised = middle
      raised[i] += step
      effects.append(SIMD3<Double>(colour(raised) - centre) / Double(step))
    }
    // A primary's effect should be the primary itself. The inverse removes the difference.
    let columns = primaries.map { primary in zip(primary, effects).reduce(SIMD3.zero) { $0 + Double($1.0) * $1.1 } }
    guard let inverse = Self.inverse(columns) else { return nil }
    let exact = effects.map { effect in
      inverse[0] * effect.x + inverse[1] * effect.y + inverse[2] * effect.z
    }
    guard black.count == Bands.count, black.allSatisfy({ $0 > 0 }), exact.allSatisfy({ ($0 * 0) == .zero }),
      primaries.joined().allSatisfy({ $0 >= 0 })
    else { return nil }
    self.black = Bands(black, rest: 1)
    (red, green, blue) = (Bands(primaries[0], rest: 0), Bands(primaries[1], rest: 0), Bands(primaries[2], rest: 0))
    toRed = Bands(exact.map { Float($0.x) }, rest: 0)
    toGreen = Bands(exact.map { Float($0.y) }, rest: 0)
    toBlue = Bands(exact.map { Float($0.z) }, rest: 0)
  }

  /// The columns of the inverse of a matrix of three columns; nil if there is none.
  private static func inverse(_ columns: [SIMD3<Double>]) -> [SIMD3<Double>]? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let rows = [cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1])]
    let determinant = (columns[0] * rows[0]).sum()
    guard abs(determinant) > 0.1 else { return nil }
    return (0..<3).map { SIMD3(rows[0][$0], rows[1][$0], rows[2][$0]) / determinant }
  }

  /// The reflectances of a colour.
  @inline(__always)
  func bands(of colour: Colour) -> Bands { black + colour.x * red + colour.y * green + colour.z * blue }

  /// The colour whose reflectances are those of another one times a factor each, clamped to 0...1.
  /// - Parameters:
  ///   - bands: the reflectances of `colour`.
  ///   - logarithm: the factors' logarithms to the base 2.
  @inline(__always)
  func colour(_ colour: Colour, _ bands: Bands, times logarithm: Bands) -> Colour {
    let change = bands * logarithm.map { FastPower.exp2($0) - 1 }
    let sum = colour + Colour((toRed * change).sum, (toGreen * change).sum, (toBlue * change).sum, 0)
    let low = sum.replacing(with: 1, where: sum .> 1)
    return low.replacing(with: 0, where: low .< 0)
  }

  /// A number of each of the properties in a band.
  struct Band {
    var black: Float
    var red: Float
    var green: Float
    var blue: Float
    var toRed: Float
    var toGreen: Float
    var toBlue: Float
  }

  /// The properties of a band, 0..<`Bands.count`.
  func band(_ index: Int) -> Band {
    Band(
      black: black[index], red: red[index], green: green[index], blue: blue[index], toRed: toRed[index],
      toGreen: toGreen[index], toBlue: toBlue[index])
  }

  /// A mixture of two colours.
  /// - Parameter share: that of the second colour, 0...1.
  func mixture(_ first: Colour, _ second: Colour, share: Float) -> Colour {
    // Else it would be off by an error of rounding, which depends on the first colour.
    if share >= 1 { return second }
    let bands = bands(of: first)
    let ratio = self.bands(of: second).map(FastPower.log2) - bands.map(FastPower.log2)
    return colour(first, bands, times: share * ratio)
  }
}
