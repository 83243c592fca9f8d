/// A part of the program that the event loop goes over.
protocol Part: AnyObject {
  /// When the loop must wake for it without an event, seconds since the program's start; nil for never.
  var deadline: Double? { get }
  /// Brings everything up to date with what has changed, before the panels show it. Called at the end of iterations
  /// outside of the fast path.
  func follow()
  /// Follows what the panels show. Called after `follow` of all parts.
  func followPanels()
  /// Ends with the program, after the drawing is kept.
  func finish()
}

extension Part {
  var deadline: Double? { nil }
  func follow() {}
  func followPanels() {}
  func finish() {}
}
