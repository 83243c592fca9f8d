import Document
import Export
import Files
import Ink
import Language

/// Records the pen for `fude record`, from the first sample until the program ends.
///
/// 1. `init` checks that the file can be written, before anything is drawn.
/// 2. `begin` takes the canvas's size, again if the canvas is replaced before the first sample.
/// 3. `add` takes every sample.
/// 4. `save` writes the file, once.
final class Recorder {
  private let file: AtomicFile
  private var recording: Recording?
  private var origin: Double?
  private var isTouching = false
  private var lastTime = 0.0
  /// The last recorded brush.
  private var brush = Recording.Brush()

  /// - Parameter isForced: whether a file that is write-protected or no recording may be replaced.
  /// - Throws: if no file can be made at `path`.
  init(path: String, isForced: Bool) throws(FileError) {
    try OutputFile(path, .recording).check(madeFrom: nil, isForced: isForced)
    file = try AtomicFile(path: path, replacesProtected: isForced)
  }

  /// Starts with a canvas of this size, px, and drops earlier samples.
  func begin(width: Int, height: Int) {
    recording = try? Recording(width: width, height: height)
    (origin, lastTime, isTouching, brush) = (nil, 0, false, Recording.Brush())
  }

  /// Takes a sample, canvas px.
  /// - Parameter drawer: the brush; nil if nothing is drawn. Within a stroke only its presence
  ///   counts.
  func add(_ sample: PenSample, drawnWith drawer: Recording.Brush?) {
    let touches = drawer != nil
    guard var recording else { return }
    self.recording = nil
    var s = sample
    let start = origin ?? sample.time
    origin = start
    s.time = max(lastTime, sample.time - start)
    // Samples that the format cannot hold, such as a position a million px away, are dropped. The
    // drawing has no ink there either.
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

  /// Writes the file. Returns an error message; nil for none.
  func save() -> String? {
    guard let recording else { return translated("nothing was recorded") }
    do throws(FileError) {
      try file.write(recording.encoded().span)
      try file.commitReplacing()
      return nil
    } catch { return "\(error)" }
  }
}
