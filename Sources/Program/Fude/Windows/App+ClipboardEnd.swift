import Desktop

extension App {
  // MARK: The end

  /// Lets a clipboard manager store what was copied. The window is hidden meanwhile.
  func keepClipboard() {
    guard connection.isAlive, window.storeClipboard() else { return }
    window.hide()
    // The clipboard service gives up on a silent manager; this limit is for one that never
    // finishes.
    let deadline = ContinuousClock.now + .seconds(30)
    while connection.isAlive, ContinuousClock.now < deadline {
      pump.wait(deadline: deadline)
      batch.events.removeAll(keepingCapacity: true)
      pump.drain(into: &batch.events)
      for case .clipboardStored in batch.events { return }
    }
  }
}
