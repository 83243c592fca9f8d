import Archive
import Journal
import Raster

/// What a drawing's journal is made of: the types of its records. Each record's payload begins with the version of its
/// coding, which is 1 of all.
///
/// A drawing's journal starts with `.drawing`. Long lists of tiles are divided: `.part`s come before the record that they
/// belong to. Records of 128 and above tell of something that the picture does not depend on: who does not know one passes
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
  /// The drawing was saved in a file as it was then.
  case saved = 8
  /// The drawing was closed; what follows belongs to another sitting.
  case closed = 128

  /// The version of every record's coding.
  static let version: UInt8 = 1
  /// Where a list of tiles is divided, bytes.
  static let partSize = 1 << 22
}

/// A record that is to be appended to a journal.
public struct JournalPayload: Sendable {
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

/// Where a tile is: the number of its sheet and its index there.
public struct TileKey: Hashable, Sendable, Comparable {
  /// The sheet, from 0.
  public var layer: Int
  /// The tile, row by row.
  public var index: Int

  /// A place.
  public init(layer: Int, index: Int) { (self.layer, self.index) = (layer, index) }

  /// By sheets, then by tiles.
  public static func < (a: TileKey, b: TileKey) -> Bool { (a.layer, a.index) < (b.layer, b.index) }
}

/// What the journal's first record tells of a drawing.
public struct DrawingHeader: Hashable, Sendable {
  /// What the drawing is called, for people.
  public var name: String
  /// Width, px.
  public var width: Int
  /// Height, px.
  public var height: Int
  /// The paper's colour, 0xRRGGBB.
  public var paper: UInt32
  /// The sheets' names, lowest first.
  public var layers: [String]
  /// The version of the program that wrote it.
  public var program: String

  /// What a drawing is now.
  public init(of document: borrowing Document, name: String, program: String) {
    (self.name, self.program) = (name, program)
    (width, height, paper, layers) = (document.width, document.height, document.paper, document.layers.map(\.name))
  }

  func payload() -> JournalPayload {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    for number in [width, height, Int(paper), layers.count] { writer.writeCompact(UInt64(number)) }
    for layer in layers { writer.write(layer) }
    writer.write(name)
    writer.write(program)
    return JournalPayload(type: .drawing, bytes: writer.bytes)
  }

  /// From a record.
  /// - Throws: where it is of another version, or no canvas can be so.
  init(_ payload: [UInt8]) throws(PayloadError) {
    var reader = ByteReader(payload)
    try reader.expectVersion()
    let (w, h, p) = (try reader.readCompact(), try reader.readCompact(), try reader.readCompact())
    let side = UInt64(Document.largestSide)
    guard w <= side, h <= side, Document.isAllowed(width: Int(w), height: Int(h)), p <= 0xFF_FFFF else {
      throw PayloadError("it is of a canvas of \(w) x \(h) px, which is not possible")
    }
    (width, height, paper) = (Int(w), Int(h), UInt32(p))
    let count = try reader.readCount()
    guard count > 0 else { throw PayloadError("it is of a drawing without layers") }
    layers = []
    for _ in 0..<count { layers.append(try reader.readText()) }
    (name, program) = (try reader.readText(), try reader.readText())
    try reader.finish()
  }

  /// An empty drawing like this.
  func document() throws(PayloadError) -> Document {
    guard var document = Document(width: width, height: height, paper: paper) else {
      throw PayloadError("its canvas is too large")
    }
    // Tiles are told as they come, but a sheet has a place for each: as many as a canvas may have pixels.
    let places = ((width + 63) / 64) * ((height + 63) / 64)
    guard layers.count * places <= 1 << 22 || layers.count == 1 else { throw PayloadError("it has too many layers") }
    document.layers = layers.map { Layer(name: $0, width: width, height: height) }
    return document
  }
}

extension ByteReader {
  /// Takes the version that every record begins with.
  mutating func expectVersion() throws(PayloadError) {
    let version = try read(UInt8.self)
    guard version == JournalEntry.version else {
      throw PayloadError("a record is of version \(version), which is unknown")
    }
  }
}
