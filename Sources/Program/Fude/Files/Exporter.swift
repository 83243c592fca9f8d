import Document
import Export
import Files
import Journal
import Language
import Paint
import Storage

/// The export of a picture, on a worker: one after the other, since each may need much memory.
enum Exporter {
  /// The target of an export.
  enum Target: Hashable, Sendable {
    /// A file. An existing one is replaced.
    case file(String)
    /// The user's pictures folder, with a file name that is not in use.
    case pictures
  }

  /// A picture to export.
  struct Job: Sendable {
    var document: Document
    var options: ExportOptions
    var target: Target
    /// The drawing's name.
    var name: String

    /// The picture's name for progress messages.
    var shownName: String {
      switch target {
      case .file(let path): FileError.printable(PathText.name(of: path))
      case .pictures: FileError.printable(name) + "." + options.format.ending
      }
    }
  }

  /// The result.
  enum Outcome: Hashable, Sendable {
    /// Written to this path. The note names a deviation from the request; nil for none.
    case written(String, note: String?)
    case cancelled
    /// Not made. The message has no capital and no full stop.
    case failed(String)
  }

  /// A queue of exports. A copy of the document shares its pixels. A cancelled export leaves no file.
  static func queue(_ background: Background, environment: [String: String]) -> JobQueue<Job, Outcome> {
    JobQueue(background) { outcome($0, environment, $1) }
  }

  private static func outcome(_ job: Job, _ environment: [String: String], _ progress: JobProgress)
    -> Outcome
  {
    do throws(ExportError) { return try write(job, environment, progress) } catch {
      switch error {
      case .cancelled: return .cancelled
      case .refused(let fault):
        return .failed(translated("cannot export {file}: {fault}", ["file": job.shownName, "fault": fault]))
      case .file(let error): return .failed("\(error)")
      }
    }
  }

  private static func write(
    _ job: Job, _ environment: [String: String], _ progress: JobProgress
  ) throws(ExportError) -> Outcome {
    guard let filler = CoverageFiller() else { throw .refused(translated("there is not enough memory for drawing")) }
    // Fails early if the folder takes no files. Without `commit` no file remains.
    let file: AtomicFile
    do throws(FileError) { file = try Self.file(job, environment) } catch { throw .file(error) }
    var (document, note, begun) = (job.document, String?.none, 0.0)
    if document.fileHistory != nil, job.options.needsFileHistory {
      begun = 0.3
      do throws(PayloadError) { try document.replayHistory(filler: filler) { progress.report($0 * 0.3) } } catch {
        note = translated("The history of the drawing was left out: {fault}.", ["fault": error.fault])
      }
    }
    let follower = ExportProgress { progress.report(begun + $0 * (1 - begun)) }
    try document.export(to: file, job.options, title: job.name, filler: filler, progress: follower)
    do throws(FileError) { return .written(try commit(file, job), note: note) } catch { throw .file(error) }
  }

  private static func file(_ job: Job, _ environment: [String: String]) throws(FileError) -> AtomicFile {
    switch job.target {
    case .file(let path): return try AtomicFile(path: path)
    case .pictures:
      let location = try ExportLocation(environment: environment, probe: .system)
      return try AtomicFile(path: location.path(of: "Drawing." + job.options.format.ending))
    }
  }

  /// Gives the file its name. Returns its path.
  private static func commit(_ file: AtomicFile, _ job: Job) throws(FileError) -> String {
    switch job.target {
    case .file(let path):
      try file.commitReplacing()
      return path
    case .pictures:
      return try file.commit(firstFree: ExportLocation.names(for: job.name, ending: job.options.format.ending))
    }
  }
}
