import Archive
import Journal
import Language
import Paint
import Raster

/// What was done to a drawing, packed as it is kept in its file: how it was at first, then every edit in order.
///
/// Its life: composed of a drawing that is being saved, or read from a file with the drawing that it leads to, which keeps it
/// (`Document.past`) until it is unpacked and put below its history. Nothing is drawn before that.
public struct PackedHistory: Sendable, Equatable {
  /// An edit: the records that do it, of which the last is an edit's own.
  struct Step: Sendable, Equatable {
    var records: [JournalPayload]
    /// Bytes of these.
    var size: Int { records.reduce(0) { $0 + $1.bytes.count } }
  }

  /// How the drawing was before the oldest edit: `.drawing`, then a key frame where there was anything.
  let base: [JournalPayload]
  /// Edits, the oldest first: those that can be taken back, then those that can be done again.
  let steps: [Step]
  /// How many of them are done.
  let doneCount: Int
  /// What they lead to.
  let ending: PastEnding

  /// Edits that can be taken back.
  public var undoCount: Int { doneCount }
  /// Edits that can be done again.
  public var redoCount: Int { steps.count - doneCount }

  /// The most bytes of edits that a file gets; of a longer past the oldest edits are left away.
  static let standardLimit = 64 << 20
  /// The most bytes of what was there before them: where that is more, no past is kept.
  static let baseLimit = 128 << 20

  /// How the drawing was before the oldest edit.
  /// - Throws: where no drawing can be so.
  func first() throws(PayloadError) -> Document {
    guard let head = base.first, head.type == .drawing else {
      throw PayloadError(translated("there is no drawing in it"))
    }
    let header = try DrawingHeader(head.bytes)
    var document = try header.document()
    var tiles: [(key: TileKey, bytes: [UInt8])] = []
    for record in base.dropFirst() {
      var reader = ByteReader(record.bytes)
      try reader.expectVersion()
      switch record.type {
      case .part: tiles += try TileListCoding.tiles(&reader)
      case .keyframe:
        let selection = try SelectionCoding.read(&reader, width: header.width, height: header.height) ?? nil
        let list = try LayerList(&reader, width: header.width, height: header.height)
        for _ in 0..<(try reader.readCount()) { _ = try reader.readCompact() }
        tiles += try TileListCoding.tiles(&reader)
        try document.show(list, packed: tiles, selection: selection)
        tiles.removeAll()
      default: throw PayloadError(translated("a record is out of place"))
      }
    }
    return document
  }

  /// The records of `first` for a drawing as it is.
  static func base(_ document: borrowing Document) throws(ArchiveError) -> [JournalPayload] {
    let header = DrawingHeader(of: document, name: "", program: "")
    var head = ByteWriter()
    try SelectionCoding.write(.some(document.selection), to: &head)
    header.list.write(to: &head)
    head.writeCompact(UInt64(0))
    var tiles = TileListCoding()
    var isEmpty = document.selection == nil
    for layer in document.layers {
      for index in 0..<(layer.image.columns * layer.image.rows) {
        guard let tile = layer.image[index], !tile.isTransparent else { continue }
        try tiles.add(TileKey(layer: layer.id.number, index: index), tile)
        isEmpty = false
      }
    }
    return isEmpty ? [header.payload()] : [header.payload()] + tiles.finish(.keyframe, head: head.bytes)
  }
}

/// What a past leads to, beside the pixels and the list of layers that are in the file.
struct PastEnding: Sendable, Equatable {
  /// The numbers of the layers, lowest first.
  var layers: [UInt64]
  /// The number of the next layer that is made.
  var next: UInt64
  /// What is selected.
  var selection: Mask?

  /// That of a drawing as it is.
  init(of document: borrowing Document) {
    layers = document.layers.map(\.id.number)
    (next, selection) = (document.nextLayer, document.selection)
  }
}
