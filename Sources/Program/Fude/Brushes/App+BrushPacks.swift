import Document
import Files
import Language
import Widgets

/// Adding brushes to the user's.
extension App {
  /// Opens a file of brushes: one of Fude or MyPaint is drawn with, others are added to the user's.
  func openBrushes(_ path: String) {
    if FolderListing.isBrush(path) { openBrush(path) } else { addPack(path) }
  }

  /// Adds the brushes of a file; a picture becomes a tip. A worker reads and writes them.
  func addPack(_ path: String) {
    guard let folder = BrushPack.folder(environment: environment) else {
      return show(message: translated("The brushes were not added: there is no home folder to keep them in."))
    }
    let job = BrushFiles.Job.add(pack: path, to: folder, folders: brushFiles.folders, taken: ownNames)
    addBrushes(job)
  }

  /// Shows what a worker has added.
  func show(_ added: Result<BrushPack.Addition, FileError>) {
    switch added {
    case .success(let addition):
      show(message: Self.sentence(addition))
      for left in addition.leftOut.prefix(Self.mostListed) {
        say(translated("{file} was left out: {fault}", ["file": left.name, "fault": left.fault]))
      }
    case .failure(let error):
      say("\(error)")
      show(message: Self.sentence(error))
    }
  }

  /// The greatest number of brushes of a pack that standard error names.
  private static let mostListed = 100

  /// The pack that is being added; nil for none.
  var packTask: LongTask? {
    guard let current = workers.brushes.current, case .add(let path, _, _, _) = current.job else { return nil }
    return LongTask(current.start, cancel: .cancelBrushes) {
      let file = FileError.printable(PathText.name(of: path))
      return translated("Adding {file}: {share} %", ["file": file, "share": Int(current.progress.share * 100)])
    }
  }

  /// The seconds that quitting waits for brushes and papers that are being added, and those for cancelling them.
  private static let (longestFinish, longestCancel) = (0.6, 0.2)

  /// Waits a moment for the packs and papers that are being added, then cancels them, and reports failures. What is
  /// not done when the program ends leaves nothing visible behind.
  func finishPacks() {
    workers.brushes.drop { !$0.isAddition }
    guard !workers.brushes.waiting.isEmpty || workers.brushes.current?.job.isAddition ?? false else { return }
    for job in workers.brushes.finish(within: Self.longestFinish, cancellingFor: Self.longestCancel) {
      guard let path = job.source else { continue }
      say(translated("{file} was not added", ["file": FileError.printable(path)]))
    }
  }

  /// Says at the end of the program what was not added.
  func report(_ outcome: BrushFiles.Outcome) {
    if case .failure(let error) = outcome.added { say("\(error)") }
    if case .failure(let error) = outcome.paper { say("\(error)") }
    if let saved = outcome.saved { take(saved: saved) }
    if outcome.isCancelled { say(translated("The brushes were not added: it was cancelled.")) }
  }

  /// The message about a pack.
  static func sentence(_ addition: BrushPack.Addition) -> String {
    let pack = FileError.printable(addition.name)
    var sentence =
      addition.isNew
      ? translated(
        "{count} brush was added to “{pack}”.", other: "{count} brushes were added to “{pack}”.",
        count: addition.count, ["pack": pack])
      : translated("The brushes of this pack are there already, as “{pack}”.", ["pack": pack])
    if !addition.left.isEmpty {
      let parts = addition.left.map { left in
        addition.count == 1 ? left.feature.name : "\(left.feature.name) (\(left.count))"
      }
      sentence += " " + translated("Not taken over: {list}.", ["list": parts.joined(separator: ", ")])
    }
    if let first = addition.leftOut.first {
      sentence +=
        " "
        + translated(
          "{count} brush was left out, {file}: {fault}.",
          other: "{count} brushes were left out; the first is {file}: {fault}.",
          count: addition.leftOut.count, ["file": first.name, "fault": first.fault])
    }
    return sentence
  }
}

extension BrushFiles.Job {
  /// Whether the job writes what the user wants to keep.
  fileprivate var isAddition: Bool {
    switch self {
    case .add, .addPaper, .save: true
    case .list, .load, .prepare, .readTip: false
    }
  }

  /// The file that it adds; nil if it adds none.
  fileprivate var source: String? {
    switch self {
    case .add(let path, _, _, _), .addPaper(let path, _, _): path
    case .save(let saving): saving.path
    case .list, .load, .prepare, .readTip: nil
    }
  }
}
