import Files
import Geometry
import Glibc
import Journal
import Language
import Paint

/// The drawings that Fude keeps by itself, each as its journal.
///
/// Two folders: in the state folder lie journals of drawings that are open, in this Fude or another, or whose Fude ended
/// without being closed; in `kept` below it those that were put by, to be opened again, by names for people. Whoever opens one
/// moves it to the first and holds its lock, so no two ever write to the same. A value that knows the folders only; what it
/// tells is what is on the disk.
public struct DrawingStore: Sendable {
  /// A drawing that was taken up again.
  public struct Opened: Sendable {
    /// The drawing.
    public var replay: JournalReplay
    /// Its journal, which is this program's from now on.
    public var file: JournalFile
    /// What to tell of damage, a sentence; nil where there is none.
    public var sentence: String?
    /// Whether the journal is damaged and no copy of it can be made: it stays as it is, and the drawing goes on in a new one.
    public var isLeft = false
  }

  /// What became of the drawings whose Fude ended without being closed.
  public struct Recovery: Sendable {
    /// The one that was taken up.
    public var opened: Opened?
    /// The paths of those that were put by.
    public var kept: [String] = []
    /// One of them: the drawing in the file that was asked for, with changes that are in no file. nil where there is none.
    public var newer: String?
    /// What to tell of those that could be neither, a sentence each.
    public var sentences: [String] = []

    /// Nothing that was left.
    public init() {}
  }

  /// Journals of drawings that are open, or were not closed in peace.
  public let live: JournalFolder
  /// Journals that were put by.
  public let kept: JournalFolder

  /// What is cut off a journal's end without a copy where a record is cut short there, bytes: what a program that dies leaves of
  /// its last record. Anything else may be damage, and what follows it records that can be read one day.
  static let smallRest = 1 << 16

  /// The shelf in the user's state folder; neither folder need exist.
  /// - Throws: where the environment names no such folder.
  public init(environment: [String: String]) throws(FileError) {
    let path = try StateFolder.path(environment: environment)
    (live, kept) = (JournalFolder(path), JournalFolder(path + "/kept"))
  }

  /// Makes the folders where they are missing.
  /// - Throws: where they cannot be made.
  public func makeFolders() throws(FileError) { try UserFolder.make(kept.path) }

  /// Whether a path, from the root on, is that of a drawing that was put by.
  public func holds(_ path: String) -> Bool {
    PathText.folder(of: path) == kept.path && path.hasSuffix(JournalFolder.suffix)
  }

  /// Takes up a drawing that was put by.
  /// - Parameter path: where it is; see `holds`.
  /// - Throws: where it is gone, open in another Fude, or cannot be read; it stays where it is then.
  public func open(_ path: String, filler: CoverageFiller) throws(JournalError) -> Opened {
    guard holds(path), let file = try JournalFile.claim(path) else {
      throw JournalError(.read, path, fault: translated("it is gone, or open in another Fude"))
    }
    let opened = try read(file, filler)
    if !opened.isLeft { try file.move(to: live) }
    return opened
  }

  /// Puts a drawing that `open` took up back by the name that it had, unchanged.
  /// - Throws: where it cannot be moved; the next start finds it where it is then.
  public func putBack(_ opened: Opened) throws(JournalError) { if !opened.isLeft { try opened.file.move(to: kept) } }

  /// Takes up the newest of the drawings whose Fude ended without being closed; all others of them are put by.
  /// - Parameters:
  ///   - opens: whether one is wanted; where not, all are put by.
  ///   - path: the file that is opened instead, from the root on; nil for none.
  public func recover(opens: Bool = true, insteadOf path: String? = nil, filler: CoverageFiller) -> Recovery {
    var recovery = Recovery()
    for file in ((try? live.claimAll()) ?? []).reversed() {
      do throws(JournalError) {
        if opens, recovery.opened == nil, file.isWritable {
          let opened = try read(file, filler)
          recovery.opened = opened
          if opened.isLeft {
            // Where this fails, it is met again at the next start.
            try keep(file)
            recovery.kept.append(file.path)
          }
        } else {
          let summary = try Summary(file)
          let isNewer = path.map { summary.isNewer(than: $0, time: file.time) } ?? false
          try keep(file, name: summary.name)
          recovery.kept.append(file.path)
          if isNewer, recovery.newer == nil { recovery.newer = file.path }
        }
      } catch { recovery.sentences.append("\(error)") }
    }
    return recovery
  }

  /// Puts a journal by, which this program holds.
  /// - Parameter name: what its drawing is called; nil to ask the journal.
  /// - Throws: where it cannot be moved, or tells of no drawing; it stays where it is then.
  public func keep(_ file: JournalFile, name: String? = nil) throws(JournalError) {
    let name = if let name { name } else { try Summary(file).name }
    do throws(FileError) { try makeFolders() } catch { throw JournalError(.write, kept.path, fault: error.fault) }
    try file.move(to: kept, as: Self.title(name, time: file.time))
  }

  /// Facts about the drawing of a journal, read without drawing it.
  private struct Summary {
    /// What the drawing is called: the file that it was saved in last tells, or the journal's beginning.
    var name: String
    /// The file that it was read from or saved in last; nil for none.
    private var file: String?
    /// Whether something was done to it since.
    private var isChanged = false

    /// - Throws: where the journal cannot be read, or holds no drawing.
    init(_ journal: JournalFile) throws(JournalError) {
      let reader = try JournalReader(journal)
      guard let first = reader.next(), first.type == JournalEntry.drawing.rawValue,
        let header = try? DrawingHeader(first.payload)
      else { throw JournalError(.read, journal.path, fault: translated("there is no drawing in it")) }
      name = header.name
      while let record = reader.next() {
        switch JournalEntry(rawValue: record.type) {
        case .saved:
          guard let path = JournalReplay.file(record) else { break }
          (file, name, isChanged) = (path, PathText.stem(of: path), false)
        case .stroke, .tiles, .operation, .undo, .redo: isChanged = true
        default: break
        }
      }
    }

    /// Whether it holds changes that the file of the drawing lacks.
    /// - Parameter time: when the journal was written to last, seconds since 1970.
    func isNewer(than path: String, time: Double) -> Bool {
      guard let file, isChanged, FileFacts.isSame(file, path) else { return false }
      return (FileFacts.time(of: path) ?? .infinity) <= time
    }
  }

  /// A name for people: "Sketch 2026-03-14 09.26", the time as the user's clock shows it.
  static func title(_ name: String, time: Double) -> String {
    // A file's name has 255 bytes at most; the time, a number and the ending need some.
    var stem = String(FileError.printable(name).map { $0 == "/" ? "_" : $0 })
    if stem.hasPrefix(".") || stem.isEmpty { stem = "_" + stem }
    while stem.utf8.count > 200 { stem.removeLast() }
    return stem + " " + FileFacts.date(Int(time)).replacing(":", with: ".")
  }

  private func read(_ file: JournalFile, _ filler: CoverageFiller) throws(JournalError) -> Opened {
    let replay = try JournalReplay(file, filler: filler)
    var opened = Opened(replay: replay, file: file)
    guard let fault = replay.fault else { return opened }
    if fault == JournalEnd.cutShort, replay.end.rest <= Self.smallRest { return opened }
    let name = FileError.printable(replay.header.name)
    let aside = file.path + ".damaged"
    do throws(FileError) {
      try Self.copy(file.path, to: aside)
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

  private static func copy(_ path: String, to target: String) throws(FileError) {
    let bytes = try InputFile.bytes(of: path, limit: 1 << 31)
    let copy = try AtomicFile(path: target)
    try copy.write(bytes.span)
    try copy.commitReplacing()
  }
}
