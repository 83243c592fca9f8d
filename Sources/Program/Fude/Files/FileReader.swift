import Desktop
import Document
import Files
import Journal
import Language
import Paint
import Threads

/// Reads drawings and folders on a worker.
///
/// `open` and `list` start a worker, which wakes the event loop; `takeDrawing` and `takeListing`
/// then return the results. Only the last request of each kind counts. A kept drawing that is not
/// shown after all returns to the store.
final class FileReader {
  /// A file that was read.
  struct Drawing: Sendable {
    var path: String
    var outcome: Result<Content, FileError>
    /// Whether it is a pack of brushes, which cannot be read as a drawing.
    var isBrushPack = false
    /// The recent files: with this file, or without one that does not exist.
    var recent: RecentFiles?
    fileprivate var serial = 0
  }

  /// The content of a file.
  struct Content: Sendable {
    var document: Document
    var format: Document.FileFormat
    /// Notes on content that Fude reads differently from other programs.
    var notes: [String]
    /// The file with its stamp from before it was read; nil for journals.
    var origin: FileOrigin?
    /// That stamp.
    var stamp: FileStamp? { origin?.stamp }
    /// The view, the tool and the active layer that the drawing was left with; nil if unknown.
    var work: WorkState?
    /// The journal of a kept drawing that is opened again.
    var taken: DrawingStore.Opened?
  }

  /// A folder that was listed.
  struct Listing: Sendable {
    var listing: FolderListing
    /// The kept drawing that was removed before; nil for none.
    var removed: String?
    /// The recent files without it.
    var recent: RecentFiles?
    /// The message if it could not be removed.
    var sentence: String?
    fileprivate var serial = 0
  }

  private let environment: [String: String]
  private let drawings: Mailbox<Drawing>
  private let listings: Mailbox<Listing>
  private var workers: [Int: Worker] = [:]
  private var serial = 0
  private var lastListing = 0
  /// The file being read: the request's number, its path and its start, seconds of the loop's
  /// clock.
  private var opening: (serial: Int, path: String, start: Double)?
  /// Whether a drawing returned to the store since that request.
  private var hasPutBack = false

  init(environment: [String: String], wakeup: Wakeup) {
    self.environment = environment
    drawings = Mailbox(wakeup: wakeup)
    listings = Mailbox(wakeup: wakeup)
  }

  /// The file being opened and its start, seconds; nil for none.
  var current: (path: String, start: Double)? { opening.map { ($0.path, $0.start) } }

  /// Starts reading a drawing. Returns false if no thread can be started.
  /// - Parameter started: the reading that has begun already; nil for none.
  func open(_ path: String, now: Double, takingOver started: StartedReading? = nil) -> Bool {
    serial += 1
    let (serial, drawings, environment) = (serial, drawings, environment)
    guard let worker = Worker({ drawings.put(Self.read(path, serial, environment, started)) }) else { return false }
    workers[serial] = worker
    opening = (serial, path, now)
    return true
  }

  private static func read(
    _ path: String, _ serial: Int, _ environment: [String: String], _ started: StartedReading?
  ) -> Drawing {
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
    drawing.serial = serial
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
    let work = format == .openRaster ? WorkStates.kept(for: path, environment: environment) : nil
    return Content(document: document, format: format, notes: notes, origin: origin, work: work)
  }

  /// Starts reading a folder. Returns false if no thread can be started.
  func list(_ folder: String) -> Bool {
    serial += 1
    let (serial, listings) = (serial, listings)
    let worker = Worker { listings.put(Listing(listing: FolderListing(reading: folder), serial: serial)) }
    guard let worker else { return false }
    workers[serial] = worker
    lastListing = serial
    return true
  }

  /// Starts removing a kept drawing and listing its folder. Returns false if no thread can be
  /// started.
  func remove(_ path: String) -> Bool {
    serial += 1
    let (serial, listings, environment) = (serial, listings, environment)
    let worker = Worker {
      var sentence: String?
      var recent: RecentFiles?
      do {
        try DrawingStore(environment: environment).remove(path)
        recent = try? RecentFiles.forget(path, environment: environment)
      } catch {
        sentence = translated(
          "{drawing} was not deleted: {fault}", ["drawing": RecentFiles.shown(path).name, "fault": "\(error)"])
      }
      listings.put(
        Listing(
          listing: FolderListing(reading: PathText.folder(of: path)), removed: sentence == nil ? path : nil,
          recent: recent, sentence: sentence, serial: serial))
    }
    guard let worker else { return false }
    workers[serial] = worker
    lastListing = serial
    return true
  }

  /// The result of the last request for a drawing; nil while there is none.
  func takeDrawing() -> Drawing? {
    let all = drawings.takeAll()
    for drawing in all { workers.removeValue(forKey: drawing.serial)?.join() }
    var last = all.first { $0.serial == opening?.serial }
    for drawing in all where drawing.serial != opening?.serial {
      if putBack(drawing) != nil { hasPutBack = true }
    }
    if last != nil {
      // The worker may have read the list of recent files before a drawing returned to it.
      if hasPutBack { last?.recent = RecentFiles.kept(environment: environment) }
      (opening, hasPutBack) = (nil, false)
    }
    return last
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

  /// The result of the last request for a folder; nil while there is none.
  func takeListing() -> Listing? {
    let all = listings.takeAll()
    for listing in all { workers.removeValue(forKey: listing.serial)?.join() }
    return all.first { $0.serial == lastListing }
  }
}
