import Document
import Files
import Geometry
import Glibc
import Journal
import Language
import Paint

/// The drawings that Fude keeps automatically, each as a journal. The value caches nothing.
///
/// The state folder has the journals of open drawings, and of drawings whose Fude ended
/// unexpectedly. Its subfolder `kept` has the kept drawings, with readable names. Opening a kept
/// drawing moves it to the state folder and locks it, so two programs never write to one journal.
public struct DrawingStore: Sendable {
  /// A drawing that was opened from its journal.
  public struct Opened: Sendable {
    /// The drawing.
    public var replay: JournalReplay
    /// Its journal, now owned by this program.
    public var file: JournalFile
    /// The message about damage; nil if there is none.
    public var sentence: String?
    /// Whether the journal is damaged and could not be copied. It stays unchanged then, and the
    /// drawing continues in a new journal.
    public var isLeft = false
  }

  /// The result of recovering drawings whose Fude ended unexpectedly.
  public struct Recovery: Sendable {
    /// The drawing that was opened.
    public var opened: Opened?
    /// The paths of those that were added to the kept drawings.
    public var kept: [String] = []
    /// The path of the kept drawing with unsaved changes of the requested file; nil for none.
    public var newer: String?
    /// The messages about journals that could not be read or moved.
    public var messages: [String] = []
    /// Those of them that say that nothing of a drawing could be recovered.
    public var losses: [String] = []

    /// Makes an empty result.
    public init() {}
  }

  /// Journals of drawings that are open, or whose program ended unexpectedly.
  public let live: JournalFolder
  /// Journals of kept drawings.
  public let kept: JournalFolder
  private let opener: DrawingOpener

  /// The largest incomplete record at a journal's end that is cut off without a copy, bytes.
  /// Programs that die leave such records; anything else may be damage.
  static let smallRest = 1 << 16

  /// The store in the user's state folder; the folders need not exist.
  /// - Throws: if the environment names no such folder.
  public init(environment: [String: String], opener: DrawingOpener) throws(FileError) {
    live = JournalFolder(try StateFolder.path(environment: environment))
    kept = try Self.kept(environment: environment)
    self.opener = opener
  }

  /// The folder of kept drawings, which need not exist.
  /// - Throws: if the environment names no such folder.
  public static func kept(environment: [String: String]) throws(FileError) -> JournalFolder {
    JournalFolder(try StateFolder.path(environment: environment) + "/kept")
  }

  /// Makes the missing folders.
  /// - Throws: if they cannot be made.
  public func makeFolders() throws(FileError) { try UserFolder.make(kept.path) }

  /// Whether an absolute path is that of a kept drawing.
  public func holds(_ path: String) -> Bool {
    PathText.folder(of: path) == kept.path && path.hasSuffix(JournalFolder.suffix)
  }

  /// Opens a kept drawing.
  /// - Parameter path: its path; see `holds`.
  /// - Throws: if it is missing, open in another Fude, or unreadable. It stays in place then.
  public func open(_ path: String, filler: CoverageFiller) throws(JournalError) -> Opened {
    guard holds(path), let file = try JournalFile.claim(path) else {
      throw JournalError(.read, path, fault: translated("it is gone, or open in another Fude"))
    }
    let (complete, loss) = try completed(file)
    var opened = try read(complete, filler)
    if let loss { opened.sentence = loss }
    if !opened.isLeft { try complete.move(to: live) }
    return opened
  }

  /// Removes a kept drawing for good.
  /// - Parameter path: its path; see `holds`.
  /// - Throws: if it is missing, open in another Fude, or cannot be removed.
  public func remove(_ path: String) throws(JournalError) {
    guard holds(path), let file = try JournalFile.claim(path) else {
      throw JournalError(.read, path, fault: translated("it is gone, or open in another Fude"))
    }
    try file.remove()
  }

  /// Moves a drawing that `open` returned back to the kept drawings, unchanged and with its old
  /// name.
  /// - Throws: if it cannot be moved. The next start then finds it.
  public func putBack(_ opened: Opened) throws(JournalError) { if !opened.isLeft { try opened.file.move(to: kept) } }

  /// Opens the newest drawing whose Fude ended unexpectedly, and adds all others to the kept
  /// drawings.
  /// - Parameters:
  ///   - opens: whether to open one; if false, all become kept drawings.
  ///   - path: the absolute path of the file that is opened instead; nil for none.
  public func recover(opens: Bool = true, insteadOf path: String? = nil, filler: CoverageFiller) -> Recovery {
    var recovery = Recovery()
    for claimed in ((try? live.claimAll()) ?? []).reversed() {
      do throws(JournalError) {
        let (file, loss) = try completed(claimed)
        if let loss { recovery.messages.append(loss) }
        let summary = try Summary(file)
        if summary.isEmpty {
          try file.remove()
          continue
        }
        if summary.isCut {
          let sentence = Self.setAside(file, name: summary.name)
          recovery.messages.append(sentence)
          recovery.losses.append(sentence)
          continue
        }
        if opens, recovery.opened == nil, file.isWritable {
          var opened = try read(file, filler)
          if let loss { opened.sentence = loss }
          if opened.replay.isUntouched, opened.replay.fault == nil {
            try file.remove()
            continue
          }
          recovery.opened = opened
          if opened.isLeft {
            // If this fails, the next start tries again.
            try keep(file)
            recovery.kept.append(file.path)
          }
        } else {
          let isNewer = path.map { summary.isNewer(than: $0) } ?? false
          try keep(file, name: summary.name)
          recovery.kept.append(file.path)
          if isNewer, recovery.newer == nil { recovery.newer = file.path }
        }
      } catch { recovery.messages.append("\(error)") }
    }
    return recovery
  }

  /// Moves a journal that this program owns to the kept drawings.
  /// - Parameter name: the name of the drawing; nil reads it from the journal.
  /// - Throws: if the journal cannot be moved, or has no drawing. It stays in place then.
  public func keep(_ file: JournalFile, name: String? = nil) throws(JournalError) {
    let name = if let name { name } else { try Summary(file).name }
    do throws(FileError) { try makeFolders() } catch { throw JournalError(.write, kept.path, fault: error.fault) }
    try file.move(to: kept, as: Self.title(name, time: file.time))
  }

  /// Facts about a journal's drawing, read without drawing it.
  private struct Summary {
    /// The name of the drawing: that of the last saved file, else the one in the journal's header.
    var name: String
    /// The file that it was opened from or last saved in; nil for none.
    private var file: String?
    private var isChanged = false
    /// Whether the journal ends within the drawing with which it begins.
    let isCut: Bool
    /// Whether the journal has the drawing's name and size alone: nothing was drawn.
    let isEmpty: Bool
    /// When the drawing was changed or saved last, seconds since 1970.
    private let time: Double

    init(_ journal: JournalFile) throws(JournalError) {
      let reader = try JournalReader(journal)
      let first = reader.next()
      if first == nil, reader.end.fault == JournalEnd.cutShort {
        (name, time, isCut, isEmpty) = (PathText.stem(of: journal.path), journal.time, true, false)
        return
      }
      guard let first, first.type == JournalEntry.drawing.rawValue, let header = try? DrawingHeader(first.payload)
      else { throw JournalError(.read, journal.path, fault: translated("it contains no drawing")) }
      name = header.name
      var tracker = ViewMemoryTracker()
      var unfinished = UnfinishedTracker()
      var joiner = RecordJoiner()
      var beginning = BeginningTracker()
      while let next = reader.next() {
        beginning.handle(next)
        guard let record = joiner.take(next) else { continue }
        tracker.take(record)
        unfinished.handle(record)
        switch JournalEntry(rawValue: record.type) {
        case .saved:
          guard let path = JournalReplay.file(record) else { break }
          (file, name, isChanged) = (path, PathText.stem(of: path), false)
        case .edit, .undo, .redo, .references: isChanged = true
        default: break
        }
      }
      if unfinished.hasWork { isChanged = true }
      (isCut, isEmpty) = (beginning.isCut(at: reader.end), beginning.isEmpty(at: reader.end))
      time = tracker.contentTime ?? journal.time
    }

    /// Whether the journal has changes that the drawing's file lacks.
    func isNewer(than path: String) -> Bool {
      guard let file, isChanged, FileFacts.isSame(file, path) else { return false }
      return (FileFacts.time(of: path) ?? .infinity) <= time
    }
  }

  /// A readable name with the local time: "Sketch 2026-03-14 09.26".
  static func title(_ name: String, time: Double) -> String {
    // File names have at most 255 bytes, including the time, a number and the extension.
    var stem = String(FileError.printable(name).map { $0 == "/" ? "_" : $0 })
    if stem.hasPrefix(".") || stem.isEmpty { stem = "_" + stem }
    while stem.utf8.count > 200 { stem.removeLast() }
    return stem + " " + FileFacts.date(Int(time)).replacing(":", with: ".")
  }

  private func read(_ file: JournalFile, _ filler: CoverageFiller) throws(JournalError) -> Opened {
    let replay = try JournalReplay(file, filler: filler, opener: opener)
    var opened = Opened(replay: replay, file: file)
    guard let fault = replay.fault else { return opened }
    if fault == JournalEnd.cutShort, replay.end.rest <= Self.smallRest { return opened }
    let name = FileError.printable(replay.header.name)
    do throws(FileError) {
      let aside = try Self.copy(file)
      opened.sentence = translated(
        "The end of the journal of \"{name}\" could not be read: {fault}; a copy is in {path}",
        ["name": name, "fault": fault, "path": FileError.printable(aside)])
    } catch {
      opened.isLeft = true
      opened.sentence = translated(
        """
        The end of the journal of "{name}" could not be read: {fault}. No copy can be made, so it stays under Open recent as it \
        is: {error}
        """, ["name": name, "fault": fault, "error": error])
    }
    return opened
  }

  /// Renames a journal of which nothing can be read, so that it is not found again. Returns the message.
  private static func setAside(_ file: JournalFile, name: String) -> String {
    let aside = file.path + ".damaged"
    let isMoved = rename(PathText.system(file.path), PathText.system(aside)) == 0
    return translated(
      "Nothing of \"{name}\" could be recovered: its journal ends before the drawing is complete. The journal is {path}",
      ["name": FileError.printable(name), "path": FileError.printable(isMoved ? aside : file.path)])
  }

  /// Copies a damaged journal. Returns the copy's path.
  private static func copy(_ file: JournalFile) throws(FileError) -> String {
    let bytes = try InputFile.bytes(of: file.path, limit: 1 << 31)
    let aside = file.path + ".damaged"
    let copy = try AtomicFile(path: aside)
    try copy.write(bytes.span)
    try copy.commitReplacing()
    return aside
  }

  /// Writes the drawing into a journal that names the file of its drawing instead (`DrawingRecords`), since that
  /// file may change. Returns the complete journal and a message if the file could not be used.
  /// - Throws: if the complete journal cannot be written. The journal stays as it is then.
  private func completed(_ file: JournalFile) throws(JournalError) -> (JournalFile, loss: String?) {
    var records = try DrawingRecords(file, opener: opener)
    guard records.beginsWithFile, let first = records.next() else { return (file, nil) }
    let writer = try file.makeReplacement()
    do throws(JournalError) {
      try writer.append(first.type, first.payload.span)
      while let record = records.next() { try writer.append(record.type, record.payload.span) }
      if records.end.fault != nil, !Self.isSmall(records.end) {
        do throws(FileError) { _ = try Self.copy(file) } catch {
          throw JournalError(.write, file.path, fault: error.fault)
        }
      }
      try writer.sync()
      try writer.file.replace(file)
    } catch {
      try? writer.file.remove()
      throw error
    }
    guard let fault = records.fileFault, let header = try? DrawingHeader(first.payload) else {
      return (writer.file, nil)
    }
    return (
      writer.file,
      translated(
        "The last changes are recovered as \"{name}\", without what was in the file of the drawing: {fault}",
        ["name": FileError.printable(header.name), "fault": fault])
    )
  }

  /// Whether the rest after the last record is what a program that dies leaves.
  private static func isSmall(_ end: JournalEnd) -> Bool { end.fault == JournalEnd.cutShort && end.rest <= smallRest }
}
