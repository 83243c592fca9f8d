/// A colour that is mixed with those of many pixels.
struct PigmentInk {
  /// The colour, eight times.
  let colour: EightColours
  // No inline array: it would be copied for each use.
  private let bands: [Band]

  /// A band of the pigments, and the logarithm of the colour's reflectance in it.
  private struct Band {
    let pigments: Pigments.Band
    let logarithm: Float
  }

  /// A straight colour of libmypaint, 0...32768; nil without the library.
  init?(_ red: UInt16, _ green: UInt16, _ blue: UInt16) {
    guard let pigments = Pigments.ofLibrary else { return nil }
    let colour = Pigments.Colour(Float(red), Float(green), Float(blue), 0) / 32768
    let logarithms = pigments.bands(of: colour).map(FastPower.log2)
    self.colour = EightColours(colour)
    bands = (0..<Bands.count).map { Band(pigments: pigments.band($0), logarithm: logarithms[$0]) }
  }

  /// Mixtures of straight colours with this one.
  /// - Parameter shares: those of this colour, 0...1.
  @inline(__always)
  func mixed(with others: EightColours, shares: EightColours.Channel) -> EightColours {
    var sum = others
    for one in bands {
      let (band, logarithm) = (one.pigments, one.logarithm)
      let reflectance =
        others.red * band.red + others.green * band.green + others.blue * band.blue + band.black
      let power = FastPower.exp2(shares * (logarithm - FastPower.log2(reflectance)))
      let change = reflectance * (power - 1)
      sum.red += band.toRed * change
      sum.green += band.toGreen * change
      sum.blue += band.toBlue * change
    }
    return sum.clamped.replacing(with: colour, where: shares .>= 1)
  }
}
