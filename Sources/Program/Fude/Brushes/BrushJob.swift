import Document
import Files
import Ink
import Library
import MyPaint

/// What a worker does for brushes.
enum BrushJob: Sendable {
  /// List folders. `taken` has the names of other brushes.
  case list(folders: [String], taken: Set<String>)
  /// Add a pack to a folder of the user's, then list folders.
  case add(pack: String, to: String, folders: [String], taken: Set<String>)
  /// Copy a picture to a folder of papers.
  case addPaper(String, to: String, PaperLibrary)
  case save(Saving)
  /// Read a picture as a tip.
  case readTip(String)
  /// Load MyPaint's library.
  case load
  /// Make the smaller copies of a tip's pictures.
  case prepare(TipImages)

  /// A brush that is being saved.
  struct Saving: Sendable {
    var brush: Brush
    var path: String
    /// The file that it was read from; nil for none.
    var source: String?
    /// The title to give it; nil for the present one.
    var title: String?
    /// Whether its size was edited.
    var isResized: Bool
  }

  /// What became of a job.
  enum Outcome: Sendable {
    case listed(BrushCatalogue)
    /// What a pack added, or why it was not added; nil if that was cancelled.
    case added(Result<BrushPack.Addition, FileError>?, BrushCatalogue)
    case paper(Result<PaperLibrary.Addition, FileError>)
    case saved(FileError?)
    case tip(Result<TipImages, FileError>)
    case loaded
    case prepared
  }

  /// Whether folders are listed, however it ends.
  var lists: Bool {
    switch self {
    case .list, .add: true
    case .addPaper, .save, .readTip, .load, .prepare: false
    }
  }

  /// The file that it adds to what the user keeps; nil if it adds none.
  var addition: String? {
    switch self {
    case .add(let path, _, _, _), .addPaper(let path, _, _): path
    case .save(let saving): saving.path
    case .list, .load, .prepare, .readTip: nil
    }
  }

  /// Whether MyPaint's library is loaded with it: a list says which brushes cannot paint.
  var needsLibrary: Bool { if case .load = self { true } else { lists } }

  /// Does the job; called by a worker.
  func outcome(_ progress: JobProgress) -> Outcome {
    if needsLibrary { _ = MyPaintLibrary.loaded }
    switch self {
    case .list(let folders, let taken): return .listed(BrushCatalogue(folders: folders, taken: taken))
    case .add(let path, let folder, let folders, let taken):
      var added: Result<BrushPack.Addition, FileError>?
      do throws(FileError) {
        let pack = try BrushPack(at: path) { progress.report($0 / 2) }
        let catalogue = BrushCatalogue(folders: folders, taken: taken)
        added = .success(try pack.add(to: folder, besides: catalogue) { progress.report((1 + $0) / 2) })
      } catch {
        if !progress.isCancelled { added = .failure(error) }
      }
      return .added(added, BrushCatalogue(folders: folders, taken: taken))
    case .addPaper(let path, let folder, let papers):
      return .paper(Result { () throws(FileError) in try papers.add(path, to: folder) })
    case .save(let saving):
      do throws(FileError) { try BrushFile.save(saving.brush, to: saving.path, from: saving.source) } catch {
        return .saved(error)
      }
      return .saved(nil)
    case .readTip(let path): return .tip(Result { () throws(FileError) in try BrushFile.tip(at: path) })
    case .load: return .loaded
    case .prepare(let images):
      images.prepare()
      return .prepared
    }
  }
}
