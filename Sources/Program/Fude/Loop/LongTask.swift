import Panels

/// Work that may take long, for the message about it.
struct LongTask {
  /// When it began, seconds since the program's start.
  var start: Double
  /// What the message's button does that cancels it; nil for no button.
  var cancel: Overlay.Effect?
  /// Whether it goes on with what the message was about, so that the message stays.
  var continues = false
  /// Says what is done, and how much of it; nil if a page shows that.
  var text: () -> String?

  init(_ start: Double, cancel: Overlay.Effect? = nil, continues: Bool = false, text: @escaping () -> String?) {
    (self.start, self.cancel, self.continues, self.text) = (start, cancel, continues, text)
  }
}
