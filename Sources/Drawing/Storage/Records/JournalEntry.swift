import Archive
import Document
import Journal
import Language
import Pictures
import Raster

/// The types of records in a drawing's journal. Each payload begins with its version, 1 for all but some `.saved` and
/// `.brushText`.
///
/// - A journal starts with `.drawing`.
/// - Long payloads are divided into `.piece`s, which precede the last one (`RecordJoiner`).
/// - The picture does not depend on types from 128 on; readers skip those that they do not know.
/// - Any other unknown type or version ends the reading, since the following records depend on it.
public enum JournalEntry: UInt8, Sendable {
  /// The drawing's size, paper, layers and name (`DrawingHeader`). Once, first.
  case drawing = 1
  /// An edit: its operation, perhaps with its result (`EditRecord`). A key frame follows a change of earlier edits.
  case edit = 2
  /// The last edit was undone.
  case undo = 3
  /// The last undone edit was redone.
  case redo = 4
  /// The canvas, the layers, the selection, and all tiles that differ from the previous key frame (`KeyFrame`). A
  /// reader can start from the last key frame.
  case keyframe = 5
  /// The text of a brush of MyPaint or, in version 2, the pictures of a tip, in version 3 a paper, by their number
  /// (`BrushTexts`), for the strokes after it.
  case brushText = 6
  /// Bytes of a divided payload, which the next record continues or ends.
  case piece = 7
  /// The drawing was saved in a file in its current state. In version 2, as the second record, the journal begins
  /// with the drawing in that file (`DrawingRecords`).
  case saved = 8
  /// The drawing was closed; the next records belong to another session.
  case closed = 128
  /// The state at the end of a file's history, and how many edits are undone there. Only there.
  case ending = 129
  /// A part of the history from before the journal's start (`FileHistory`); precedes all edits.
  case fileHistory = 130
  /// The view, the tool and the active layer (`ViewMemory`).
  case work = 131
  /// The picture of a reference, by its number (`Reference`).
  case reference = 132
  /// All references with their places; those that it lacks are removed.
  case references = 133
  /// A step of a stroke in progress or of a floating selection (`UnfinishedStep`).
  case unfinished = 134
  /// What Fude does not know of the drawing's file (`ForeignContent`).
  case foreign = 135
  /// What the drawing's file has of a layer outside the canvas (`OutsidePixels`).
  case outside = 136

  /// The version of a record's coding.
  static let version: UInt8 = 1
  /// The size of the pieces of a divided payload, bytes.
  static let partSize = 1 << 22
}

/// A record to append to a journal.
public struct JournalPayload: Sendable, Hashable {
  /// The record's type.
  public var type: JournalEntry
  /// The record's payload.
  public var bytes: [UInt8]

  /// The drawing was saved in this file in its current state.
  public init(saved path: String) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(path)
    self.init(type: .saved, bytes: writer.bytes)
  }

  /// The journal begins with the drawing in this file.
  init(start path: String) {
    self.init(saved: path)
    bytes[0] = Self.startVersion
  }

  /// The version of a `.saved` that begins the drawing.
  private static let startVersion: UInt8 = 2

  /// The file with which a journal begins; nil for other records, also if it is damaged.
  static func start(_ record: JournalRecord) -> String? {
    guard record.type == JournalEntry.saved.rawValue else { return nil }
    var reader = ByteReader(record.payload)
    do throws(PayloadError) {
      guard try reader.read(UInt8.self) == startVersion else { return nil }
      let path = try reader.readText()
      try reader.finish()
      return path
    } catch { return nil }
  }

  /// The drawing was closed.
  public static let closed = JournalPayload(type: .closed, bytes: [JournalEntry.version])

  init(type: JournalEntry, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
}

extension ByteReader {
  /// Reads and checks the version at the start of a record.
  mutating func expectVersion() throws(PayloadError) { _ = try readVersion(upTo: JournalEntry.version) }

  /// Reads the version at the start of a record.
  /// - Throws: if it is above the highest one that is known.
  mutating func readVersion(upTo highest: UInt8) throws(PayloadError) -> UInt8 {
    let version = try read(UInt8.self)
    guard (1...highest).contains(version) else {
      throw PayloadError(translated("a record is of version {version}, which is unknown", ["version": version]))
    }
    return version
  }
}
