import Geometry

/// Where a window can be reached.
public enum WindowPlacement {
  /// A window of which less than this is on one monitor, px, is as good as gone.
  static let least = (width: 160, height: 120)

  /// The nearest rectangle at which a window can be reached: its own, if enough of it and its upper edge, where frames have their
  /// title, are on one monitor; else one that is moved, and made smaller where it must be, into the monitor that it is nearest to.
  /// - Parameters:
  ///   - window: with its frame, px of the screen.
  ///   - monitors: where they are on the screen, px; where there is none, the window stays.
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

  /// The monitor that shows most of a window; where none shows any, the one whose middle is nearest to the window's. nil where there
  /// is none.
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
