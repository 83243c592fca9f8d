/// The mean colour of pixels, mixed as pigments and as light.
struct ColourSum {
  private let pigments: Pigments
  /// The sum of the pixels' shares.
  private(set) var weight: Float
  /// The sum of the pixels' shares times their alphas.
  private(set) var alpha: Float
  // The first colour, to which the logarithms of the others' reflectances are differences. So a mean of equal colours is
  // exactly that colour.
  private var first: Pigments.Colour
  private var firstLogarithm: Bands
  // Times shares and alphas.
  private var logarithms = Bands.zero
  private var light: Pigments.Colour

  /// A sum that begins with a mean colour. The colour counts for nothing if the alpha is 0.
  init(_ pigments: Pigments, weight: Float, colour: Pigments.Colour, alpha: Float) {
    (self.pigments, self.weight, self.alpha) = (pigments, weight, alpha)
    first = colour
    firstLogarithm = pigments.bands(of: colour).map(FastPower.log2)
    light = .zero
  }

  /// Adds a pixel, premultiplied, 0...1.
  mutating func add(_ pixel: SIMD4<Float>, share: Float) {
    weight += share
    guard pixel.w > 0 else { return }
    var colour = pixel / pixel.w
    colour.w = 0
    let logarithm = pigments.bands(of: colour).map(FastPower.log2)
    if alpha == 0 { (first, firstLogarithm) = (colour, logarithm) }
    let part = share * pixel.w
    alpha += part
    logarithms = logarithms + part * (logarithm - firstLogarithm)
    light += part * (colour - first)
  }

  /// The mean colour; that of the beginning if all pixels are transparent.
  /// - Parameter pigmentShare: 0...1; the rest is mixed as light.
  func colour(pigmentShare: Float) -> Pigments.Colour {
    guard alpha > 0 else { return first }
    var mean = Pigments.Colour.zero
    if pigmentShare > 0 {
      mean = pigmentShare * pigments.colour(first, pigments.bands(of: first), times: (1 / alpha) * logarithms)
    }
    if pigmentShare < 1 { mean += (1 - pigmentShare) * (first + light / alpha) }
    return mean
  }
}
