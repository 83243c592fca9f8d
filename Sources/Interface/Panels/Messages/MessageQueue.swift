import Toolkit

/// Decides which of several messages is shown, and for how long; times in seconds.
///
/// The latest message is shown first. After it, an earlier one returns if it has an action or is
/// standing, for the rest of its time; one shown for less than a `glance` returns for a glance.
/// Others are dropped. A message's time runs only while it is shown and not held (a pointer rests
/// on it).
struct MessageQueue {
  struct Content: Hashable {
    var text: String
    var action: MessageAction?
    /// Another action; only beside the first.
    var second: MessageAction?
  }

  private struct Entry {
    var content: Content
    /// Remaining time, seconds; infinite for one that stays.
    var left: Double
    var seen = 0.0
    /// Whether it stays until it is resolved and cannot be dismissed.
    var isStanding: Bool
  }

  /// Seconds in which a message can be read.
  static let glance = 2.0
  static let most = 8

  /// The waiting messages, the next one last, then the shown one.
  private var entries: [Entry] = []
  /// The time from which the shown message's time has not been counted yet.
  private var since = 0.0
  private(set) var isHeld = false

  var content: Content? { entries.last?.content }
  /// Whether the shown message stays until it is resolved.
  var isStanding: Bool { entries.last?.isStanding ?? false }
  /// The end of the shown message; nil if it has none.
  var end: Double? {
    guard let last = entries.last, !isHeld, last.left < .infinity else { return nil }
    return since + last.left
  }

  /// Shows a message until `end` (infinite: until it is resolved). If it is shown already, its time
  /// changes. A message with the text `old`, shown or waiting, is replaced in place. With
  /// `isDismissable` a message without end can be dismissed.
  mutating func show(
    _ content: Content, until end: Double, isDismissable: Bool = false, replacing old: String? = nil, now: Double
  ) {
    countTime(now)
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

  mutating func expire(now: Double) {
    guard let end, now >= end else { return }
    dismiss(now: end)
    // A returning message stays long enough to be read.
    if let last = entries.last { entries[entries.count - 1].left = max(last.left, Self.glance) }
    since = now
  }

  mutating func dismiss(now: Double) {
    countTime(now)
    if !entries.isEmpty { entries.removeLast() }
    isHeld = false
  }

  /// Removes a message, shown or waiting, also a standing one.
  mutating func withdraw(_ text: String, now: Double) {
    countTime(now)
    if content?.text == text { isHeld = false }
    entries.removeAll { $0.content.text == text }
  }

  /// Holds the shown message, or releases it; then it stays at least a glance.
  mutating func hold(_ isHeld: Bool, now: Double) {
    guard isHeld != self.isHeld, let last = entries.last else { return }
    countTime(now)
    self.isHeld = isHeld
    if !isHeld { entries[entries.count - 1].left = max(last.left, Self.glance) }
  }

  private mutating func countTime(_ now: Double) {
    defer { since = now }
    guard !entries.isEmpty else { return }
    let passed = max(0, now - since)
    entries[entries.count - 1].seen += passed
    if !isHeld { entries[entries.count - 1].left = max(0, entries[entries.count - 1].left - passed) }
  }
}
