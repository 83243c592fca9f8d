import Archive
import Ink
import Journal
import Language
import Raster

/// A record of type `.change`: other operations in the place of earlier ones.
///
/// 1. The version; the number of items.
/// 2. For each item, nearest first: its distance; the size of the canvas on which its edit was
///   done; its operation as an `.edit` has it, without a result, as counted bytes; none if it is
///   left out.
/// 3. The number of results. For each: the distance of an edit that does something else with the
///   change, and keeps its result; as counted bytes whether that has depths (0 or 1), and `PaintedPixels`. Those of a
///   scaling are 2, the number of surfaces, and for each its number, whether it has depths, and the `PaintedPixels` of
///   the difference from the scaled image without the change.
///
/// The texts of brushes precede the record.
struct RecordedChange {
  private struct Item {
    var distance: Int
    /// What is done instead; nil for nothing.
    var operation: Operation?
  }

  private let items: [Item]
  /// What edits do then, by their distances.
  let results: [Int: RecordedResult]

  /// The most edits before a change. More is no drawing.
  private static let mostDistance: UInt64 = 1 << 30

  /// The change of a drawing, with the heads of operations that are left out.
  /// - Throws: if it has no such edits.
  func change(of document: borrowing Document) throws(PayloadError) -> Change {
    let done = document.history.done
    var all: [Change.Item] = []
    for item in items {
      guard item.distance <= done.count else { throw Self.misfit }
      let head = done[done.count - item.distance].head.beforeOmission
      all.append(Change.Item(distance: item.distance, operation: item.operation ?? .omitted(head)))
    }
    guard let change = Change(all) else { throw Self.misfit }
    return change
  }

  private static var misfit: PayloadError { PayloadError(translated("an edit does not fit the drawing")) }

  // MARK: Writing

  /// The record of a change.
  /// - Parameter numbers: those of the records that a brush needs.
  /// - Throws: if memory is short, or an operation has no such form.
  static func payload(
    of change: Change, _ facts: ChangeFacts, numbers: (Brush) throws(ArchiveError) -> BrushNumbers
  ) throws(ArchiveError) -> JournalPayload {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(UInt64(change.items.count))
    for item in change.items {
      writer.writeCompact(UInt64(item.distance))
      let size = facts.sizes[item.distance] ?? (1, 1)
      writer.write(size.width, size.height)
      let brush = item.operation.stroke?.brush
      writer.write(
        counted: try OperationCoding.encoded(
          item.operation, numbers: try brush.map { brush throws(ArchiveError) in try numbers(brush) } ?? BrushNumbers(),
          result: nil, isInChange: true) ?? [])
    }
    writer.writeCompact(UInt64(facts.results.count))
    for (distance, result) in facts.results.sorted(by: { $0.key < $1.key }) {
      writer.writeCompact(UInt64(distance))
      writer.write(counted: try result.bytes())
    }
    return JournalPayload(type: .change, bytes: writer.bytes)
  }

  /// What an edit did, for a record.
  /// - Throws: if memory is short.
  static func encoded(_ pixels: PaintedPixels) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(pixels.hasDepths)
    try pixels.write(to: &writer)
    return writer.bytes
  }

  /// What a scaling did, for a record.
  /// - Throws: if memory is short.
  static func encoded(scaled: [(SurfaceID, PaintedPixels)]) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(scaledForm)
    writer.writeCompact(UInt64(scaled.count))
    for (surface, pixels) in scaled {
      writer.writeCompact(surface.number)
      writer.write(pixels.hasDepths)
      try pixels.write(to: &writer)
    }
    return writer.bytes
  }

  /// The first byte of the result of a scaling.
  private static let scaledForm: UInt8 = 2

  // MARK: Reading

  /// Reads a record after its version.
  /// - Throws: if it is damaged.
  init(_ reader: inout ByteReader, _ strokes: inout StrokeDecoder) throws(PayloadError) {
    var items: [Item] = []
    for _ in 0..<(try reader.readCount(ofSize: 4)) {
      let (distance, size, bytes) = try Self.readItem(&reader)
      guard distance > items.last?.distance ?? 0 else { throw Self.damaged }
      var item = Item(distance: distance)
      if !bytes.isEmpty {
        var reader = ByteReader(bytes)
        try reader.expectVersion()
        let (operation, result) = try OperationCoding.read(
          &reader, &strokes, width: size.width, height: size.height)
        guard result == nil, operation.paintedSurface != nil, operation.placing == nil else { throw Self.damaged }
        item.operation = operation
      }
      items.append(item)
    }
    var results: [Int: RecordedResult] = [:]
    for _ in 0..<(try reader.readCount(ofSize: 2)) {
      let distance = try Self.readDistance(&reader)
      results[distance] = try Self.result(try reader.readCounted())
    }
    try reader.finish()
    guard !items.isEmpty else { throw Self.damaged }
    (self.items, self.results) = (items, results)
  }

  private static func result(_ bytes: [UInt8]) throws(PayloadError) -> RecordedResult {
    var reader = ByteReader(bytes)
    var result = RecordedResult()
    if bytes.first == scaledForm {
      _ = try reader.read(UInt8.self)
      var scaled: [SurfaceID: PaintedPixels] = [:]
      for _ in 0..<(try reader.readCount(ofSize: 3)) {
        let surface = SurfaceID(number: try reader.readCompact())
        let hasDepths = try reader.readBool()
        scaled[surface] = try PaintedPixels(&reader, hasDepths: hasDepths)
      }
      result.scaled = scaled
    } else {
      let hasDepths = try reader.readBool()
      result.pixels = try PaintedPixels(&reader, hasDepths: hasDepths)
    }
    try reader.finish()
    return result
  }

  private static var damaged: PayloadError { PayloadError(translated("a change of earlier edits is damaged")) }

  private static func readDistance(_ reader: inout ByteReader) throws(PayloadError) -> Int {
    let distance = try reader.readCompact()
    guard (1...mostDistance).contains(distance) else { throw damaged }
    return Int(distance)
  }

  private static func readItem(
    _ reader: inout ByteReader
  ) throws(PayloadError) -> (distance: Int, size: (width: Int, height: Int), bytes: [UInt8]) {
    (try readDistance(&reader), try reader.readSize(), try reader.readCounted())
  }

  /// The items of a record by their distances: the size of the canvas, and the operation as an
  /// `.edit`; empty for nothing. Operations are not read.
  /// - Throws: if the record is damaged.
  static func items(
    _ record: JournalPayload
  ) throws(PayloadError) -> [(distance: Int, size: (width: Int, height: Int), edit: JournalPayload)] {
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    var items: [(distance: Int, size: (width: Int, height: Int), edit: JournalPayload)] = []
    for _ in 0..<(try reader.readCount(ofSize: 4)) {
      let (distance, size, bytes) = try readItem(&reader)
      items.append((distance, size, JournalPayload(type: .edit, bytes: bytes)))
    }
    return items
  }
}

extension JournalPayload {
  /// The numbers of the records that the brushes of an edit's own record need.
  var brushNumbers: [UInt64] {
    guard type == .change else { return OperationCoding.numbers(self).all }
    let items = (try? RecordedChange.items(self)) ?? []
    return items.flatMap { OperationCoding.numbers($0.edit).all }
  }

  /// How many edits before an edit's own record it needs.
  var reach: Int {
    guard type == .change else { return OperationCoding.needsLast(self) ? 1 : 0 }
    return ((try? RecordedChange.items(self)) ?? []).last?.distance ?? 0
  }
}
