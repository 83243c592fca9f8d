extension Screen {
  /// Waits until a condition holds. Checks it whenever the screen has changed, and at least every
  /// 10 ms.
  ///
  /// Fails if the time is over, if the server is gone, or if `condition` fails.
  /// - Parameters:
  ///   - what: the condition's name in the error: "the window to be 800 px wide".
  ///   - seconds: the longest wait.
  ///   - condition: checked repeatedly.
  public func wait(for what: String, seconds: Double = 10, until condition: () throws(RigError) -> Bool)
    throws(RigError)
  {
    let deadline = MonotonicTime.after(seconds: seconds)
    while true {
      drainEvents()
      if isLost { throw RigError("The X server has gone while waiting for \(what).") }
      let isLate = deadline.hasPassed
      if try condition() { return }
      if isLate { throw RigError("Waited \(seconds) s in vain for \(what).") }
      connection.waitForInput(before: min(deadline, .after(seconds: 0.01)))
    }
  }

  /// Waits until `find` returns a result, and returns it. Otherwise like
  /// `wait(for:seconds:until:)`.
  public func wait<Result>(
    for what: String, seconds: Double = 10, untilFound find: () throws(RigError) -> Result?
  ) throws(RigError) -> Result {
    var found: Result?
    try wait(for: what, seconds: seconds) { () throws(RigError) in
      found = try find()
      return found != nil
    }
    guard let found else { throw RigError("Waited in vain for \(what).") }
    return found
  }

  /// Waits until nothing is drawn on the screen for a time. For programs that `settle` does not
  /// work with.
  /// - Parameters:
  ///   - quiet: the time without drawing, in seconds.
  ///   - seconds: the longest wait.
  /// - Returns: the time of the last drawing, or of the call if nothing was drawn.
  @discardableResult
  public func waitUntilQuiet(for quiet: Double, seconds: Double = 20) throws(RigError) -> MonotonicTime {
    let start = MonotonicTime.now
    let deadline = MonotonicTime.after(seconds: seconds)
    drainEvents()
    var last = drawings
    var end = MonotonicTime.after(seconds: quiet)
    while !end.hasPassed {
      if deadline.hasPassed { throw RigError("The screen did not come to rest for \(quiet) s within \(seconds) s.") }
      connection.waitForInput(before: min(end, deadline))
      drainEvents()
      if isLost { throw RigError("The connection to the X server was lost.") }
      if drawings != last {
        last = drawings
        end = .after(seconds: quiet)
      }
    }
    return max(start, lastDrawing)
  }
}
