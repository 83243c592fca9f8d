import Desktop
import Document
import Files
import Journal
import Language
import Paint

/// Makes pictures of drawings while drawing goes on: one after the other, in the order in which they were asked for, for each may
/// take most of the memory.
///
/// Its life: `export` takes a drawing as it is, a value whose pixels are shared until they are drawn on; a worker writes its
/// picture. When the loop is woken, `takeOutcomes` says what came of it and begins the next. `cancel` ends the one that is being
/// made: no file of it is left. `finish` makes all that is left.
final class Exporter {
  /// Where a picture goes.
  enum Target: Hashable, Sendable {
    /// A file, in place of what is there.
    case file(String)
    /// The user's folder for pictures, under a name that is free.
    case pictures
  }

  /// A picture to be made.
  struct Job: Sendable {
    /// As it is to be seen.
    var document: Document
    var options: ExportOptions
    var target: Target
    /// What the drawing is called.
    var name: String

    /// What the picture is called, as far as that is known before it is there.
    var shownName: String {
      switch target {
      case .file(let path): FileError.printable(PathText.name(of: path))
      case .pictures: FileError.printable(name) + "." + options.format.rawValue
      }
    }
  }

  /// What came of it.
  enum Outcome: Hashable, Sendable {
    /// It is at this path; the note says what is otherwise than was wished, nil for nothing.
    case written(String, note: String?)
    /// It was not wanted any more.
    case cancelled
    /// It could not be made; a sentence without a capital and a full stop.
    case failed(String)
  }

  private let line: JobQueue<Job, Outcome>

  init(environment: [String: String], wakeup: Wakeup) {
    line = JobQueue(wakeup: wakeup) { Self.outcome($0, environment, $1) }
  }

  /// The picture that is being made, how much of it is done (0 ... 1), and since when, seconds; nil for none, or where it is
  /// cancelled.
  var current: (name: String, share: Double, start: Double)? {
    guard let current = line.current, !current.progress.isCancelled else { return nil }
    return (current.job.shownName, current.progress.share, current.start)
  }

  /// Has a picture made, behind all others.
  /// - Returns: false where the system grants no thread; it is not made then.
  func export(_ job: Job, now: Double) -> Bool { line.add(job, now: now) }

  /// Ends what is being made. What waits behind it comes all the same.
  func cancel() { line.cancel() }

  /// What came of pictures by now, oldest first; begins what waits.
  func takeOutcomes(now: Double) -> [Outcome] { line.takeOutcomes(now: now) }

  /// Makes all that is left, and waits for it.
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
    guard let filler = CoverageFiller() else { throw .refused(translated("there is no memory for drawing")) }
    // A folder that takes no files is found out before any work is done. Dropped, the file leaves nothing.
    let file: AtomicFile
    do throws(FileError) { file = try Self.file(job, environment) } catch { throw .file(error) }
    var (document, note, begun) = (job.document, String?.none, 0.0)
    if document.past != nil, job.options.needsPast {
      begun = 0.3
      do throws(PayloadError) { try document.unpackPast(filler: filler) { progress.report($0 * 0.3) } } catch {
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
