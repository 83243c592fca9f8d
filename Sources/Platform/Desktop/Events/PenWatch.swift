internal import CX11
import Glibc
import Input

/// The reports of pens and other pointing devices over any window, from XI2's raw events.
///
/// `init` selects the events; then `wait` and `drain` alternate. It ends with the connection and
/// needs no window. One thread uses it.
public final class PenWatch {
  /// A report other than a motion or a button.
  public enum PendingUpdate: Sendable, Hashable {
    /// A tool came near (true) or left.
    case proximity(Bool)
    /// The device is gone, disabled or changed. Forget its state.
    case changed
  }

  /// One report of a device.
  public struct Report: Sendable {
    /// The device's number.
    public var source: Int
    /// The server's time, ms, wrapping at 2^32.
    public var time: UInt32
    /// The valuators that changed, in the device's own units.
    public var valuators: Valuators
    /// The pressed or released button, the first 1; nil for a motion.
    public var button: (number: Int, isPressed: Bool)?
    /// Another report, without valuators; nil for a motion or a button.
    public var news: PendingUpdate?

    /// A report by its values.
    public init(source: Int, time: UInt32, valuators: Valuators, button: (number: Int, isPressed: Bool)? = nil) {
      (self.source, self.time, self.valuators, self.button) = (source, time, valuators, button)
    }

    /// A report other than a motion or a button.
    public init(source: Int, _ news: PendingUpdate) {
      self.init(source: source, time: 0, valuators: Valuators())
      self.news = news
    }
  }

  private let connection: Connection
  private let opcode: Int32
  private let proximity: ProximityWatch

  /// Selects the events.
  /// - Throws: if the server has no XInput 2.2.
  public init(_ connection: Connection) throws(DesktopError) {
    self.connection = connection
    proximity = ProximityWatch(connection, window: connection.root)
    switch connection.input {
    case .available(let opcode, _, _): self.opcode = opcode
    case .unavailable(let reason): throw DesktopError(reason)
    }
    // Only masters, whose events name their slave; slaves would send each report again.
    connection.select(
      [XI_RawMotion, XI_RawButtonPress, XI_RawButtonRelease], of: XIAllMasterDevices, on: connection.root)
    connection.select([XI_HierarchyChanged, XI_PropertyEvent], of: XIAllDevices, on: connection.root)
    follow()
    connection.synchronise()
  }

  /// Selects the proximity events of all devices. A window under the pen that selects them, too,
  /// gets them alone, unless the driver reports proximity by a property.
  private func follow() { proximity.follow(PenDevices(connection).all()) }

  /// Sleeps until there is a report, the server is gone, or `deadline` has come; nil for no
  /// deadline.
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

  /// Appends all reports that have arrived, without waiting.
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
