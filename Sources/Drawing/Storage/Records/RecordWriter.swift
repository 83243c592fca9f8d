import Archive
import Document
import Geometry
import Ink
import Journal
import Raster

/// Writes values in the binary form of records, and collects the records that their brushes need.
///
/// A value with fields is a number (LEB128) with a bit for each field that has a standard value, the first one lowest,
/// then the fields in order. A field whose bit is 0 has its standard value and no bytes. Numbers keep all their bits.
struct RecordWriter: FieldCoder {
  typealias Failure = ArchiveError

  private struct Frame {
    var bits: UInt64 = 0
    var count = 0
    var body = ByteWriter()
  }

  var reads: Bool { false }
  var isText: Bool { false }
  var canvas = (width: 1, height: 1)
  private var frames = [Frame()]
  private(set) var texts: BrushTexts
  /// The numbers of the contents that the brushes of the values need.
  private(set) var needs: [UInt64] = []
  /// The records of those that `texts` did not have.
  private(set) var newTexts: [JournalPayload] = []

  /// - Parameter texts: the contents of brushes that a reader has.
  init(_ texts: BrushTexts) { self.texts = texts }

  /// The bytes of a value.
  /// - Throws: if memory is short.
  mutating func bytes<Value: Fielded>(of value: Value) throws(ArchiveError) -> [UInt8] {
    let frame = try frame(of: value)
    var writer = ByteWriter()
    writer.writeCompact(frame.bits)
    writer.write(raw: frame.body.bytes)
    return writer.bytes
  }

  private mutating func frame<Value: Fielded>(of value: Value) throws(ArchiveError) -> Frame {
    var value = value
    frames.append(Frame())
    do throws(ArchiveError) { try value.visit(&self) } catch {
      frames.removeLast(frames.count - 1)
      throw error
    }
    return frames.removeLast()
  }

  /// The bytes of a value that has no brush, no mask and no pixels, which needs no memory to pack them.
  static func bytes<Value: Fielded>(ofNumbers value: Value) -> [UInt8] {
    var writer = RecordWriter(BrushTexts())
    return (try? writer.bytes(of: value)) ?? []
  }

  /// The bytes after the bits of the value that is being visited.
  private var body: ByteWriter {
    _read { yield frames[frames.count - 1].body }
    _modify { yield &frames[frames.count - 1].body }
  }

  /// Notes whether a field has its standard value. Returns whether it must be written.
  private mutating func isWritten(_ isStandard: Bool?) -> Bool {
    guard let isStandard else { return true }
    let last = frames.count - 1
    precondition(frames[last].count < 64, "a value has at most 64 fields with standard values")
    if !isStandard { frames[last].bits |= 1 << UInt64(frames[last].count) }
    frames[last].count += 1
    return !isStandard
  }

  mutating func code(_ number: inout Double, _ field: Field<Double>) throws(ArchiveError) {
    guard isWritten(field.standard.map { $0.bitPattern == number.bitPattern }) else { return }
    body.write(number)
  }

  mutating func code(_ number: inout Int, _ field: Field<Int>) throws(ArchiveError) {
    guard isWritten(field.standard.map { $0 == number }) else { return }
    body.writeCompact(Int64(number))
  }

  mutating func code(_ isTrue: inout Bool, _ field: Field<Bool>) throws(ArchiveError) {
    // The bit says it all.
    guard isWritten(field.standard.map { $0 == isTrue }), field.standard == nil else { return }
    body.write(isTrue)
  }

  mutating func code(_ text: inout String, _ field: Field<String>) throws(ArchiveError) {
    guard isWritten(field.standard.map { $0 == text }) else { return }
    body.write(text)
  }

  mutating func code(_ point: inout Point, _ field: Field<Point>) throws(ArchiveError) {
    let isStandard = field.standard.map {
      $0.x.bitPattern == point.x.bitPattern && $0.y.bitPattern == point.y.bitPattern
    }
    guard isWritten(isStandard) else { return }
    body.write(point.x)
    body.write(point.y)
  }

  mutating func choose<Choice: WordChoice>(_ choice: inout Choice, _ field: Field<Choice>) throws(ArchiveError) {
    guard isWritten(field.standard.map { $0 == choice }) else { return }
    body.write(choice.word)
  }

  mutating func code<Value: Fielded>(_ value: inout Value, _ name: String) throws(ArchiveError) {
    let frame = try frame(of: value)
    body.writeCompact(frame.bits)
    body.write(raw: frame.body.bytes)
  }

  mutating func code<Value: Fielded>(
    _ values: inout [Value], _ name: String, like blank: Value, limit: Int
  ) throws(ArchiveError) {
    guard isWritten(values.isEmpty) else { return }
    body.writeCompact(UInt64(values.count))
    for var value in values { try code(&value, name) }
  }

  mutating func code(_ brush: inout Brush, _ name: String) throws(ArchiveError) {
    let bytes = try bytes(of: brush)
    body.write(counted: bytes)
  }

  mutating func code(_ content: inout BrushTexts.Content?, _ name: String) throws(ArchiveError) {
    guard isWritten(content == nil), let content else { return }
    let (number, record) = try texts.number(of: content)
    if let record { newTexts.append(record) }
    if !needs.contains(number) { needs.append(number) }
    body.writeCompact(number)
  }

  mutating func code(_ mask: inout Mask?, _ name: String) throws(ArchiveError) {
    guard isWritten(mask == nil), let mask else { return }
    body.write(counted: try MaskCoding.encoded(mask))
  }

  mutating func code(_ samples: inout [PenSample], _ name: String) throws(ArchiveError) {
    body.write(counted: try SampleCoding.encoded(samples))
  }

  mutating func code(_ image: inout TileGrid, _ name: String, limit: Int) throws(ArchiveError) {
    try image.write(to: &body)
  }

  mutating func check(_ holds: @autoclosure () -> Bool, _ fault: @autoclosure () -> String) {}
}
