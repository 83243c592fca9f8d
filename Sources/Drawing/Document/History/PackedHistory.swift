import Archive
import Journal
import Language
import Paint
import Pictures
import Raster

/// The packed history of a drawing, as stored in its file: the first state, then every edit in
/// order.
///
/// It is composed from a drawing that is being saved, or read from a file with its drawing. The
/// drawing keeps it (`Document.packedHistory`) until it is unpacked and inserted below its own history.
/// Nothing is drawn before that.
public struct PackedHistory: Sendable, Equatable {
  /// An edit: the records that do it, of which the last is an edit's own.
  struct Step: Sendable, Equatable {
    var records: [JournalPayload]
    var size: Int { records.reduce(0) { $0 + $1.bytes.count } }
    /// Whether the edit takes the place of the one before, which must precede it.
    var replacesLast: Bool { records.last.map(OperationCoding.needsLast) ?? false }
    /// Whether the edit takes the place of the one before, also if its record tells the result.
    var isReplacement: Bool { records.last.map(OperationCoding.isReplacement) ?? false }
    /// Whether it is a change of earlier edits.
    var isChange: Bool { records.last?.type == .change }
    /// How many edits before it must precede it.
    var reach: Int { records.last?.reach ?? 0 }

    /// The operation on the canvas; nil for other edits and damaged records.
    var canvasOperation: CanvasOperation? {
      guard let record = records.last, record.type == .operation else { return nil }
      var reader = ByteReader(record.bytes)
      do throws(PayloadError) {
        try reader.expectVersion()
        _ = try reader.readBool()
        return try OperationCoding.readOfStack(&reader).canvas
      } catch { return nil }
    }
  }

  /// The drawing before the oldest edit: `.drawing`, then a key frame unless it was empty.
  let base: [JournalPayload]
  /// Edits oldest first: first those to undo, then those to redo.
  let steps: [Step]
  let doneCount: Int
  /// The state after the done steps.
  let ending: PastEnding

  /// The number of edits that can be undone.
  public var undoCount: Int { doneCount }
  /// The number of edits that can be redone.
  public var redoCount: Int { steps.count - doneCount }

  /// The standard maximum size of edits in a file, bytes; older ones are left out.
  public static let standardLimit = 64 << 20
  /// The largest value for that maximum, bytes.
  public static let largestLimit = 1 << 30
  /// The maximum size of `base`, bytes; without room for it no history is saved.
  static let baseLimit = 128 << 20

  func first() throws(PayloadError) -> Document {
    guard let head = base.first, head.type == .drawing else {
      throw PayloadError(translated("it contains no drawing"))
    }
    let header = try DrawingHeader(head.bytes)
    var document = try header.document()
    var tiles: [(key: TileKey, bytes: [UInt8])] = []
    for record in base.dropFirst() {
      var reader = ByteReader(record.bytes)
      let version = try reader.readVersion(upTo: record.type == .keyframe ? 2 : 1)
      switch record.type {
      case .resolution: if let resolution = Resolution(record) { document.resolution = resolution }
      case .part: tiles += try TileListCoding.tiles(&reader)
      case .keyframe:
        let selection = try SelectionCoding.read(&reader, width: header.width, height: header.height) ?? nil
        let list = try LayerList(
          &reader, version: version, width: header.width, height: header.height, resolution: document.resolution)
        for _ in 0..<(try reader.readCount()) { _ = try reader.readCompact() }
        tiles += try TileListCoding.tiles(&reader)
        try document.show(list, packed: tiles, selection: selection)
        tiles.removeAll()
      default: throw PayloadError(translated("a record is in the wrong place"))
      }
    }
    return document
  }

  static func base(_ document: borrowing Document) throws(ArchiveError) -> [JournalPayload] {
    let header = DrawingHeader(of: document, name: "", program: "")
    var head = ByteWriter()
    try SelectionCoding.write(.some(document.selection), to: &head)
    header.list.write(to: &head)
    head.writeCompact(UInt64(0))
    var tiles = TileListCoding()
    var isEmpty = document.selection == nil
    for surface in document.surfaces {
      guard let image = document.image(of: surface) else { continue }
      for index in image.tileIndices {
        guard let tile = image[index], !tile.isTransparent else { continue }
        try tiles.add(TileKey(surface, index: index), tile)
        isEmpty = false
      }
    }
    var records = [header.payload()]
    if document.resolution != Resolution() { records.append(document.resolution.payload) }
    return isEmpty ? records : records + tiles.finish(.keyframe, head: head.bytes, version: header.list.version)
  }
}

/// The final state of a packed history, without the pixels and layers in the file.
struct PastEnding: Sendable, Equatable {
  var layers: [UInt64]
  var next: UInt64
  var selection: Mask?

  init(layers: [UInt64], next: UInt64, selection: Mask?) {
    (self.layers, self.next, self.selection) = (layers, next, selection)
  }

  init(of document: borrowing Document) {
    self.init(layers: document.layers.map(\.id.number), next: document.nextLayer, selection: document.selection)
  }
}
