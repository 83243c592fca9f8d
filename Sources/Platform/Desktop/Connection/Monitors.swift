internal import CX11
import Geometry

/// Support for monitors by RandR 1.5.
struct MonitorSupport {
  /// Type of the event that reports monitor changes.
  let changeType: Int32

  /// Returns nil if the server has no RandR 1.5.
  init?(_ connection: Connection) {
    guard connection.isAlive else { return nil }
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRRQueryExtension(connection.display, &event, &error) != 0,
      XRRQueryVersion(connection.display, &major, &minor) != 0, (major, minor) >= (1, 5)
    else { return nil }
    changeType = event + RRScreenChangeNotify
  }
}

extension Connection {
  /// The monitors of the default screen in px, primary first; the whole screen without RandR.
  public var monitors: [PixelRect] {
    let (width, height) = screenSize
    let whole = [PixelRect(x: 0, y: 0, width: width, height: height)]
    guard monitorSupport != nil, isAlive else { return whole }
    var count: Int32 = 0
    guard let list = XRRGetMonitors(display, root, 1, &count), count > 0 else { return whole }
    defer { XRRFreeMonitors(list) }
    let all = UnsafeBufferPointer(start: list, count: Int(count)).filter { $0.width > 0 && $0.height > 0 }
    let sorted = all.filter { $0.primary != 0 } + all.filter { $0.primary == 0 }
    let areas = sorted.map { PixelRect(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height)) }
    return areas.isEmpty ? whole : areas
  }

  func selectMonitorChanges() {
    if monitorSupport != nil { XRRSelectInput(display, root, Int32(RRScreenChangeNotifyMask)) }
  }
}

extension EventPump {
  /// Handles a monitor change: moves the window back if it became unreachable.
  func takeMonitorChange(_ event: inout XEvent) {
    XRRUpdateConfiguration(&event)
    window.bringBack()
  }
}
