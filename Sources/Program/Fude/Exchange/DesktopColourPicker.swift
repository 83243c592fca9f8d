import Portal

/// Asks the user for a colour of the screen by the desktop's picker, one question at a time. Used
/// by the main thread only; a worker waits for the answer.
final class DesktopColourPicker {
  private let background: Background
  private var picker: ColourPicker?

  /// Whether the portal has failed to answer once. It is not asked again then.
  private(set) var isSilent = false
  /// Whether a question is open.
  var isOpen: Bool { picker != nil }

  init(_ background: Background) { self.background = background }

  /// Opens the picker. Does nothing while one is open.
  /// - Parameters:
  ///   - window: the X id of the program's window.
  ///   - bus: the address of the session's bus.
  ///   - then: takes the answer.
  /// - Returns: false if no thread can be started.
  func ask(window: UInt, bus: String, then: @escaping (PickedColour) -> Void) -> Bool {
    guard picker == nil else { return true }
    let new = ColourPicker(window: window, address: bus)
    let run = background.run(isWaiting: true) { _, send in
      send(new.run())
    } receive: { [weak self] (answer: PickedColour) in
      self?.picker = nil
      if answer == .unanswered { self?.isSilent = true }
      then(answer)
    }
    guard run.isRunning else { return false }
    picker = new
    return true
  }

  /// Closes the picker.
  func close() { picker?.cancel() }
}
