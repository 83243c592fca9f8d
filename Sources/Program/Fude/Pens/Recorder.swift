import Document
import Files
import Ink
import Language

/// Keeps what the pen does, for `fude record`: from the first sample until the program ends.
///
/// 1. `init` makes sure that the file can be written, before anything is drawn.
/// 2. `begin` with the canvas's size; anew where the canvas is replaced before it was touched.
/// 3. `add` for every sample. 4. `save` once.
final class Recorder {
  private let file: AtomicFile
  private var recording: Recording?
  private var origin: Double?
  private var isTouching = false
  private var lastTime = 0.0
  /// What the strokes are drawn with, as recorded last.
  private var brush = Recording.Brush()

  /// - Parameter isForced: whether a write-protected file may be replaced.
  /// - Throws: where no file can be made at `path`.
  init(path: String, isForced: Bool) throws(FileError) {
    try Commands.check(path, isForced: isForced)
    file = try AtomicFile(path: path, replacesProtected: isForced)
  }

  /// Starts with a canvas of that size, px; forgets what was before.
  func begin(width: Int, height: Int) {
    recording = try? Recording(width: width, height: height)
    (origin, lastTime, isTouching, brush) = (nil, 0, false, Recording.Brush())
  }

  /// Takes a sample, canvas px.
  /// - Parameter drawer: what it draws with, nil where it draws nothing. Within a stroke only its being there counts.
  func add(_ sample: PenSample, drawnWith drawer: Recording.Brush?) {
    let touches = drawer != nil
    guard var recording else { return }
    self.recording = nil
    var s = sample
    let start = origin ?? sample.time
    origin = start
    s.time = max(lastTime, sample.time - start)
    // What the format cannot hold (a place a million px away) is left out; the drawing has none of it either.
    do {
      if isTouching, !touches { try recording.append(.lift) }
      if !isTouching, let drawer, drawer != brush {
        try recording.append(.brush(drawer))
        brush = drawer
      }
      try recording.append(.sample(s, isContact: touches))
      lastTime = s.time
    } catch {}
    isTouching = touches
    self.recording = recording
  }

  /// Writes the file. Returns the sentence to say where that fails.
  func save() -> String? {
    guard let recording else { return translated("nothing was recorded") }
    do throws(FileError) {
      try file.write(recording.encoded().span)
      try file.commitReplacing()
      return nil
    } catch { return "\(error)" }
  }
}
