/// Why bytes cannot be read as an image, about them as "it" without a full stop ("it is damaged in
/// row 5 of 10").
public struct PictureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message.
  public let description: String

  /// An error with this message.
  public init(description: String) { self.description = description }
}
