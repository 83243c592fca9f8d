import Desktop
import Document
import Files
import Ink
import MyPaint

/// The brushes of folders. Workers list their folders, add packs and load the library.
struct BrushFiles {
  /// A job for a worker.
  enum Job: Sendable {
    /// List folders. `taken` has the names of other brushes.
    case list(folders: [String], taken: Set<String>)
    /// Add a pack to a folder of the user's, then list folders.
    case add(pack: String, to: String, folders: [String], taken: Set<String>)
    /// Copy a picture to a folder of papers.
    case addPaper(String, to: String, PaperLibrary)
    /// Write a brush.
    case save(Saving)
    /// Read a picture as a tip, for the editing of a number.
    case readTip(String, editing: Int)
    /// Load the library only.
    case load
    /// Make the smaller copies of a tip's pictures.
    case prepare(TipImages)

    /// Whether folders are listed, however it ends.
    var lists: Bool {
      switch self {
      case .list, .add: true
      case .addPaper, .save, .readTip, .load, .prepare: false
      }
    }
  }

  /// The result of a job.
  struct Outcome: Sendable {
    /// What was listed; nil if nothing was to be listed.
    var catalogue: BrushCatalogue?
    /// The pack that was added, or why it was not; nil if none was to be added.
    var added: Result<BrushPack.Addition, FileError>?
    /// Whether adding a pack was cancelled.
    var isCancelled = false
    /// The paper that was added, or why it was not; nil if none was to be added.
    var paper: Result<PaperLibrary.Addition, FileError>?
    /// The brush that was saved, and its file, or why it was not; nil if none was to be saved.
    var saved: Result<Saving, FileError>?
    /// The pictures of a tip that were read, or why they were not; nil if none were to be read.
    var tip: Result<(images: TipImages, editing: Int), FileError>?
    /// Whether the library was asked for.
    var asksLibrary = false
    /// Why the library cannot be used; nil if it can.
    var absence: MyPaintLibrary.Absence?
  }

  /// A brush that is being saved.
  struct Saving: Sendable {
    var brush: Brush
    var path: String
    /// The file that it was read from; nil for none.
    var source: String?
    /// The title to give it; nil for that which it has.
    var title: String?
    /// Whether its size was edited.
    var isResized: Bool
    /// The number of its editing.
    var editing: Int
  }

  /// The folders, the most important first.
  let folders: [String]
  /// That of the user's, existing or not; nil without a home folder.
  let userFolder: String?
  /// The number of brushes that were edited.
  var editings = 0
  /// What was listed last.
  private var listed = BrushCatalogue()
  /// Brushes that were read otherwise: at the start, and from other places.
  private var added: [BrushCatalogue.Entry] = []
  /// Why the library cannot be used; nil if it can, or if that is unknown.
  private(set) var absence: MyPaintLibrary.Absence?
  /// Files that have a fault, by their paths, with their stamps.
  private var faulty: [String: FileStamp] = [:]
  /// All brushes that are known.
  private(set) var catalogue = BrushCatalogue()

  init(environment: [String: String]) {
    folders = BrushCatalogue.folders(environment: environment)
    userFolder = BrushPack.folder(environment: environment)
  }

  /// Leaves out a brush that was added, since it is one of Fude's own now.
  mutating func remove(added name: String) {
    added.removeAll { $0.name == name }
    update()
  }

  /// Forgets a brush whose file is gone; one of the same name in another folder takes its place.
  mutating func forget(_ name: String, besides taken: Set<String>) {
    added.removeAll { $0.name == name }
    listed.remove(name)
    if let other = BrushCatalogue.entry(named: name, in: folders, taken: taken) { listed.add(other) }
    update()
  }

  /// Takes what a worker has found.
  mutating func take(_ outcome: Outcome) {
    if outcome.asksLibrary { absence = outcome.absence }
    // A file with a fault may be another one by now, under the same name.
    guard let found = outcome.catalogue, found != listed || !faulty.isEmpty else { return }
    listed = found
    update()
  }

  /// Adds a brush for as long as the program runs.
  mutating func add(_ entry: BrushCatalogue.Entry) {
    added.removeAll { $0.name == entry.name }
    added.append(entry)
    update()
  }

  /// Leaves a brush out whose file has a fault, until the file is another one. Returns whether it
  /// was in the list.
  mutating func leaveOut(_ name: String) -> Bool {
    guard let entry = catalogue[name] else { return false }
    faulty[entry.path] = FileStamp(entry.path)
    update()
    return true
  }

  private mutating func update() {
    catalogue = listed
    for entry in added { catalogue.add(entry) }
    for (path, stamp) in faulty {
      guard let entry = catalogue.entry(ofFile: path) else { continue }
      if FileStamp(path) == stamp { catalogue.remove(entry.name) } else { faulty[path] = nil }
    }
  }

  static func queue(_ background: Background) -> JobQueue<Job, Outcome> {
    JobQueue(background, atEnd: .areLeft) { job, progress in
      var outcome = Outcome()
      switch job {
      case .list(let folders, let taken): outcome.catalogue = BrushCatalogue(folders: folders, taken: taken)
      case .add(let path, let folder, let folders, let taken):
        do throws(FileError) {
          let pack = try BrushPack(at: path) { progress.report($0 / 2) }
          let catalogue = BrushCatalogue(folders: folders, taken: taken)
          outcome.added = .success(
            try pack.add(to: folder, besides: catalogue) { progress.report((1 + $0) / 2) })
        } catch {
          outcome.isCancelled = progress.isCancelled
          if !outcome.isCancelled { outcome.added = .failure(error) }
        }
        outcome.catalogue = BrushCatalogue(folders: folders, taken: taken)
      case .addPaper(let path, let folder, let papers):
        do throws(FileError) { outcome.paper = .success(try papers.add(path, to: folder)) } catch {
          outcome.paper = .failure(error)
        }
        return outcome
      case .save(let saving):
        do throws(FileError) {
          try BrushFile.save(saving.brush, to: saving.path, from: saving.source)
          outcome.saved = .success(saving)
        } catch { outcome.saved = .failure(error) }
        return outcome
      case .readTip(let path, let number):
        do throws(FileError) { outcome.tip = .success((try BrushFile.tip(at: path), number)) } catch {
          outcome.tip = .failure(error)
        }
        return outcome
      case .load: break
      case .prepare(let images):
        images.prepare()
        return outcome
      }
      outcome.asksLibrary = true
      if case .failure(let absence) = MyPaintLibrary.loaded { outcome.absence = absence }
      return outcome
    }
  }
}
