import Studio

/// What was stored of the state that the next start returns to.
struct Remembering {
  /// The brush, the colours and the settings; nil before the first look.
  var stored: Settings?
  /// When a change is stored, seconds since the program's start; nil if there is none.
  var deadline: Double?
  /// The last reported error.
  var fault: String?
}
