import Language

/// A brush cannot be read.
public struct BrushError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line at fault, from 1; nil where there is none.
  public var line: Int?
  /// The fault.
  public var fault: String

  init(_ fault: String, line: Int?) {
    self.fault = fault
    self.line = line
  }

  /// "line 3: the size 2000 is not between 0.5 and 1000".
  public var description: String {
    line.map { translated("line {line}: {fault}", ["line": $0, "fault": fault]) } ?? fault
  }
}

/// Pictures of a tip cannot be read.
public struct TipFault: Error, Hashable, Sendable {
  /// The fault, about the picture as "it".
  public var text: String

  /// A fault by its text.
  public init(_ text: String) { self.text = text }
}
