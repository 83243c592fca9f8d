import Testing

@testable import Input

/// Fails if time jumps when the server's 32 bits wrap, or events of one millisecond get the
/// same time.
@Suite struct EventClockTests {
  @Test("after 49.7 days the milliseconds go on")
  func wrap() {
    var clock = EventClock()
    #expect(clock.milliseconds(0xFFFF_FFF0) == 0xFFFF_FFF0)
    #expect(clock.milliseconds(0x0000_0010) == 0x1_0000_0010)
    #expect(clock.milliseconds(0xFFFF_FFFF) == 0xFFFF_FFFF)
    #expect(clock.milliseconds(0x0000_0020) == 0x1_0000_0020)
    // Forty days of silence.
    #expect(clock.milliseconds(0x0000_0020 &+ 3_456_000_000) == 0x1_0000_0020 + 3_456_000_000)
  }

  @Test("a slightly earlier time is the past, and 0 is now")
  func order() {
    var clock = EventClock()
    _ = clock.milliseconds(100_000)
    #expect(clock.milliseconds(99_990) == 99_990)
    #expect(clock.milliseconds(100_005) == 100_005)
    #expect(clock.milliseconds(0) == 100_005)
    #expect(clock.milliseconds(40_005) == 40_005)
    #expect(clock.milliseconds(40_004) == 0x1_0000_0000 + 40_004)
  }

  @Test("two reports a millisecond are spread evenly from the first burst, four from the second")
  func evenly() {
    var spread = BurstSpread()
    #expect([7, 7, 8, 8].map { spread.seconds($0) } == [0.007, 0.0075, 0.008, 0.0085])
    spread = BurstSpread()
    for _ in 0..<4 { _ = spread.seconds(1) }
    #expect([2, 2, 2, 2].map { spread.seconds($0) } == [0.002, 0.00225, 0.0025, 0.00275])
    #expect(spread.seconds(9) == 0.009)
    // The last burst had one report: two are half a millisecond apart again.
    #expect(spread.seconds(10) == 0.010)
    #expect(spread.seconds(10) == 0.0105)
  }

  @Test("times strictly grow and stay within their millisecond")
  func strictlyGrowing() {
    var spread = BurstSpread()
    var last = -1.0
    for stamp: Int64 in Array(repeating: 5, count: 300) + [4, 3, 6, 6, 2, 6, 7] {
      let time = spread.seconds(stamp)
      #expect(time > last)
      if stamp == 5 { #expect(time >= 0.005 && time < 0.006) }
      last = time
    }
    #expect(last == 0.007)
  }
}
