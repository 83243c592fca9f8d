internal import CX11
import Glibc
import Input

/// Reads the raw XInput 2 events of all pointing devices, whatever window is under the pointer.
///
/// After `init`, alternate `wait` and `drain`. Needs no window. Used by one thread.
public final class PenWatch {
  /// An event of a device other than a movement or button.
  public enum News: Sendable, Hashable {
    /// A tool entered (true) or left proximity.
    case proximity(Bool)
    /// The device was added, removed, enabled or disabled; forget its state.
    case changed
  }

  /// One raw event of a device.
  public struct Report: Sendable {
    /// The device's number.
    public var source: Int
    /// Server time in ms; wraps at 2^32.
    public var time: UInt32
    /// The changed valuators, in device units.
    public var valuators: Valuators
    /// The button that was pressed or released, from 1; nil for a movement.
    public var button: (number: Int, isPressed: Bool)?
    /// Another event; `valuators` is empty then.
    public var news: News?

    /// Creates a report of a movement or button.
    public init(source: Int, time: UInt32, valuators: Valuators, button: (number: Int, isPressed: Bool)? = nil) {
      (self.source, self.time, self.valuators, self.button) = (source, time, valuators, button)
    }

    /// Creates a report of another event.
    public init(source: Int, _ news: News) {
      self.init(source: source, time: 0, valuators: Valuators())
      self.news = news
    }
  }

  private let connection: Connection
  private let opcode: Int32
  private let proximity: ProximityWatch

  /// Selects the raw events.
  /// - Throws: if the server has no XInput 2.2.
  public init(_ connection: Connection) throws(DesktopError) {
    self.connection = connection
    proximity = ProximityWatch(connection, window: connection.root)
    switch connection.input {
    case .available(let opcode, _, _): self.opcode = opcode
    case .unavailable(let reason): throw DesktopError(reason)
    }
    // Only masters: slaves would deliver every event twice. Events of masters name their slave.
    connection.select(
      [XI_RawMotion, XI_RawButtonPress, XI_RawButtonRelease], of: XIAllMasterDevices, on: connection.root)
    connection.select([XI_HierarchyChanged, XI_PropertyEvent], of: XIAllDevices, on: connection.root)
    follow()
    connection.synchronise()
  }

  /// Selects proximity events of all current devices. If another window under the pen selects them
  /// too, only that window receives them, unless the driver reports proximity by a property.
  private func follow() { proximity.follow(PenDevices(connection).all()) }

  /// Sleeps until an event, the loss of the server, or `deadline`; nil means no limit.
  public func wait(deadline: ContinuousClock.Instant? = nil) {
    while connection.isAlive, XEventsQueued(connection.display, QueuedAfterFlush) == 0, connection.isAlive {
      var timeout: Int32 = -1
      if let deadline {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return }
        timeout = Int32(min((left / .milliseconds(1)).rounded(.up), 3_600_000))
      }
      var polled = pollfd(fd: XConnectionNumber(connection.display), events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, timeout)
    }
  }

  /// Appends all queued reports without blocking.
  public func drain(into reports: inout [Report]) {
    var event = XEvent()
    var count = connection.isAlive ? XPending(connection.display) : 0
    while count > 0, connection.isAlive {
      count -= 1
      XNextEvent(connection.display, &event)
      if event.type == proximity.nearType || event.type == proximity.awayType {
        takeProximity(&event, into: &reports)
        continue
      }
      guard event.type == GenericEvent, event.xcookie.extension == opcode,
        XGetEventData(connection.display, &event.xcookie) != 0
      else { continue }
      defer { XFreeEventData(connection.display, &event.xcookie) }
      guard let data = UnsafeRawPointer(event.xcookie.data) else { continue }
      switch event.xcookie.evtype {
      case XI_RawMotion, XI_RawButtonPress, XI_RawButtonRelease: break
      case XI_HierarchyChanged:
        takeHierarchy(data.assumingMemoryBound(to: XIHierarchyEvent.self).pointee, into: &reports)
        continue
      case XI_PropertyEvent:
        takeProperty(data.assumingMemoryBound(to: XIPropertyEvent.self).pointee, into: &reports)
        continue
      default: continue
      }
      let raw = data.assumingMemoryBound(to: XIRawEvent.self).pointee
      var report = Report(
        source: Int(raw.sourceid), time: UInt32(truncatingIfNeeded: raw.time),
        valuators: Valuators(
          unpacking: UnsafeBufferPointer(start: raw.valuators.mask, count: Int(raw.valuators.mask_len)),
          raw.raw_values))
      if raw.evtype != XI_RawMotion { report.button = (Int(raw.detail), raw.evtype == XI_RawButtonPress) }
      reports.append(report)
    }
  }

  private func takeHierarchy(_ event: XIHierarchyEvent, into reports: inout [Report]) {
    let changed = XISlaveAdded | XISlaveRemoved | XIDeviceEnabled | XIDeviceDisabled
    for info in UnsafeBufferPointer(start: event.info, count: Int(event.num_info)) where info.flags & changed != 0 {
      proximity.forget(Int(info.deviceid))
      reports.append(Report(source: Int(info.deviceid), .changed))
    }
    follow()
  }

  private func takeProperty(_ event: XIPropertyEvent, into reports: inout [Report]) {
    guard let isNear = proximity.isToolNear(by: event) else { return }
    reports.append(Report(source: Int(event.deviceid), .proximity(isNear)))
  }

  private func takeProximity(_ event: inout XEvent, into reports: inout [Report]) {
    let isNear = event.type == proximity.nearType
    withUnsafeMutablePointer(to: &event) {
      $0.withMemoryRebound(to: XProximityNotifyEvent.self, capacity: 1) {
        reports.append(Report(source: Int($0.pointee.deviceid), .proximity(isNear)))
      }
    }
  }
}
