/// A number for each of the ten bands of the spectrum; six more are unused.
struct Bands: Sendable, Hashable {
  typealias Half = SIMD8<Float>

  /// How many bands there are.
  static let count = 10

  var low: Half
  var high: Half

  @inline(__always)
  init(_ low: Half, _ high: Half) { (self.low, self.high) = (low, high) }

  /// Ten numbers.
  /// - Parameter rest: what the others get.
  init(_ numbers: [Float], rest: Float) {
    func half(_ from: Int) -> Half {
      var half = Half(repeating: rest)
      for i in 0..<8 where from + i < numbers.count { half[i] = numbers[from + i] }
      return half
    }
    self.init(half(0), half(8))
  }

  static let zero = Bands(.zero, .zero)

  /// That of a band, 0..<`count`.
  subscript(index: Int) -> Float { index < 8 ? low[index] : high[index - 8] }

  /// The same done to all.
  @inline(__always)
  func map(_ body: (Half) -> Half) -> Bands { Bands(body(low), body(high)) }

  @inline(__always)
  var sum: Float { (low + high).sum() }

  @inline(__always)
  static func + (a: Bands, b: Bands) -> Bands { Bands(a.low + b.low, a.high + b.high) }

  @inline(__always)
  static func - (a: Bands, b: Bands) -> Bands { Bands(a.low - b.low, a.high - b.high) }

  @inline(__always)
  static func * (a: Bands, b: Bands) -> Bands { Bands(a.low * b.low, a.high * b.high) }

  @inline(__always)
  static func * (a: Float, b: Bands) -> Bands { Bands(a * b.low, a * b.high) }
}
