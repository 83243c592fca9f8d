import Desktop
import Document
import Files
import Language

/// Makes pieces of pictures that other programs gave, while drawing goes on.
///
/// Its life: `read` has a worker read a picture; when the loop is woken, `takeOutcomes` gives what came of it.
final class PastedImageReader {
  /// Something that may be a picture.
  struct Job: Sendable {
    enum Source: Sendable {
      /// The bytes of a PNG image.
      case bytes([UInt8])
      /// A file, of whatever kind.
      case file(String)
    }

    var source: Source
    /// Where it was dropped, window px; nil for the middle.
    var place: PlaceInWindow?
    /// Whether it was dropped, rather than pasted: a drawing that is dropped is opened.
    var isDropped: Bool
    /// Whether a picture that is a file is to be opened as a drawing is.
    var opensPictures = false
  }

  /// Where in the window something was dropped, px.
  struct PlaceInWindow: Sendable {
    var x: Double
    var y: Double
  }

  /// What came of it.
  enum Outcome: Sendable {
    case piece(Clipping, at: PlaceInWindow?)
    /// The file is to be opened.
    case drawing(String)
    /// Nothing: it was not wanted any more.
    case cancelled(isDropped: Bool)
    /// Nothing; a sentence says why.
    case fault(String)
  }

  private let line: JobQueue<Job, Outcome>

  init(wakeup: Wakeup) {
    line = JobQueue(wakeup: wakeup) { job, progress in
      let outcome = Self.outcome(job)
      return progress.isCancelled ? .cancelled(isDropped: job.isDropped) : outcome
    }
  }

  /// Since when something is being read that is wanted, seconds; nil for nothing.
  var start: Double? { line.current.flatMap { $0.progress.isCancelled ? nil : $0.start } }

  /// Gives up all that is being read, or is to be.
  func cancel() {
    line.drop { _ in true }
    line.cancel()
  }

  /// Has something read, behind all others.
  /// - Returns: false where the system grants no thread.
  func read(_ job: Job, now: Double) -> Bool { line.add(job, now: now) }

  /// What came of what is read by now, oldest first.
  func takeOutcomes(now: Double) -> [Outcome] { line.takeOutcomes(now: now) }

  private static func outcome(_ job: Job) -> Outcome {
    switch job.source {
    case .bytes(let bytes):
      do throws(PictureFault) { return .piece(try Clipping(png: bytes), at: job.place) } catch {
        return .fault(
          job.isDropped
            ? translated("The picture was not taken: {fault}.", ["fault": "\(error)"])
            : translated("The picture was not pasted: {fault}.", ["fault": "\(error)"]))
      }
    case .file(let path):
      do throws(FileError) {
        // By what is in it, whatever it is called.
        if job.isDropped, try Document.format(of: path) != .png || job.opensPictures { return .drawing(path) }
        return .piece(try Clipping(pngAt: path), at: job.place)
      } catch { return .fault(App.sentence(error)) }
    }
  }
}
