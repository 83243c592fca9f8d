import Archive
import Journal
import Language
import Pictures
import Raster

/// The types of records in a drawing's journal. Each payload begins with its version: 1, or 2 for a
/// `.drawing` or `.keyframe` whose layers have groups or masks (`LayerList`) and for a `.saved` that begins the drawing,
/// and 2 or 3 for a `.brushText` with pictures.
///
/// - A journal starts with `.drawing`.
/// - Long lists of tiles are divided: `.part`s precede the record to which they belong.
/// - Other long payloads are divided into `.piece`s, which precede the last one (`RecordJoiner`).
/// - The picture does not depend on types from 128 on; readers skip those that they do not know.
/// - Any other unknown type or version ends the reading, since the following records depend on it.
public enum JournalEntry: UInt8, Sendable {
  /// The drawing's size, paper, layers and name. Once, first.
  case drawing = 1
  /// An edit that is a stroke (`StrokeRecord`).
  case stroke = 2
  /// An edit as its resulting tiles.
  case tiles = 3
  /// Tiles of the next record that has tiles.
  case part = 4
  /// The last edit was undone.
  case undo = 5
  /// The last undone edit was redone.
  case redo = 6
  /// All tiles that differ from the previous key frame, and the selection. A reader can start from
  /// the last key frame.
  case keyframe = 7
  /// An edit that is an operation on the list of layers (`LayerOperation`) or on the canvas
  /// (`CanvasOperation`).
  case operation = 9
  /// The drawing was saved in a file in its current state. In version 2, as the second record, the journal begins
  /// with the drawing in that file (`DrawingRecords`).
  case saved = 8
  /// The state before the next operation, if it does not follow from the records before: the number
  /// of the next layer, and the active layer. Only in a packed history (`PackedHistory`).
  case setting = 10
  /// An edit that is a stroke in place of the previous edit: undoing it brings that back.
  case replacement = 13
  /// The size of the canvas in the next key frame and from there on, px, if it is not that of the
  /// key frame before.
  case size = 12
  /// The text of a brush of MyPaint or, in version 2, the pictures of a tip, in version 3 a paper, by their number
  /// (`BrushTexts`), for the strokes after it.
  case brushText = 14
  /// An edit that is a stroke of a brush of MyPaint, with its result (`PaintedStroke`).
  case painted = 15
  /// An edit as its operation with all parameters, perhaps with its result (`OperationCoding`).
  case edit = 16
  /// An edit that changes what earlier ones did (`RecordedChange`). A key frame follows it.
  case change = 17
  /// Bytes of a divided payload, which the next record continues or ends.
  case piece = 11
  /// The drawing was closed; the next records belong to another session.
  case closed = 128
  /// The state at the end of a packed history. Only there.
  case ending = 129
  /// A part of the history from before the journal's start (`PackedHistory`); precedes all edits.
  case packedHistory = 130
  /// The print size of the drawing (`Resolution`) at the start and in the next key frame, if it is
  /// not that of the key frame before, and at first not the default.
  case resolution = 131
  /// The view, the tool and the active layer (`WorkState`).
  case work = 132
  /// The picture of a reference, by its number (`Reference`).
  case reference = 133
  /// All references with their places; those that it lacks are removed.
  case references = 134
  /// A step of a stroke in progress or of a floating selection (`UnfinishedStep`).
  case unfinished = 135
  /// When the next edit was done. Precedes all records of the edit.
  case time = 136
  /// What Fude does not know of the drawing's file (`ForeignContent`).
  case foreign = 137
  /// What the drawing's file has of a layer outside the canvas (`OutsidePixels`).
  case outside = 138
  /// `Document.canvasMap` in the next key frame, if it is not that of the key frame before, and at first not the
  /// identity. Only in the journal of a drawing with `outside`.
  case canvasMap = 139

  /// Whether a record of this type is an edit's own: the last one of those that do it.
  var isEdit: Bool {
    switch self {
    case .stroke, .replacement, .painted, .tiles, .operation, .edit, .change: true
    default: false
    }
  }

  /// The version of a record's coding, but for lists of layers.
  static let version: UInt8 = 1
  /// The tile indices of a record are below this: those of an endless canvas.
  static let mostTiles = UInt64(Document.endlessSide / Tile.size * (Document.endlessSide / Tile.size))
  /// The size at which a list of tiles is divided, bytes.
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

  /// When the next edit was done, s since 1970, in ms.
  init(time: Double) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(UInt64(max(0, min(1e15, (time * 1000).rounded()))))
    self.init(type: .time, bytes: writer.bytes)
  }

  /// The time in a record of type `.time`, s since 1970.
  /// - Throws: if it is damaged.
  func editTime() throws(PayloadError) -> Double {
    var reader = ByteReader(bytes)
    try reader.expectVersion()
    let milliseconds = try reader.readCompact()
    try reader.finish()
    guard milliseconds <= 1_000_000_000_000_000 else { throw PayloadError(translated("a number is out of range")) }
    return Double(milliseconds) / 1000
  }

  /// The drawing was closed.
  public static let closed = JournalPayload(type: .closed, bytes: [JournalEntry.version])

  init(type: JournalEntry, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }

  /// The size of the canvas in the next key frame, px.
  init(width: Int, height: Int) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(UInt64(width))
    writer.writeCompact(UInt64(height))
    self.init(type: .size, bytes: writer.bytes)
  }
}

extension ByteWriter {
  /// Appends the size of a canvas, px.
  mutating func write(_ width: Int, _ height: Int) {
    writeCompact(UInt64(width))
    writeCompact(UInt64(height))
  }
}

extension ByteReader {
  /// Reads the size of a canvas, px.
  /// - Throws: if a canvas cannot have this size.
  mutating func readSize() throws(PayloadError) -> (width: Int, height: Int) {
    let (w, h) = (try readCompact(), try readCompact())
    guard w < 1 << 40, h < 1 << 40, Document.isAllowed(width: Int(w), height: Int(h)) else {
      throw PayloadError(
        translated("its canvas of {width} x {height} px is not possible", ["width": w, "height": h]))
    }
    return (Int(w), Int(h))
  }
}

/// The position of a tile: the pixels that have it, and its index.
public struct TileKey: Hashable, Sendable, Comparable {
  /// The pixels.
  public var surface: SurfaceID
  /// The tile's index, row by row.
  public var index: Int

  /// Makes a key from its values.
  public init(_ surface: SurfaceID, index: Int) { (self.surface, self.index) = (surface, index) }

  /// Orders by surface, then by index.
  public static func < (a: TileKey, b: TileKey) -> Bool { (a.surface, a.index) < (b.surface, b.index) }
}

/// The content of the journal's first record.
public struct DrawingHeader: Sendable {
  /// The name of the drawing.
  public var name: String
  /// Width, px.
  public var width: Int
  /// Height, px.
  public var height: Int
  /// The version of the program that wrote it.
  public var program: String
  /// The initial layers, without pixels.
  var list: LayerList

  init(of document: borrowing Document, name: String, program: String) {
    (self.name, self.program) = (name, program)
    (width, height) = (document.width, document.height)
    list = LayerList(of: document).withoutPixels
  }

  func payload() -> JournalPayload {
    var writer = ByteWriter()
    writer.write(list.version)
    writer.writeCompact(UInt64(width))
    writer.writeCompact(UInt64(height))
    writer.write(name)
    writer.write(program)
    list.write(to: &writer)
    return JournalPayload(type: .drawing, bytes: writer.bytes)
  }

  /// Parses a record's payload.
  /// - Throws: if it has another version, or the canvas is not possible.
  init(_ payload: [UInt8]) throws(PayloadError) {
    var reader = ByteReader(payload)
    let version = try reader.readVersion(upTo: 2)
    (width, height) = try reader.readSize()
    (name, program) = (try reader.readText(), try reader.readText())
    list = try LayerList(&reader, version: version, width: width, height: height)
    try reader.finish()
  }

  func document() throws(PayloadError) -> Document {
    guard var document = Document(width: width, height: height) else {
      throw PayloadError(translated("its canvas is too large"))
    }
    document.take(list)
    return document
  }
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
