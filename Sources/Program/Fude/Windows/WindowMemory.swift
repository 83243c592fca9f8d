import Studio

/// What is stored of the window for the next start.
protocol WindowMemory: AnyObject {
  /// Whether the window's place, size or state may have changed since they were stored.
  var isMoved: Bool { get set }
  /// Stores them.
  func keepWindow(in all: inout Settings)
}
