import Desktop
import Document
import Files
import Journal
import Language
import Paint

/// Exports pictures on a worker, one after the other, since each may need much memory.
///
/// `export` takes a copy of the document, which shares its pixels. The worker wakes the event loop;
/// `takeOutcomes` then returns the results and starts the next job. `cancel` ends the current job
/// and leaves no file. `finish` does all remaining jobs.
final class Exporter {
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
      case .pictures: FileError.printable(name) + "." + options.format.rawValue
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
  func export(_ job: Job, now: Double) -> Bool { line.add(job, now: now) }

  /// Cancels the current job. The jobs behind it are done.
  func cancel() { line.cancel() }

  /// The results since the last call, oldest first. Starts the next job.
  func takeOutcomes(now: Double) -> [Outcome] { line.takeOutcomes(now: now) }

  /// Does all remaining jobs and waits for them.
  func finish() -> [Outcome] { line.finish() }

  // MARK: The worker's

  private static func outcome(_ job: Job, _ environment: [String: String], _ progress: JobQueue<Job, Outcome>.Progress)
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
    _ job: Job, _ environment: [String: String], _ progress: JobQueue<Job, Outcome>.Progress
  ) throws(ExportError) -> Outcome {
    guard let filler = CoverageFiller() else { throw .refused(translated("there is not enough memory for drawing")) }
    // Fails early if the folder takes no files. Without `commit` no file remains.
    let file: AtomicFile
    do throws(FileError) { file = try Self.file(job, environment) } catch { throw .file(error) }
    var (document, note, begun) = (job.document, String?.none, 0.0)
    if document.packedHistory != nil, job.options.needsPackedHistory {
      begun = 0.3
      do throws(PayloadError) { try document.unpackHistory(filler: filler) { progress.report($0 * 0.3) } } catch {
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
      return try AtomicFile(path: location.path(of: "Drawing." + job.options.format.rawValue))
    }
  }

  /// Gives the file its name. Returns its path.
  private static func commit(_ file: AtomicFile, _ job: Job) throws(FileError) -> String {
    switch job.target {
    case .file(let path):
      try file.commitReplacing()
      return path
    case .pictures:
      return try file.commit(firstFree: ExportLocation.names(for: job.name, ending: job.options.format.rawValue))
    }
  }
}
