import Geometry
import Studio
import Testing

@testable import Fude

/// A window's position and size if the command line gives none.
@Suite struct WindowFrameTests {
  private let small = PixelRect(x: 0, y: 0, width: 1280, height: 800)
  private let large = PixelRect(x: 1280, y: 0, width: 3840, height: 2160)

  private func frame(_ monitors: [PixelRect], _ change: (inout Settings) -> Void) -> [Int?] {
    var settings = Settings()
    change(&settings)
    let (size, place) = WindowDesk.windowFrame(settings, monitors: monitors)
    return [size.width, size.height, place?.x, place?.y]
  }

  /// Fails if the first window is larger than the main monitor, or if all monitors count as one.
  @Test func theFirstWindowIsNearlyTheMainMonitor() {
    #expect(frame([small, large]) { _ in } == [1152, 720, nil, nil])
    #expect(frame([large, small]) { _ in } == [1440, 900, nil, nil])
    #expect(frame([]) { _ in } == [1296, 810, nil, nil])
  }

  /// Fails if a window is not restored as it was left, or is outside all monitors.
  @Test func aWindowIsAsItWasLeft() {
    func left(_ monitors: [PixelRect]) -> [Int?] {
      frame(monitors) {
        $0.windowSize = .init(width: 2000, height: 1500)
        $0.windowPlace = .init(x: 1500, y: 100)
      }
    }
    #expect(left([small, large]) == [2000, 1500, 1500, 100])
    #expect(left([small]) == [1280, 800, 0, 0])
    #expect(frame([small, large]) { $0.windowSize = .init(width: 9000, height: 9000) } == [3840, 2160, nil, nil])
    // Without a saved size it has the default size.
    #expect(frame([small, large]) { $0.windowPlace = .init(x: 100, y: -500) } == [1152, 720, 100, 0])
  }
}
