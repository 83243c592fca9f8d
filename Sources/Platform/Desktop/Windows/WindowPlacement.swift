import Geometry

/// Keeps windows where the user can reach them.
public enum WindowPlacement {
  /// The smallest part of a window that must be on one monitor, px.
  static let least = (width: 160, height: 120)

  /// Returns `window` if it is reachable, else the nearest reachable rectangle.
  ///
  /// A window is reachable if enough of it and its upper edge, where the title bar is, are on one
  /// monitor. Otherwise it is moved into the nearest monitor, and shrunk if necessary.
  /// - Parameters:
  ///   - window: including the frame, screen px.
  ///   - monitors: screen px; if empty, returns `window`.
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

  /// Returns the monitor that shows most of a window, else the nearest one; nil if there is none.
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
