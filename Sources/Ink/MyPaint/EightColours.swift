/// Eight colours, so that each instruction works on a channel of all.
struct EightColours {
  /// A channel of each, 0...1.
  typealias Channel = SIMD8<Float>

  var red: Channel
  var green: Channel
  var blue: Channel

  static let black = EightColours(red: .zero, green: .zero, blue: .zero)

  @inline(__always)
  init(red: Channel, green: Channel, blue: Channel) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// The same colour eight times.
  @inline(__always)
  init(_ colour: Pigments.Colour) {
    self.init(
      red: Channel(repeating: colour.x), green: Channel(repeating: colour.y), blue: Channel(repeating: colour.z))
  }

  /// Takes some of the colours from others.
  @inline(__always)
  func replacing(with other: EightColours, where mask: SIMDMask<SIMD8<Int32>>) -> EightColours {
    EightColours(
      red: red.replacing(with: other.red, where: mask), green: green.replacing(with: other.green, where: mask),
      blue: blue.replacing(with: other.blue, where: mask))
  }

  /// Limits the channels to 0...1.
  @inline(__always)
  var clamped: EightColours {
    @inline(__always)
    func limited(_ x: Channel) -> Channel {
      let low = x.replacing(with: 1, where: x .> 1)
      return low.replacing(with: 0, where: low .< 0)
    }
    return EightColours(red: limited(red), green: limited(green), blue: limited(blue))
  }

  @inline(__always)
  static func + (a: EightColours, b: EightColours) -> EightColours {
    EightColours(red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue)
  }

  /// Multiplies each colour by a number.
  @inline(__always)
  static func * (a: EightColours, b: Channel) -> EightColours {
    EightColours(red: a.red * b, green: a.green * b, blue: a.blue * b)
  }

  /// Divides each colour by a number.
  @inline(__always)
  static func / (a: EightColours, b: Channel) -> EightColours {
    EightColours(red: a.red / b, green: a.green / b, blue: a.blue / b)
  }
}
