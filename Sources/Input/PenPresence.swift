/// Whether a pen is near, or was a moment ago, so that a touch is likely to be the hand that holds it.
///
/// A pen is near from the moment that its device says so until it says the contrary. Not every driver tells that, and what is
/// told can go to another program: so every event of a pen counts too, for `memory`, and a pen that was said to be
/// near and is not heard of for `patience` is taken for lying there. Times are the server's, ms, unwrapped.
struct PenPresence: Sendable {
  /// How long after a pen was near a touch is taken for the hand.
  static let memory: Int64 = 500
  /// How long a pen that is silent is near at most.
  static let patience: Int64 = 30_000

  /// The devices that said that their pen is near.
  private var near: Set<Int> = []
  /// When a pen was last heard of.
  private var lastSign: Int64?

  /// A pen was heard of.
  mutating func noticed(at time: Int64) { lastSign = max(lastSign ?? time, time) }

  /// A device said that its pen came near.
  mutating func came(_ source: Int, at time: Int64) {
    near.insert(source)
    noticed(at: time)
  }

  /// A device said that its pen went away.
  mutating func went(_ source: Int, at time: Int64) {
    near.remove(source)
    noticed(at: time)
  }

  /// A device is gone.
  mutating func forget(_ source: Int) { near.remove(source) }

  /// Whether what touches at `time` is the hand of someone with a pen.
  func covers(_ time: Int64) -> Bool {
    guard let lastSign else { return false }
    return time - lastSign < (near.isEmpty ? Self.memory : Self.patience)
  }
}
