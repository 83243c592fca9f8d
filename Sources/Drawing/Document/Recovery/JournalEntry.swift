import Archive
import Journal
import Language
import Raster

/// What a drawing's journal is made of: the types of its records. Each record's payload begins with the version of its
/// coding, which is 1 of all.
///
/// A drawing's journal starts with `.drawing`. Long lists of tiles are divided: `.part`s come before the record that they
/// belong to. So is whatever else makes a payload longer than a record's may be, a large selection without form for
/// instance: `.piece`s of the payload come before the record that has its end (`RecordJoiner`). Records of 128 and above tell of something that the picture does not depend on: who does not know one passes
/// it over. Any other that is not known, or of a later version, ends the reading before it, because what follows would be
/// drawn on something else than it was.
public enum JournalEntry: UInt8, Sendable {
  /// The drawing's size, paper, layers and name. Once, first.
  case drawing = 1
  /// An edit that is a stroke (`StrokeRecord`).
  case stroke = 2
  /// An edit that is anything else, as the tiles that it leads to.
  case tiles = 3
  /// Tiles of the next record that has tiles.
  case part = 4
  /// The last edit was taken back.
  case undo = 5
  /// The edit that was taken back last was done again.
  case redo = 6
  /// All tiles that differ from those of the key frame before, and what is selected. A reader can start from the last one.
  case keyframe = 7
  /// An edit that is an operation on the list of layers (`LayerOperation`).
  case operation = 9
  /// The drawing was saved in a file as it was then.
  case saved = 8
  /// What the next operation starts from, where what comes before does not say: the number that a new layer gets, and
  /// which layer is drawn on. In a drawing's past only (`PackedPast`).
  case setting = 10
  /// The next bytes of the payload that the next record ends.
  case piece = 11
  /// The drawing was closed; what follows belongs to another sitting.
  case closed = 128
  /// What a drawing's past leads to. There only.
  case ending = 129
  /// A piece of the past of the drawing that the journal begins with (`PackedPast`); such pieces come before any edit.
  case past = 130
  /// How large the drawing is on paper (`Resolution`), where that is not the usual.
  case resolution = 131

  /// The version of every record's coding.
  static let version: UInt8 = 1
  /// Where a list of tiles is divided, bytes.
  static let partSize = 1 << 22
}

/// A record that is to be appended to a journal.
public struct JournalPayload: Sendable, Hashable {
  /// Its type.
  public var type: JournalEntry
  /// Its bytes.
  public var bytes: [UInt8]

  /// The drawing is in this file as it is now.
  public init(saved path: String) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(path)
    self.init(type: .saved, bytes: writer.bytes)
  }

  /// The drawing was closed.
  public static let closed = JournalPayload(type: .closed, bytes: [JournalEntry.version])

  init(type: JournalEntry, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
}

/// Where a tile is: the number of its layer and its index there.
public struct TileKey: Hashable, Sendable, Comparable {
  /// The number of the layer's id.
  public var layer: UInt64
  /// The tile, row by row.
  public var index: Int

  /// A place.
  public init(layer: UInt64, index: Int) { (self.layer, self.index) = (layer, index) }

  /// By layers, then by tiles.
  public static func < (a: TileKey, b: TileKey) -> Bool { (a.layer, a.index) < (b.layer, b.index) }
}

/// What the journal's first record tells of a drawing.
public struct DrawingHeader: Sendable {
  /// What the drawing is called, for people.
  public var name: String
  /// Width, px.
  public var width: Int
  /// Height, px.
  public var height: Int
  /// The version of the program that wrote it.
  public var program: String
  /// The layers at first; without pixels.
  var list: LayerList

  /// What a drawing is now.
  init(of document: borrowing Document, name: String, program: String) {
    (self.name, self.program) = (name, program)
    (width, height) = (document.width, document.height)
    list = LayerList(of: document).withoutPixels
  }

  func payload() -> JournalPayload {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(UInt64(width))
    writer.writeCompact(UInt64(height))
    writer.write(name)
    writer.write(program)
    list.write(to: &writer)
    return JournalPayload(type: .drawing, bytes: writer.bytes)
  }

  /// From a record.
  /// - Throws: where it is of another version, or no canvas can be so.
  init(_ payload: [UInt8]) throws(PayloadError) {
    var reader = ByteReader(payload)
    try reader.expectVersion()
    let (w, h) = (try reader.readCompact(), try reader.readCompact())
    let side = UInt64(Document.largestSide)
    guard w <= side, h <= side, Document.isAllowed(width: Int(w), height: Int(h)) else {
      throw PayloadError(
        translated("it is of a canvas of {width} x {height} px, which is not possible", ["width": w, "height": h]))
    }
    (width, height) = (Int(w), Int(h))
    (name, program) = (try reader.readText(), try reader.readText())
    list = try LayerList(&reader, width: width, height: height)
    try reader.finish()
  }

  /// An empty drawing like this.
  func document() throws(PayloadError) -> Document {
    guard var document = Document(width: width, height: height) else {
      throw PayloadError(translated("its canvas is too large"))
    }
    document.take(list)
    return document
  }
}

extension ByteReader {
  /// Takes the version that every record begins with.
  mutating func expectVersion() throws(PayloadError) {
    let version = try read(UInt8.self)
    guard version == JournalEntry.version else {
      throw PayloadError(translated("a record is of version {version}, which is unknown", ["version": version]))
    }
  }
}
