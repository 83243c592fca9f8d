import Widgets

/// How the program ends, and what became of the drawing by then.
struct Ending {
  /// The signals that end the program.
  let signals: StopSignals
  /// The exit status; nil while the program runs.
  var status: Int32?
  /// Whether the user closed the drawing, rather than the session or the server.
  var isByUser = false
  /// The question asked because ending would lose the drawing; nil where it was not asked.
  var question: Question?
  /// Where the drawing was written at the end because its journal could not be.
  var rescuedPath: String?
}
