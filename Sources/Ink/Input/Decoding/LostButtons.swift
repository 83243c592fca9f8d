/// Finds presses and releases that the server dropped, from raw events.
///
/// While a window manager holds a press, the server queues a device's events and handles them later,
/// with the device's buttons as they are then. It drops a queued release if the button is down again
/// at that time, and then each press that follows, because for the master the button never went up.
/// Motions of several strokes arrive as one drag. Raw events come in the same order and are never
/// dropped.
///
/// 1. `append` takes each raw event.
/// 2. `next` returns the ones that the server has dropped, before each ordinary event.
/// 3. `correct` gives a motion the buttons that are really held.
struct LostButtons {
  /// More raw events without an ordinary one belong to other windows; the oldest are forgotten.
  static let capacity = 256

  /// Raw events without an ordinary one, in order.
  private var waiting: [RawButtonEvent] = []
  /// The buttons whose ordinary state is wrong since a dropped release, as bits, and their device.
  private var stuck: UInt32 = 0
  private var source = 0
  /// Those of them that are really down.
  private var down: UInt32 = 0

  /// Whether ordinary events need no look.
  var isIdle: Bool { waiting.isEmpty && stuck == 0 }

  mutating func append(_ event: RawButtonEvent) {
    if waiting.count == Self.capacity { waiting.removeFirst() }
    waiting.append(event)
  }

  /// Removes and returns the next raw event that an ordinary event of the same device proves to be
  /// dropped: an older one that is not its own. A press counts only after a dropped release of its
  /// button, or if another device holds it in this window; others belong to other windows.
  /// - Parameter heldElsewhere: the button that another device holds in this window, whose events this
  ///   window gets; nil for none.
  mutating func next(before event: borrowing RawPointerEvent, heldElsewhere: Int? = nil) -> RawButtonEvent? {
    let source = event.source
    let time = event.time
    while let at = waiting.firstIndex(where: { $0.source == source && Int32(bitPattern: time &- $0.time) >= 0 }) {
      let raw = waiting.remove(at: at)
      if event.kind != .motion, raw.time == time, raw.isPress == (event.kind == .buttonPress) {
        release(event.button, of: source)
        return nil
      }
      if raw.isPress {
        if isStuck(raw.button, of: source) {
          down |= bit(raw.button)
        } else if raw.button != heldElsewhere {
          continue
        }
      } else {
        if self.source != source { (self.source, stuck, down) = (source, 0, 0) }
        stuck |= bit(raw.button)
        down &= ~bit(raw.button)
      }
      return raw
    }
    if event.kind != .motion { release(event.button, of: source) }
    return nil
  }

  /// The server reports this button as it is again.
  private mutating func release(_ button: Int, of source: Int) {
    guard self.source == source else { return }
    stuck &= ~bit(button)
  }

  private func isStuck(_ button: Int, of source: Int) -> Bool { self.source == source && stuck & bit(button) != 0 }

  /// Corrects the held buttons of a motion. A button that the server reports as up is no longer
  /// wrong.
  mutating func correct(_ event: inout RawPointerEvent) {
    guard stuck != 0, event.source == source else { return }
    stuck &= event.buttons
    event.buttons = event.buttons & ~stuck | down & stuck
  }

  /// The window lost the pointer or its devices changed: earlier raw events prove nothing.
  mutating func reset() { self = LostButtons() }

  private func bit(_ button: Int) -> UInt32 { (0..<32).contains(button) ? 1 << UInt32(button) : 0 }
}
