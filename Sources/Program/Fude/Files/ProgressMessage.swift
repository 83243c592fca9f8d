/// The message about work that takes long.
struct ProgressMessage {
  /// Seconds until the first message, and between two updates.
  static let timeout = 0.5
  /// The text; nil while there is no message.
  var text: String?
  /// When it was updated last, seconds since the program's start.
  var time: Double?
}
