import Glibc

/// An error of the rig. Its message names the package to install if a program is missing.
public struct RigError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The message, without a trailing newline.
  public let sentence: String

  /// An error with the message `sentence`.
  public init(_ sentence: String) {
    self.sentence = sentence
  }

  /// The message.
  public var description: String { sentence }
}

extension RigError {
  /// An error with the system's message for `errno` after `sentence`. Call it directly after the
  /// failed call.
  static func system(_ sentence: String, code: Int32) -> RigError {
    RigError("\(sentence): \(text(ofErrorCode: code)).")
  }

  private static func text(ofErrorCode code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: start)
    }
  }
}
