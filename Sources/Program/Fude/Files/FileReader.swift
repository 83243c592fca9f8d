import Desktop
import Document
import Files
import Journal
import Paint
import Threads

/// Reads drawings and folders while drawing goes on.
///
/// Its life: `open` and `list` have a worker read each; when the loop is woken, `takeDrawing` and `takeListing` give what was
/// read. Of drawings only the one asked for last counts, of folders likewise; a drawing that was put by and is not wanted
/// after all goes back to where it was.
final class FileReader {
  /// A file that was read.
  struct Drawing: Sendable {
    var path: String
    /// The drawing and what it was read from, or the sentence that says what is wrong.
    var outcome: Result<Content, FileError>
    /// What was used lately: with this file, or without one that is gone.
    var recent: RecentFiles?
    fileprivate var serial = 0
  }

  /// What a file held.
  struct Content: Sendable {
    var document: Document
    var format: Document.FileFormat
    /// What was understood differently from what the file may mean, a sentence each.
    var notes: [String]
    /// The file's stamp from before it was read; nil for a drawing that was put by.
    var stamp: FileStamp?
    /// The journal, where the drawing is one that was put by and is taken up again.
    var taken: DrawingStore.Opened?
  }

  private struct Listing: Sendable {
    var listing: FolderListing
    var serial: Int
  }

  private let environment: [String: String]
  private let drawings: Mailbox<Drawing>
  private let listings: Mailbox<Listing>
  private var workers: [Int: Worker] = [:]
  private var serial = 0
  private var lastListing = 0
  /// What is being read: its number, its path and since when, seconds of the loop's clock.
  private var opening: (serial: Int, path: String, start: Double)?

  init(environment: [String: String], wakeup: Wakeup) {
    self.environment = environment
    drawings = Mailbox(wakeup: wakeup)
    listings = Mailbox(wakeup: wakeup)
  }

  /// The file that is being opened and since when, seconds; nil for none.
  var current: (path: String, start: Double)? { opening.map { ($0.path, $0.start) } }

  /// Has a drawing read. Returns false where the system grants no thread.
  func open(_ path: String, now: Double) -> Bool {
    serial += 1
    let (serial, drawings, environment) = (serial, drawings, environment)
    guard let worker = Worker({ drawings.put(Self.read(path, serial, environment)) }) else { return false }
    workers[serial] = worker
    opening = (serial, path, now)
    return true
  }

  private static func read(_ path: String, _ serial: Int, _ environment: [String: String]) -> Drawing {
    var drawing: Drawing
    do throws(FileError) {
      let content = try content(of: path, store: try? DrawingStore(environment: environment))
      drawing = Drawing(path: path, outcome: .success(content))
      let isTaken = content.taken.map { !$0.isLeft } ?? false
      drawing.recent =
        isTaken
        ? try? RecentFiles.forget(path, environment: environment)
        : try? RecentFiles.keep(path, environment: environment)
    } catch {
      drawing = Drawing(path: path, outcome: .failure(error))
      if !FileFacts.exists(path) { drawing.recent = try? RecentFiles.forget(path, environment: environment) }
    }
    drawing.serial = serial
    return drawing
  }

  /// What a file holds. A drawing that was put by in `shelf` is taken from there.
  static func content(of path: String, store: DrawingStore?) throws(FileError) -> Content {
    if let store, store.holds(path), let filler = CoverageFiller() {
      do throws(JournalError) {
        let taken = try store.open(path, filler: filler)
        return Content(document: taken.replay.document, format: .journal, notes: [], taken: taken)
      } catch { throw FileError(.read, path, fault: error.fault) }
    }
    var notes: [String] = []
    let stamp = FileStamp(path)
    let (document, format) = try Document.open(path, notes: &notes)
    return Content(document: document, format: format, notes: notes, stamp: stamp)
  }

  /// Has a folder read. Returns false where the system grants no thread.
  func list(_ folder: String) -> Bool {
    serial += 1
    let (serial, listings) = (serial, listings)
    let worker = Worker { listings.put(Listing(listing: FolderListing(reading: folder), serial: serial)) }
    guard let worker else { return false }
    workers[serial] = worker
    lastListing = serial
    return true
  }

  /// The drawing that was asked for last, once it is read or refused.
  func takeDrawing() -> Drawing? {
    let all = drawings.takeAll()
    for drawing in all { workers.removeValue(forKey: drawing.serial)?.join() }
    var last = all.first { $0.serial == opening?.serial }
    for drawing in all where drawing.serial != opening?.serial {
      // The list that the last one read may be older than this.
      if let recent = putBack(drawing), last != nil { last?.recent = recent }
    }
    if last != nil { opening = nil }
    return last
  }

  /// Puts a drawing that was taken from the shelf, and is not shown after all, back there. That the list cannot be kept is no
  /// fault of the drawing's.
  /// - Returns: what was used lately, with it; nil where it is none of the shelf's, or the list is not known.
  func putBack(_ drawing: Drawing) -> RecentFiles? {
    guard case .success(let content) = drawing.outcome, let taken = content.taken,
      let store = try? DrawingStore(environment: environment)
    else { return nil }
    // Where this fails the next start finds it.
    guard (try? store.putBack(taken)) != nil else { return nil }
    return try? RecentFiles.keep(taken.file.path, environment: environment)
  }

  /// The folder that was asked for last, once it is read.
  func takeListing() -> FolderListing? {
    let all = listings.takeAll()
    for listing in all { workers.removeValue(forKey: listing.serial)?.join() }
    return all.first { $0.serial == lastListing }?.listing
  }
}
