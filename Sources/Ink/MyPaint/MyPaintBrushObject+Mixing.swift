import Threads

extension MyPaintBrushObject {
  /// Calls the library while no other thread mixes pigments.
  ///
  /// The library keeps a mixed colour in a variable of all threads, and some brushes make it part of
  /// the next one. So each stroke has a value of its own for it.
  func withMixing(_ body: () -> Void) {
    beginMixing()
    body()
    endMixing()
  }

  /// Lets other threads mix pigments during a callback that takes long.
  func withoutMixing(_ body: () -> Void) {
    endMixing()
    body()
    beginMixing()
  }

  private func beginMixing() {
    guard mixesPigments else { return }
    library.mixing.wait()
    for i in 0..<4 { library.mixedColour?[i] = mixedColour[i] }
  }

  private func endMixing() {
    guard mixesPigments else { return }
    for i in 0..<4 { mixedColour[i] = library.mixedColour?[i] ?? 0 }
    library.mixing.signal()
  }
}
