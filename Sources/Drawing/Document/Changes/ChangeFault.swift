/// Why a change of earlier edits is not possible.
public enum ChangeFault: Error, Hashable, Sendable {
  /// There is no such edit, or the operation does not fit the drawing.
  case doesNotFit
  /// An edit cannot be read.
  case isUnreadable
  /// There is not enough memory.
  case memoryIsShort
  /// It was cancelled.
  case isCancelled
}
