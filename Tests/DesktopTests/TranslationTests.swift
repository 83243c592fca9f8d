import Input
import RandomSource
import Testing

@testable import Desktop

@Suite("Numbers of X's events")
struct TranslationTests {
  private func unpack(_ mask: [UInt8], _ packed: [Double]) -> Valuators {
    mask.withUnsafeBufferPointer { mask in
      packed.withUnsafeBufferPointer { Valuators(unpacking: mask, $0.baseAddress) }
    }
  }

  @Test("Values are packed: the nth belongs to the nth bit, not to valuator n")
  func holes() {
    let valuators = unpack([0b1_0010], [7.5, -3])
    #expect(valuators.mask == 0b1_0010)
    #expect(valuators[0] == nil && valuators[1] == 7.5 && valuators[2] == nil && valuators[3] == nil)
    #expect(valuators[4] == -3)
  }

  @Test("No bits and no memory are no values")
  func none() {
    #expect(unpack([], []).mask == 0)
    #expect(unpack([0, 0, 0], [1]).mask == 0)
    let bits: [UInt8] = [0xff]
    #expect(bits.withUnsafeBufferPointer { Valuators(unpacking: $0, nil) }.mask == 0)
  }

  @Test("Valuators beyond the server's limit are left out, and those before keep their values")
  func beyondCapacity() {
    let valuators = unpack([1, 0, 0, 0, 0b1000_1000, 0xff], [1, 2] + [Double](repeating: 9, count: 9))
    #expect(valuators.mask == 1 | 1 << 35)
    #expect(valuators[0] == 1 && valuators[35] == 2)
  }

  /// Uses a seed. Input: any set of the 36 valuators in a mask of 1 to 8 bytes.
  @Test("Any set of valuators is unpacked to where it belongs")
  func anySet() {
    var rng = RandomSource(0xF0DE)
    for _ in 0..<500 {
      let bytes = Int(rng.next() % 8) + 1
      let bits = rng.next() & rng.next() & (bytes == 8 ? .max : 1 << UInt64(bytes * 8) - 1) & (1 << 36 - 1)
      let mask = (0..<bytes).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) }
      let set = (0..<36).filter { bits & 1 << UInt64($0) != 0 }
      let valuators = unpack(mask, set.map { Double($0) * 1.5 })
      for n in 0..<36 { #expect(valuators[n] == (set.contains(n) ? Double(n) * 1.5 : nil)) }
    }
  }

  @Test("Bit b of XI2's mask is button b; buttons from 32 on do not spill over")
  func xi2Buttons() {
    func held(_ mask: [UInt8]) -> UInt32 { mask.withUnsafeBufferPointer { heldButtons($0) } }
    #expect(held([]) == 0)
    #expect(held([0b10]) == 1 << 1)
    #expect(held([0b1010, 0b1]) == 1 << 1 | 1 << 3 | 1 << 8)
    #expect(held([0, 0, 0, 0x80, 0xff, 0xff]) == 1 << 31)
  }

  @Test("A core event's state has buttons 1 to 5 in bits 8 to 12, among other things")
  func coreButtons() {
    #expect(heldButtons(state: 0) == 0)
    #expect(heldButtons(state: 1 << 8) == 1 << 1)
    #expect(heldButtons(state: 1 << 10 | 1 << 12) == 1 << 3 | 1 << 5)
    #expect(heldButtons(state: 0b110_0000_1111_1111) == 0)
  }

  @Test("Shift, Control, Mod1 and Mod4 are told from locks, levels, groups and buttons")
  func modifiers() {
    #expect(Modifiers(state: 0) == [])
    #expect(Modifiers(state: 1) == .shift)
    #expect(Modifiers(state: 4) == .control)
    #expect(Modifiers(state: 8) == .alt)
    #expect(Modifiers(state: 64) == .super)
    #expect(Modifiers(state: 77) == [.shift, .control, .alt, .super])
    #expect(Modifiers(state: ~77) == [])
  }
}
