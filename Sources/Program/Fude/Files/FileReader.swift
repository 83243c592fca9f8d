import Document
import Export
import Files
import Journal
import Language
import Library
import Paint
import Storage
import Threads

/// Reads drawings on a worker. Only the last request counts. A kept drawing that is not shown after all returns to
/// the store.
final class FileReader {
  /// A file that was read.
  struct Drawing: Sendable {
    var path: String
    var outcome: Result<Content, FileError>
    /// Whether it is a pack of brushes, which cannot be read as a drawing.
    var isBrushPack = false
    /// The recent files: with this file, or without one that does not exist.
    var recent: RecentFiles?
  }

  /// The content of a file.
  struct Content: Sendable {
    var document: Document
    var format: FileFormat
    /// Notes on content that Fude reads differently from other programs.
    var notes: [String]
    /// The file with its stamp from before it was read; nil for journals.
    var origin: FileOrigin?
    /// That stamp.
    var stamp: FileStamp? { origin?.stamp }
    /// The view, the tool and the active layer that the drawing was left with; nil if unknown.
    var work: ViewMemory?
    /// The journal of a kept drawing that is opened again.
    var taken: DrawingStore.Opened?
  }

  private let environment: [String: String]
  private let background: Background
  private var serial = 0
  /// The file being read: the request's number, its path and its start, seconds since the program's start.
  private var opening: (serial: Int, path: String, start: Double)?
  /// Whether a drawing returned to the store since that request.
  private var hasPutBack = false

  init(_ background: Background, environment: [String: String]) {
    (self.background, self.environment) = (background, environment)
  }

  /// The file being opened and its start, seconds; nil for none.
  var current: (path: String, start: Double)? { opening.map { ($0.path, $0.start) } }

  /// The file that is being opened; nil for none.
  var task: LongTask? {
    opening.map { opening in
      LongTask(opening.start) {
        translated("Opening {file}", ["file": FileError.printable(PathText.name(of: opening.path))])
      }
    }
  }

  /// Starts reading a drawing.
  /// - Parameters:
  ///   - started: the reading that has begun already; nil for none.
  ///   - then: takes the drawing, unless another was asked for meanwhile.
  func open(_ path: String, takingOver started: StartedReading? = nil, then: @escaping (Drawing) -> Void) {
    serial += 1
    let (serial, environment) = (serial, environment)
    opening = (serial, path, started == nil ? background.now : 0)
    background.run(priority: .prompt, .betweenGestures) { _, send in
      send(Self.read(path, environment, started))
    } receive: { [self] (drawing: Drawing) in
      guard opening?.serial == serial else {
        if putBack(drawing) != nil { hasPutBack = true }
        return
      }
      var drawing = drawing
      // The worker may have read the list of recent files before a drawing returned to it.
      if hasPutBack { drawing.recent = RecentFiles.kept(environment: environment) }
      (opening, hasPutBack) = (nil, false)
      then(drawing)
    }
  }

  private static func read(_ path: String, _ environment: [String: String], _ started: StartedReading?) -> Drawing {
    var drawing: Drawing
    do throws(FileError) {
      let content = if let started { try started.content() } else { try content(of: path, environment) }
      drawing = Drawing(path: path, outcome: .success(content))
      let isTaken = content.taken.map { !$0.isLeft } ?? false
      drawing.recent =
        isTaken
        ? try? RecentFiles.forget(path, environment: environment)
        : try? RecentFiles.keep(path, environment: environment)
      Leftovers.remove(beside: path)
    } catch {
      drawing = Drawing(path: path, outcome: .failure(error), isBrushPack: BrushPack.isPack(at: path))
      if !FileFacts.exists(path) { drawing.recent = try? RecentFiles.forget(path, environment: environment) }
    }
    return drawing
  }

  /// Reads a file. A kept drawing is taken from the user's store.
  static func content(of path: String, _ environment: [String: String]) throws(FileError) -> Content {
    if let store = try? DrawingStore(environment: environment), store.holds(path), let filler = CoverageFiller() {
      do throws(JournalError) {
        let taken = try store.open(path, filler: filler)
        return Content(document: taken.replay.document, format: .journal, notes: [], taken: taken)
      } catch { throw FileError(.read, path, fault: error.fault) }
    }
    var notes: [String] = []
    let stamp = FileStamp(path)
    let (document, format) = try Document.open(path, notes: &notes)
    let origin = stamp.flatMap { format == .journal ? nil : FileOrigin(path: path, stamp: $0) }
    let work = format == .openRaster ? ViewMemories.kept(for: path, environment: environment) : nil
    return Content(document: document, format: format, notes: notes, origin: origin, work: work)
  }

  /// Returns a kept drawing that is not shown after all to the store.
  /// - Returns: the list of recent files with it; nil if it is no kept drawing, or the list cannot
  ///   be read.
  func putBack(_ drawing: Drawing) -> RecentFiles? {
    guard case .success(let content) = drawing.outcome, let taken = content.taken,
      let store = try? DrawingStore(environment: environment)
    else { return nil }
    // If this fails, the next start finds the drawing.
    guard (try? store.putBack(taken)) != nil else { return nil }
    return try? RecentFiles.keep(taken.file.path, environment: environment)
  }
}
