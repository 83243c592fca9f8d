import Archive
import Document
import Journal
import Language
import Raster

/// The history of a drawing as stored in its file: the first state, then every edit in
/// order.
///
/// It is composed from a drawing that is being saved, or read from a file with its drawing. The
/// drawing keeps it (`Document.fileHistory`) until it is unpacked and inserted below its own history.
/// Nothing is drawn before that.
public struct FileHistory: Sendable, Equatable {
  /// An edit: its record, and those of the contents that its brushes need first.
  struct Step: Sendable, Equatable {
    var texts: [JournalPayload]
    let edit: JournalPayload
    let head: EditHead

    /// Nil if the head of the edit's record is damaged.
    init?(_ edit: JournalPayload, texts: [JournalPayload] = []) {
      guard let head = edit.editHead else { return nil }
      self.init(edit, head, texts: texts)
    }

    init(_ edit: JournalPayload, _ head: EditHead, texts: [JournalPayload]) {
      (self.edit, self.texts, self.head) = (edit, texts, head)
    }

    /// The records of an edit, its own at the end; nil if that is damaged.
    init?(records: [JournalPayload]) {
      guard let edit = records.last else { return nil }
      self.init(edit, texts: Array(records.dropLast()))
    }

    var records: [JournalPayload] { texts + [edit] }
    var size: Int { records.reduce(0) { $0 + $1.bytes.count } }

    /// Whether it removes the pixels of the edit before, which must precede it.
    var needsLast: Bool { head.replaces && head.reach > 0 }

    /// The operation on the canvas; nil for other edits and damaged records.
    var canvasOperation: CanvasOperation? {
      head.isCanvas ? (try? EditRecord.operation(edit, BrushShelf(), width: 1, height: 1))?.canvas : nil
    }
  }

  /// The drawing before the oldest edit: `.drawing`, then a key frame unless it was empty.
  let base: [JournalPayload]
  /// Edits oldest first: first those to undo, then those to redo.
  let steps: [Step]
  let doneCount: Int
  /// The state after the done steps.
  let ending: PastEnding
  /// The numbers of steps that can be undone and redone; joined edits are one step.
  let undoStepCount: Int
  let redoStepCount: Int

  init(base: [JournalPayload], steps: [Step], doneCount: Int, ending: PastEnding) {
    func count(_ edits: ArraySlice<Step>) -> Int {
      edits.isEmpty ? 0 : 1 + edits.dropFirst().count { !$0.head.isJoined }
    }
    (self.base, self.steps, self.doneCount, self.ending) = (base, steps, doneCount, ending)
    (undoStepCount, redoStepCount) = (count(steps[..<doneCount]), count(steps[doneCount...]))
  }

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

  /// The drawing before the oldest edit.
  /// - Throws: if its records are damaged.
  func first() throws(PayloadError) -> Document {
    var document = try header.document()
    if let frame = try keyFrame { try document.show(frame.list, packed: frame.tiles, selection: frame.selection) }
    return document
  }

  private var header: DrawingHeader {
    get throws(PayloadError) {
      guard let head = base.first, head.type == .drawing else {
        throw PayloadError(translated("it contains no drawing"))
      }
      return try DrawingHeader(head.bytes)
    }
  }

  private var keyFrame: KeyFrame? {
    get throws(PayloadError) {
      guard let frame = base.dropFirst().last else { return nil }
      guard frame.type == .keyframe else { throw PayloadError(translated("a record is in the wrong place")) }
      let (read, list) = (try KeyFrame(frame.bytes), try header.list)
      guard (read.list.width, read.list.height) == (list.width, list.height) else {
        throw PayloadError(translated("it belongs to another drawing"))
      }
      return read
    }
  }

  /// The canvas and the layers before the oldest edit. Pixels are not decoded.
  /// - Throws: if its records are damaged.
  func firstList() throws(PayloadError) -> LayerList {
    if let frame = try keyFrame { frame.list } else { try header.list }
  }

  /// The selection before the oldest edit.
  /// - Throws: if its records are damaged.
  func firstSelection() throws(PayloadError) -> Mask? { try keyFrame?.selection }

  static func base(_ document: borrowing Document) throws(ArchiveError) -> [JournalPayload] {
    let header = DrawingHeader(of: document, name: "", program: "")
    var keys: [TileKey] = []
    for surface in document.surfaces {
      guard let image = document.image(of: surface) else { continue }
      keys += image.tileIndices.filter { !(image[$0]?.isTransparent ?? true) }.map { TileKey(surface, index: $0) }
    }
    if keys.isEmpty, document.selection == nil { return [header.payload()] }
    let frame = KeyFrame(header.list, selection: document.selection)
    return [header.payload(), try frame.payload(keys) { document.tile($0.index, of: $0.surface) }]
  }
}

/// The final state of a file's history, without the pixels and layers in the file.
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
