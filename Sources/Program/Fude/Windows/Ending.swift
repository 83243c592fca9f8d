/// How the program ends.
struct Ending {
  /// The signals that end the program.
  let signals: StopSignals
  /// The exit status; nil while the program runs.
  var status: Int32?
  /// Whether the user closed the drawing, rather than the session or the server.
  var isByUser = false

  init(signals: StopSignals) { self.signals = signals }
}
