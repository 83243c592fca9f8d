import Document
import Journal
import Language

/// What the record of an edit says before its operation: enough to count, cut and order edits without reading them.
struct EditHead: Hashable, Sendable {
  /// The word of the operation's case (`Operation.word`).
  var word = ""
  /// Whether the edit takes the place of the one before: undo brings that back.
  var replaces = false
  /// Whether the edit replaces the one before, which set the same value, as while a slider is dragged.
  var continues = false
  /// When it was done, s since 1970, in ms; nil if that is not known.
  var time: Double?
  /// The number of the first layer that it makes; 0 for none, and where it follows from the drawing.
  var nextLayer: UInt64 = 0
  /// The pixels that were active before an operation on layers, or that a selection samples; those of no layer where they
  /// do not count.
  var active = SurfaceID(number: 0)
  /// How many edits before it must precede it: 1 for one that removes the pixels of the edit before, more for a change
  /// of earlier edits.
  var reach = 0
  /// The numbers of the contents that its brushes need (`BrushTexts`).
  var needs: [UInt64] = []
  /// Whether the edit is undone and redone together with the one before (`Edit.isJoined`).
  var isJoined = false

  /// Whether it draws one stroke, along an outline or not.
  var isStroke: Bool { word == "stroke" || word == "shape" }
  /// Whether it draws strokes.
  var drawsStrokes: Bool { isStroke || word == "strokes" }
  /// Whether it changes earlier edits.
  var isChange: Bool { word == "change" }
  /// Whether it changes the size of the canvas, or its resolution.
  var isCanvas: Bool { word == "canvas" }
}

extension EditHead: Fielded {
  private struct Number: Fielded {
    var number: UInt64

    mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.code(&number, Field("number", in: 0...0x1p60))
    }
  }

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&word, Field("operation"))
    try coder.code(&replaces, Field("replaces", standard: false))
    try coder.code(&continues, Field("continues", standard: false))
    var milliseconds = time.map { Int(max(0, min(1e15, ($0 * 1000).rounded()))) } ?? -1
    try coder.code(&milliseconds, Field("time", in: -1...1e15, standard: -1))
    if coder.reads { time = milliseconds < 0 ? nil : Double(milliseconds) / 1000 }
    try coder.code(&nextLayer, Field("first-new-layer", .layer, in: 0...0x1p60, standard: 0))
    var number = active.number
    try coder.code(&number, Field("active", .layer, in: 0...0x1p63, standard: 0))
    active = SurfaceID(number: number)
    try coder.code(&reach, Field("reach", in: 0...0x1p30, standard: 0))
    var numbers = needs.map { Number(number: $0) }
    try coder.code(&numbers, "needs", like: Number(number: 0))
    needs = numbers.map(\.number)
    try coder.code(&isJoined, Field("is-joined", standard: false))
  }
}

extension JournalPayload {
  /// The head of an edit's record; nil for other records, and if it is damaged.
  var editHead: EditHead? { splitHead?.head }

  /// The head of an edit's record, and the bytes after it.
  private var splitHead: (head: EditHead, rest: ArraySlice<UInt8>)? {
    guard type == .edit else { return nil }
    var (reader, head) = (ByteReader(bytes), EditHead())
    do throws(PayloadError) {
      try reader.expectVersion()
      try RecordReader.read(&head, from: &reader)
    } catch { return nil }
    return (head, bytes[reader.position...])
  }

  /// The record of an edit with its head changed. Other records stay.
  func editing(_ body: (inout EditHead) -> Void) -> JournalPayload {
    guard let (old, rest) = splitHead else { return self }
    var head = old
    body(&head)
    return JournalPayload(type: .edit, bytes: [JournalEntry.version] + RecordWriter.bytes(ofNumbers: head) + rest)
  }
}
