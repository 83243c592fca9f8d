import Desktop
import Document
import Widgets

/// The workers of the program: each does one kind of job on a thread of its own.
struct Workers {
  /// Scales images.
  let scaler: JobQueue<ScalingJob, ScalingOutcome>
  /// Computes changes of strokes.
  let changer: JobQueue<ChangeJob, Result<BackgroundChange, ChangeFault>>
  /// Saves drawings.
  let saver: Saver
  /// Reads and decodes the pictures of references.
  let references: ReferenceReader
  /// Reads drawings.
  let reader: FileReader
  /// Reads pictures that were pasted or dropped.
  let pictures: PastedImageReader
  /// Asks the desktop for a colour of the screen.
  let colourPicker: DesktopColourPicker
  /// Packs old edits.
  let packer: EditPacker
  /// Writes the views of drawings in files.
  let views: JobQueue<ViewJob, Void>
  /// Talks to screen readers.
  let screenReaders: ScreenReaders

  /// Starts no thread but the packer's; the others start with their first job.
  /// - Throws: a `DesktopError` where the system has no means for the packer.
  init(_ background: Background, environment: [String: String], wakeup: Wakeup) throws(DesktopError) {
    scaler = JobQueue(background, .betweenGestures, atEnd: .areCancelled) { $0.outcome($1) }
    changer = JobQueue(background, atEnd: .areCancelled) { $0.outcome($1) }
    saver = Saver(background, environment: environment)
    references = ReferenceReader(background)
    reader = FileReader(background, environment: environment)
    pictures = PastedImageReader(background)
    colourPicker = DesktopColourPicker(background)
    packer = try EditPacker(environment: environment)
    views = JobQueue(background) { job, _ in
      try? WorkStates.keep(job.work, for: job.path, environment: environment)
    }
    screenReaders = ScreenReaders(wakeup: wakeup)
  }
}
