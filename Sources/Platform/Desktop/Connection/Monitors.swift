internal import CX11
import Geometry

/// The server's monitors (RandR 1.5).
struct MonitorSupport {
  /// The type of the event for changed monitors.
  let changeType: Int32

  /// Fails without RandR 1.5.
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
  /// The monitors on the default screen, px, the primary one first; the whole screen without RandR.
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
  /// Handles changed monitors: moves the window back if it cannot be reached any more. Nothing else
  /// depends on monitors; pen positions come in window px.
  func takeMonitorChange(_ event: inout XEvent) {
    XRRUpdateConfiguration(&event)
    window.bringBack()
  }
}
