import Geometry
import Glibc
import Journal
import Paint

/// The drawings that Fude keeps by itself, each as its journal.
///
/// Two folders: in the state folder lie journals of drawings that are open, in this Fude or another, or whose Fude ended
/// without being closed; in `recent` below it those that were put by, to be opened again. Whoever opens one moves it to the
/// first and holds its lock, so no two ever write to the same. A value that knows the folders only; what it tells is what
/// is on the disk.
public struct DrawingShelf: Sendable {
  /// A drawing that was put by.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// What `open` wants: its journal's name.
    public var id: String
    /// What it is called, for people.
    public var name: String
    /// When it was drawn on last, seconds since 1970.
    public var time: Double
    /// Width, px.
    public var width: Int
    /// Height, px.
    public var height: Int
    /// What its journal takes on the disk.
    public var bytes: Int
    /// A small picture of it, PNG, at most 256 px a side; nil where there is none.
    public var thumbnail: String?
  }

  /// A drawing that was taken up again.
  public struct Opened: Sendable {
    /// The drawing.
    public var replay: JournalReplay
    /// Its journal, which is this program's from now on.
    public var file: JournalFile
    /// What to tell of damage, a sentence; nil where there is none.
    public var sentence: String?
  }

  /// Journals of drawings that are open, or were not closed in peace.
  public let live: JournalFolder
  /// Journals that were put by.
  public let kept: JournalFolder

  /// What is cut off a journal's end without a copy, bytes: what a program that dies leaves of its last record.
  static let smallRest = 1 << 16

  /// The shelf in the user's state folder; neither folder need exist.
  /// - Throws: where the environment names no such folder.
  public init(environment: [String: String]) throws(FileError) {
    let path = try StateFolder.path(environment: environment)
    (live, kept) = (JournalFolder(path), JournalFolder(path + "/recent"))
  }

  /// Makes the folders where they are missing.
  /// - Throws: where they cannot be made.
  public func makeFolders() throws(FileError) { try UserFolder.make(kept.path) }

  /// All drawings that were put by, the one that was drawn on last first. What cannot be read is left out.
  public func entries() -> [Entry] {
    guard let names = try? kept.names() else { return [] }
    let entries = names.compactMap { name -> Entry? in
      guard let file = try? JournalFile.look(at: kept.path(of: name)), let reader = try? JournalReader(file),
        let first = reader.next(), first.type == JournalEntry.drawing.rawValue,
        let header = try? DrawingHeader(first.payload), let size = try? file.size()
      else { return nil }
      let thumbnail = Self.thumbnail(of: file.path)
      return Entry(
        id: name, name: header.name, time: file.time, width: header.width, height: header.height, bytes: size,
        thumbnail: access(thumbnail, R_OK) == 0 ? thumbnail : nil)
    }
    return entries.sorted { ($0.time, $0.id) > ($1.time, $1.id) }
  }

  /// Takes up a drawing that was put by.
  /// - Throws: where it is gone, open in another Fude, or cannot be read; it stays where it is then.
  public func open(_ id: String, filler: CoverageFiller) throws(JournalError) -> Opened {
    let path = kept.path(of: id)
    let file = try claim(id, .read)
    let opened = try read(file, filler)
    try file.move(to: live)
    unlink(Self.thumbnail(of: path))
    return opened
  }

  /// Takes up the newest of the drawings whose Fude ended without being closed; all others of them are put by.
  /// - Returns: nil where there is none.
  public func recover(filler: CoverageFiller) -> (opened: Opened?, sentences: [String]) {
    guard let found = try? live.claimAll(), !found.isEmpty else { return (nil, []) }
    var sentences: [String] = []
    var opened: Opened?
    for file in found.reversed() {
      do throws(JournalError) { try recover(file, &opened, filler) } catch { sentences.append("\(error)") }
    }
    return (opened, sentences)
  }

  /// Takes a journal up, if none is yet, or puts it by.
  private func recover(
    _ file: JournalFile, _ opened: inout Opened?, _ filler: CoverageFiller
  ) throws(JournalError) {
    if opened == nil, file.isWritable {
      opened = try read(file, filler)
    } else {
      try keep(file)
    }
  }

  /// Puts a journal by, which this program holds.
  /// - Throws: where it cannot be moved; it stays where it is then.
  public func keep(_ file: JournalFile) throws(JournalError) {
    do throws(FileError) { try makeFolders() } catch { throw JournalError(.write, kept.path, fault: error.fault) }
    try file.move(to: kept)
  }

  /// Puts a small picture of a drawing beside its journal, which was put by. Does without where that cannot be.
  public func addThumbnail(of document: Document, beside file: JournalFile) {
    var small = Thumbnail(ofWidth: document.width, height: document.height)
    var row = [UInt32](repeating: 0, count: document.width)
    for y in 0..<document.height {
      var span = row.mutableSpan
      document.compose(
        .init(x: 0, y: y, width: document.width, height: 1), to: &span, start: 0, stride: document.width)
      small.add(row.span)
    }
    let pixels = small.pixels
    try? Self.write(pixels, width: small.width, height: small.height, to: Self.thumbnail(of: file.path))
  }

  private static func write(_ pixels: [UInt32], width: Int, height: Int, to path: String) throws(FileError) {
    let target = try AtomicFile(path: path)
    let writer = try PNGWriter(target, width: width, height: height, hasAlpha: false)
    try writer.writeRows { y, row in for x in 0..<width { row[x] = pixels[y * width + x] } }
    try writer.finish()
    try target.commitReplacing()
  }

  /// Throws a drawing that was put by away, for good.
  /// - Throws: where that cannot be, or it is open in another Fude.
  public func remove(_ id: String) throws(JournalError) {
    let path = kept.path(of: id)
    try claim(id, .remove).remove()
    unlink(Self.thumbnail(of: path))
  }

  /// The journal of that name, ours from now on.
  private func claim(_ id: String, _ action: JournalError.Action) throws(JournalError) -> JournalFile {
    let path = kept.path(of: id)
    let file = id.utf8.contains(UInt8(ascii: "/")) ? nil : try JournalFile.claim(path)
    if let file { return file }
    throw JournalError(action, path, fault: "it is gone, or open in another Fude")
  }

  private static func thumbnail(of journal: String) -> String { journal + ".png" }

  private func read(_ file: JournalFile, _ filler: CoverageFiller) throws(JournalError) -> Opened {
    let replay = try JournalReplay(file, filler: filler)
    var opened = Opened(replay: replay, file: file)
    guard let fault = replay.fault, replay.end.rest > Self.smallRest else { return opened }
    let name = FileError.printable(replay.header.name)
    let sentence = "The end of the journal of \"\(name)\" could not be read: \(fault)"
    let aside = file.path + ".damaged"
    do throws(FileError) { try Self.copy(file.path, to: aside) } catch {
      throw JournalError(.read, file.path, fault: "\(fault), and no copy can be made: \(error)")
    }
    opened.sentence = sentence + "; a copy is in \(FileError.printable(aside))"
    return opened
  }

  private static func copy(_ path: String, to target: String) throws(FileError) {
    let bytes = try InputFile.bytes(of: path, limit: 1 << 31)
    let copy = try AtomicFile(path: target)
    try copy.write(bytes.span)
    try copy.commitReplacing()
  }
}
