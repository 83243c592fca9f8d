import Document
import Export
import Files
import Journal
import Language
import Paint
import Storage

/// The making of a time-lapse, on a worker, one after the other.
enum FilmMaker {
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

  /// A queue of time-lapses. Those that are not made when the program ends are cancelled: one may take minutes.
  static func queue(_ background: Background, environment: [String: String]) -> JobQueue<Job, Outcome> {
    JobQueue(background, atEnd: .areCancelled) { outcome($0, environment, $1) }
  }

  private static func outcome(_ job: Job, _ environment: [String: String], _ progress: JobProgress)
    -> Outcome
  {
    guard let filler = CoverageFiller() else {
      return .failed(translated("there is not enough memory for drawing"))
    }
    var (document, note, begun) = (job.document, String?.none, 0.0)
    if document.fileHistory != nil {
      begun = 0.2
      do throws(PayloadError) { try document.replayHistory(filler: filler) { progress.report($0 * 0.2) } } catch {
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
