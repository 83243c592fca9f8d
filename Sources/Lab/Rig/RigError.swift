import Glibc

/// What the rig could not do, said in one sentence that names what is wrong and, where something is not installed, what
/// to install.
public struct RigError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence, without a trailing newline.
  public let sentence: String

  /// An error that says `sentence`.
  public init(_ sentence: String) {
    self.sentence = sentence
  }

  /// The sentence.
  public var description: String { sentence }
}

extension RigError {
  /// What the system says of the last failed call, after `sentence`. To be called before anything else can fail.
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
