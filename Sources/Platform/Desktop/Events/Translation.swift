internal import CX11
import Input

// Conversions of numbers in X's events: pure functions, tested without a server.

extension Modifiers {
  /// From a core event's `state` or XI2's effective modifiers.
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.super) }
  }
}

extension Valuators {
  /// The values of an XI2 event: `values[k]` belongs to the k-th bit that is set in `mask`.
  init(unpacking mask: UnsafeBufferPointer<UInt8>, _ values: UnsafePointer<Double>?) {
    self.init()
    guard let values else { return }
    var packed = 0
    for (i, byte) in mask.enumerated() {
      var bits = byte
      while bits != 0 {
        self[i * 8 + bits.trailingZeroBitCount] = values[packed]
        packed += 1
        bits &= bits - 1
      }
    }
  }
}

/// The held buttons from XI2's mask: bit b for button b, from 1 to 31.
func heldButtons(_ mask: UnsafeBufferPointer<UInt8>) -> UInt32 {
  var bits: UInt32 = 0
  for (i, byte) in mask.prefix(4).enumerated() { bits |= UInt32(byte) << UInt32(i * 8) }
  return bits
}

/// The held buttons from a core event's `state`, which has buttons 1 to 5 (bits 8 to 12).
func heldButtons(state: UInt32) -> UInt32 { (state >> 7) & 0b11_1110 }
