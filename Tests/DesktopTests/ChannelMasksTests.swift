import Testing

@testable import Desktop

@Suite("The channels of a screen's pixels")
struct ChannelMasksTests {
  /// Fails if channels are exchanged, or levels of more or fewer than 8 bits are cut instead of
  /// rounded.
  @Test("Screens of 24, 30 and 16 bits give the same colour")
  func depths() {
    let usual = ChannelMasks(red: 0xFF_0000, green: 0xFF00, blue: 0xFF)
    #expect(usual.colour(0xFF12_3456) == 0x12_3456)
    let deep = ChannelMasks(red: 0x3FF << 20, green: 0x3FF << 10, blue: 0x3FF)
    #expect(deep.colour(1023 << 20 | 514 << 10 | 3) == 0xFF_8001)
    let coarse = ChannelMasks(red: 0xF800, green: 0x7E0, blue: 0x1F)
    #expect(coarse.colour(0xFFFF) == 0xFF_FFFF)
    #expect(coarse.colour(16 << 11 | 32 << 5 | 1) == 0x84_8208)
  }
}
