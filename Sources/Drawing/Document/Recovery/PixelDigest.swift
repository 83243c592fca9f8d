/// A number that tells pixels from others, quickly: all of a drawing's are looked at whenever it is opened or saved.
///
/// Its life: `add` each part in order; `value`. Each step, for a given word, maps what was before onto all of 64 bits one to
/// one, so that what differs in one word never comes out alike before `value` folds it to 32 bits. No protection against who
/// wants two to be alike.
struct PixelDigest {
  /// 2^64 over the golden ratio: odd, half of its bits set.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state = PixelDigest.factor

  /// Adds a number.
  @inline(__always) mutating func add(_ word: UInt64) {
    // The product carries upwards, the shift brings that down again.
    let mixed = (state ^ word) &* Self.factor
    state = mixed ^ mixed >> 32
  }

  /// Adds pixels.
  mutating func add(_ pixels: Span<UInt32>) {
    var at = 0
    while at + 2 <= pixels.count {
      add(UInt64(pixels[at]) | UInt64(pixels[at + 1]) << 32)
      at += 2
    }
    if at < pixels.count { add(UInt64(pixels[at])) }
  }

  /// What tells all that was added from something else; alike by chance once in some thousand millions.
  var value: UInt32 { UInt32(truncatingIfNeeded: state &* Self.factor >> 32) }
}
