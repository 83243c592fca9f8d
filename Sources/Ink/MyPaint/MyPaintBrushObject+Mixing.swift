import CMyPaint
import Threads

extension MyPaintBrushObject {
  /// Lets the library call the program's mixing of pigments, or its own. To be called around everything that mixes.
  func withPigments(_ body: () -> Void) {
    mypaint_use_pigments(hasOurPigments ? 1 : 0)
    body()
    mypaint_use_pigments(0)
  }

  /// Calls the library while no other thread mixes pigments in it.
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
    guard sharesMixing else { return }
    library.mixing.wait()
    for i in 0..<4 { library.mixedColour?[i] = mixedColour[i] }
  }

  private func endMixing() {
    guard sharesMixing else { return }
    for i in 0..<4 { mixedColour[i] = library.mixedColour?[i] ?? 0 }
    library.mixing.signal()
  }
}
