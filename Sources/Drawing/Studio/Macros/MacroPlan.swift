/// A macro to be performed.
public struct MacroPlan: Sendable {
  /// What people call it; empty for steps that are repeated once.
  public var title: String
  /// Its script, UTF-8.
  public var script: [UInt8]

  public init(title: String, script: [UInt8]) { (self.title, self.script) = (title, script) }
}
