extension Screen {
  /// Shows the screen on monitors of 800x600 px side by side, the first at the left.
  ///
  /// The screen keeps its size, which must be large enough for all monitors. Parts outside the
  /// monitors are not visible.
  /// - Parameter count: number of monitors, 1...4.
  public func setMonitors(_ count: Int) throws(RigError) {
    let size = "800x600"
    var words = ["--fb", "\(width)x\(height)", "--output", "DUMMY0", "--mode", size, "--pos", "0x0", "--primary"]
    for number in 1..<4 {
      if number < count {
        // Only the first output has this mode from the start. Adding it again fails; that is
        // ignored.
        try xrandr(["--addmode", "DUMMY\(number)", size], mayFail: true)
        words += ["--output", "DUMMY\(number)", "--mode", size, "--pos", "\(number * 800)x0"]
      } else {
        words += ["--output", "DUMMY\(number)", "--off"]
      }
    }
    try xrandr(words)
  }

  private func xrandr(_ words: [String], mayFail: Bool = false) throws(RigError) {
    guard Program.find("xrandr") != nil else {
      throw RigError("xrandr is not installed (Debian package x11-xserver-utils).")
    }
    let program = try Program("xrandr", words, display: display)
    let status = try program.waitForExit()
    guard mayFail || status == .exited(0) else { throw RigError("xrandr cannot set monitors: \(program.errors)") }
  }
}
