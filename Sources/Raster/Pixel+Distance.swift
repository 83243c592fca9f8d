/// How different two pixels are.
extension Pixel {
  /// The differences of all four channels, added up: 0...1020.
  @inlinable public static func sumOfDifferences(_ a: UInt32, _ b: UInt32) -> UInt32 {
    difference(a, b, 24) &+ difference(a, b, 16) &+ difference(a, b, 8) &+ difference(a, b, 0)
  }

  /// The greatest difference of a channel of two premultiplied pixels, 0...255: 0 for equal ones, and for all that are
  /// clear, whatever colour they once had.
  @inlinable public static func distance(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b { return 0 }
    return max(max(difference(a, b, 24), difference(a, b, 16)), max(difference(a, b, 8), difference(a, b, 0)))
  }

  @inlinable static func difference(_ a: UInt32, _ b: UInt32, _ shift: UInt32) -> UInt32 {
    let (x, y) = ((a >> shift) & 255, (b >> shift) & 255)
    return x > y ? x &- y : y &- x
  }
}
