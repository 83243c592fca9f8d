/// Which of several messages is shown, and for how long: plain values, seconds.
///
/// The latest is shown first. One that offers something to do, or that stands until it is resolved, comes back when those
/// after it are over, for the rest of its time; one that was seen for less than a `glance`, for a glance. Others are replaced
/// for good. Time counts while a message is shown, and not while it is held (a pointer rests on it).
struct MessageQueue {
  /// What is said, and what can be done about it.
  struct Content: Hashable {
    var text: String
    var action: MessageAction?
  }

  private struct Entry {
    var content: Content
    /// Seconds that are left of its time; infinite for one that stands.
    var left: Double
    var seen = 0.0
    /// Whether it stands until it is resolved, rather than until it is sent away.
    var isStanding: Bool
  }

  /// Seconds in which a sentence can be read.
  static let glance = 2.0
  /// The most messages that wait.
  static let most = 8

  /// Those that wait, the next one last, and the one that is shown behind them.
  private var entries: [Entry] = []
  /// When the shown one was shown, or its time was last reckoned up.
  private var since = 0.0
  /// Whether the shown one is held.
  private(set) var isHeld = false

  /// What is shown.
  var content: Content? { entries.last?.content }
  /// Whether what is shown stays until it is resolved.
  var isStanding: Bool { entries.last?.isStanding ?? false }
  /// When the shown one is over; nil where it is not by itself.
  var end: Double? {
    guard let last = entries.last, !isHeld, last.left < .infinity else { return nil }
    return since + last.left
  }

  /// Shows a message until `end` (infinite: until it is resolved), or for longer where it is shown already. One of the text `old`,
  /// shown or waiting, becomes this one where it is.
  /// With `isDismissable` one without an end can be sent away.
  mutating func show(
    _ content: Content, until end: Double, isDismissable: Bool = false, replacing old: String? = nil, now: Double
  ) {
    reckon(now)
    let left = max(0, end - now)
    let isStanding = left == .infinity && !isDismissable
    if let old, let at = entries.firstIndex(where: { $0.content.text == old }) {
      (entries[at].content, entries[at].left, entries[at].isStanding) = (content, left, isStanding)
      return
    }
    if let at = entries.indices.last, entries[at].content.text == content.text {
      (entries[at].content, entries[at].left, entries[at].isStanding) = (content, left, isStanding)
      return
    }
    entries.removeAll { $0.content.text == content.text }
    if let last = entries.last, last.content.action == nil, last.left < .infinity {
      if last.seen >= Self.glance { entries.removeLast() } else { entries[entries.count - 1].left = Self.glance }
    }
    if entries.count > Self.most {
      entries.remove(at: entries.firstIndex { $0.left < .infinity && $0.content.action == nil } ?? 0)
    }
    entries.append(Entry(content: content, left: left, isStanding: isStanding))
    isHeld = false
  }

  /// Takes away what has had its time.
  mutating func expire(now: Double) {
    guard let end, now >= end else { return }
    dismiss(now: end)
    // What comes back can be read, however little of its time was left.
    if let last = entries.last { entries[entries.count - 1].left = max(last.left, Self.glance) }
    since = now
  }

  /// Takes the shown one away.
  mutating func dismiss(now: Double) {
    reckon(now)
    if !entries.isEmpty { entries.removeLast() }
    isHeld = false
  }

  /// Takes a message away, shown or waiting; of a standing one, what it was about is resolved.
  mutating func withdraw(_ text: String, now: Double) {
    reckon(now)
    if content?.text == text { isHeld = false }
    entries.removeAll { $0.content.text == text }
  }

  /// A pointer rests on the shown one, or has left it; it stays a glance longer then.
  mutating func hold(_ isHeld: Bool, now: Double) {
    guard isHeld != self.isHeld, let last = entries.last else { return }
    reckon(now)
    self.isHeld = isHeld
    if !isHeld { entries[entries.count - 1].left = max(last.left, Self.glance) }
  }

  /// Counts the time that has passed to the shown one.
  private mutating func reckon(_ now: Double) {
    defer { since = now }
    guard !entries.isEmpty else { return }
    let passed = max(0, now - since)
    entries[entries.count - 1].seen += passed
    if !isHeld { entries[entries.count - 1].left = max(0, entries[entries.count - 1].left - passed) }
  }
}
