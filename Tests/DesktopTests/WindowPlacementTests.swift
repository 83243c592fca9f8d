import Geometry
import RandomSource
import Testing

@testable import Desktop

@Suite("Where a window can be reached")
struct WindowPlacementTests {
  private static let two = [
    PixelRect(x: 0, y: 0, width: 800, height: 600), PixelRect(x: 800, y: 100, width: 1920, height: 1080),
  ]

  /// Fails if a window, on any monitors, cannot be grabbed or grows, or if a reachable window
  /// moves.
  @Test(arguments: 0..<200) func everyWindowCanBeReached(seed: Int) {
    var rng = RandomSource(seed)
    let monitors = (0..<rng.roll(1...4)).map { _ in
      PixelRect(
        x: rng.roll(0...4000), y: rng.roll(0...3000), width: rng.roll(200...2000),
        height: rng.roll(200...2000))
    }
    let window = PixelRect(
      x: rng.roll(-6000...9000), y: rng.roll(-6000...9000), width: rng.roll(1...4000),
      height: rng.roll(1...4000))
    let placed = WindowPlacement.reachable(window, on: monitors)
    #expect(placed.width <= window.width && placed.height <= window.height)
    let isOn = monitors.contains { monitor in
      let seen = monitor.intersection(placed)
      return placed.minY >= monitor.minY && seen.width >= min(160, placed.width)
        && seen.height >= min(120, placed.height)
    }
    #expect(isOn)
    #expect(WindowPlacement.reachable(placed, on: monitors) == placed)
    if placed != window { #expect(monitors.contains { $0.contains(placed) }) }
  }

  /// Fails if windows move needlessly, or farther than needed.
  @Test func onlyWhatMustMoves() {
    func placed(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
      WindowPlacement.reachable(PixelRect(x: x, y: y, width: width, height: height), on: Self.two)
    }
    // Across both monitors, and half outside at the left.
    #expect(placed(500, 200, 600, 300) == PixelRect(x: 500, y: 200, width: 600, height: 300))
    #expect(placed(-300, 200, 600, 300) == PixelRect(x: -300, y: 200, width: 600, height: 300))
    // The title bar is above the second monitor, and the corner below the first is on none.
    #expect(placed(1500, 20, 600, 300) == PixelRect(x: 1500, y: 100, width: 600, height: 300))
    #expect(placed(100, 900, 600, 300) == PixelRect(x: 100, y: 300, width: 600, height: 300))
    // Too large for every monitor.
    #expect(placed(3000, 5000, 5000, 5000) == Self.two[1])
    let lonely = PixelRect(x: 9000, y: 0, width: 10, height: 10)
    #expect(WindowPlacement.reachable(lonely, on: []) == lonely)
  }

  @Test("The launcher's startup ID")
  func startup() {
    #expect(StartupNotification(id: "") == nil)
    for (id, time) in [
      ("a_TIME12", 12), ("a_TIME1_TIME4294967295", 4_294_967_295), ("a_TIME4294967297", 1), ("a", nil), ("a_TIME", nil),
      ("a_TIME0", nil), ("a_TIME12b", nil), ("_TIME-3", nil),
    ] as [(String, UInt32?)] {
      #expect(StartupNotification(id: id)?.time == time, "\(id)")
    }
    #expect(StartupNotification(startedBy: 7, number: 2, time: 99)?.id == "fude-7-2_TIME99")
  }

  @Test("Every path has its own claim name")
  func claims() {
    let paths: [[UInt8]] = [Array("/a b".utf8), Array("/a%20b".utf8), [47, 0xFF], Array("/ÿ".utf8), Array("/筆".utf8)]
    let names = paths.map { Claim(file: $0).name }
    #expect(Set(names).count == paths.count)
    #expect(names.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
    // A request of X has a name of 65,535 bytes at most; a file has a path of 4095.
    let long = [UInt8](repeating: 0xFF, count: 300_000)
    #expect(Claim(file: long).name.utf8.count < 65_000)
    #expect(Claim(file: long.prefix(4095)).name != Claim(file: long).name)
  }
}
