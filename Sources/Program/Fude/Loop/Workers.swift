import Desktop
import Document
import Widgets

/// The workers of the program: each does one kind of job on a thread of its own.
struct Workers {
  /// Saves drawings.
  let saver: Saver
  /// Reads drawings.
  let reader: FileReader
  /// Packs old edits.
  let packer: EditPacker
  /// Writes the views of drawings in files.
  let views: JobQueue<ViewJob, Void>

  /// Starts no thread but the packer's; the others start with their first job.
  /// - Throws: a `DesktopError` where the system has no means for the packer.
  init(_ background: Background, environment: [String: String]) throws(DesktopError) {
    saver = Saver(background, environment: environment)
    reader = FileReader(background, environment: environment)
    packer = try EditPacker(environment: environment)
    views = JobQueue(background) { job, _ in
      try? WorkStates.keep(job.work, for: job.path, environment: environment)
    }
  }
}
