/// The message about work that takes long.
struct ProgressMessage {
  /// Seconds until the first message, and between two updates.
  static let timeout = 0.5
  /// What it says; nil while there is none.
  var text: String?
  /// When it was updated last, seconds since the program's start.
  var time: Double?
}
