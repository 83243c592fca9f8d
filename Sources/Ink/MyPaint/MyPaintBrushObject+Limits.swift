import Ink

/// The numbers of the library's states of a brush that limits need.
private enum MyPaintState: UInt32 {
  case actualRadius = 4
  case customInput = 22
  case ellipticalDabRatio = 24
  case dabsPerBasicRadius = 40
  case dabsPerActualRadius = 41
  case dabsPerSecond = 42
}

extension MyPaintBrushObject {
  /// Ends the library's loop over the dabs of the current event. To be called while it draws a dab
  /// or reads a colour.
  func endEvent() {
    // From these values the library computes how many dabs are left. It sets them again at the end of
    // the event. It ignores a rate of 0, but not a tiny one.
    set(.dabsPerSecond, to: 0)
    set(.dabsPerActualRadius, to: .leastNormalMagnitude)
    set(.dabsPerBasicRadius, to: .leastNormalMagnitude)
    set(.actualRadius, to: 1)
    set(.ellipticalDabRatio, to: 1)
  }

  /// Keeps the input that a brush can feed back to itself from growing without end. To be called
  /// after each step of the library.
  func limitFeedback() {
    let value = library.state(pointer, MyPaintState.customInput.rawValue)
    if value.isNaN { return set(.customInput, to: 0) }
    let limit = MyPaintInput.customLimit
    if abs(value) > limit { set(.customInput, to: min(max(value, -limit), limit)) }
  }

  private func set(_ state: MyPaintState, to value: Float) { library.setState(pointer, state.rawValue, value) }
}
