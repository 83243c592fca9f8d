import Desktop
import Document
import Files
import Journal
import Language
import Paint

/// Makes time-lapses on a worker, one after the other. It has the interface of `Exporter`.
final class FilmMaker {
  /// A time-lapse to make.
  struct Job: Sendable {
    var document: Document
    var options: FilmOptions
    /// The film, or the folder of images.
    var path: String

    /// The name for progress messages.
    var shownName: String { FileError.printable(PathText.name(of: path)) }
  }

  /// The result.
  enum Outcome: Hashable, Sendable {
    /// Written to this path. The note names a deviation from the request; nil for none.
    case written(String, note: String?)
    case cancelled
    /// Not made. The message has no capital and no full stop.
    case failed(String)
  }

  private let line: JobQueue<Job, Outcome>

  init(environment: [String: String], wakeup: Wakeup) {
    line = JobQueue(wakeup: wakeup) { Self.outcome($0, environment, $1) }
  }

  /// The current job's name, its progress, 0 ... 1, and its start, seconds; nil for none or a
  /// cancelled one.
  var current: (name: String, share: Double, start: Double)? {
    guard let current = line.current, !current.progress.isCancelled else { return nil }
    return (current.job.shownName, current.progress.share, current.start)
  }

  /// Adds a job behind all others.
  /// - Returns: false if no thread can be started; there is no job then.
  func make(_ job: Job, now: Double) -> Bool { line.add(job, now: now) }

  /// Cancels the current job. The jobs behind it are done.
  func cancel() { line.cancel() }

  /// The results since the last call, oldest first. Starts the next job.
  func takeOutcomes(now: Double) -> [Outcome] { line.takeOutcomes(now: now) }

  /// Cancels all jobs and waits for the end of the current one: a film may take minutes.
  func stop() -> [Outcome] {
    line.drop { _ in true }
    line.cancel()
    return line.finish()
  }

  // MARK: The worker's

  private static func outcome(_ job: Job, _ environment: [String: String], _ progress: JobQueue<Job, Outcome>.Progress)
    -> Outcome
  {
    guard let filler = CoverageFiller() else {
      return .failed(translated("there is not enough memory for drawing"))
    }
    var (document, note, begun) = (job.document, String?.none, 0.0)
    if document.packedHistory != nil {
      begun = 0.2
      do throws(PayloadError) { try document.unpackHistory(filler: filler) { progress.report($0 * 0.2) } } catch {
        if progress.isCancelled { return .cancelled }
        note = translated("The history of the drawing was left out: {fault}.", ["fault": error.fault])
      }
    }
    do throws(ExportError) {
      try document.exportFilm(
        to: job.path, job.options, environment: environment, filler: filler,
        progress: ExportProgress { progress.report(begun + $0 * (1 - begun)) })
      return .written(job.path, note: note)
    } catch {
      switch error {
      case .cancelled: return .cancelled
      case .refused(let fault):
        return .failed(translated("cannot write {file}: {fault}", ["file": job.shownName, "fault": fault]))
      case .file(let error): return .failed("\(error)")
      }
    }
  }
}
