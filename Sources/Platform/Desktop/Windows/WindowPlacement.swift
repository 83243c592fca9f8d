import Geometry

/// The places at which a window can be reached.
public enum WindowPlacement {
  /// The part of a window that must be on one monitor, px.
  static let least = (width: 160, height: 120)

  /// The nearest rectangle at which a window can be reached: unchanged if enough of it and its
  /// upper edge, where frames have their title, are on one monitor; otherwise moved to the nearest
  /// monitor, and made smaller if needed.
  /// - Parameters:
  ///   - window: the window with its frame, px of the screen.
  ///   - monitors: the monitors, px of the screen; without any, the window stays.
  public static func reachable(_ window: PixelRect, on monitors: [PixelRect]) -> PixelRect {
    let isReachable = monitors.contains { monitor in
      let seen = monitor.intersection(window)
      return seen.width >= min(window.width, least.width) && seen.height >= min(window.height, least.height)
        && window.minY >= monitor.minY
    }
    if isReachable { return window }
    guard let monitor = nearest(to: window, of: monitors) else { return window }
    let (width, height) = (min(window.width, monitor.width), min(window.height, monitor.height))
    return PixelRect(
      x: min(max(window.minX, monitor.minX), monitor.maxX - width),
      y: min(max(window.minY, monitor.minY), monitor.maxY - height), width: width, height: height)
  }

  /// The monitor that shows most of a window; if none shows any, the one whose middle is nearest to
  /// the window's. nil without monitors.
  public static func nearest(to window: PixelRect, of monitors: [PixelRect]) -> PixelRect? {
    func distance(_ monitor: PixelRect) -> Int {
      let x = monitor.minX + monitor.maxX - window.minX - window.maxX
      let y = monitor.minY + monitor.maxY - window.minY - window.maxY
      return x * x + y * y
    }
    func isBetter(_ a: PixelRect, _ b: PixelRect) -> Bool {
      let (seen, other) = (a.intersection(window).area, b.intersection(window).area)
      return seen != other ? seen > other : distance(a) < distance(b)
    }
    var best: PixelRect?
    for monitor in monitors where best.map({ isBetter(monitor, $0) }) ?? true { best = monitor }
    return best
  }
}
