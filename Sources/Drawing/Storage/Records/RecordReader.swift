import Document
import Files
import Geometry
import Ink
import Journal
import Language
import Raster

/// The brushes of the records that were read, and what their numbers name. One reading shares it.
final class BrushShelf {
  private var brushes: [[UInt8]: Brush] = [:]
  private var texts = BrushTexts()

  /// Takes the content of brushes, for the strokes after it.
  /// - Throws: if the record is damaged.
  func take(_ record: JournalPayload) throws(PayloadError) {
    try texts.take(record)
    // Brushes name their contents by numbers.
    brushes.removeAll()
  }

  fileprivate func content(_ number: UInt64) -> BrushTexts.Content? { texts[number] }

  fileprivate func brush(_ bytes: [UInt8]) throws(PayloadError) -> Brush {
    if let known = brushes[bytes] { return known }
    var brush = Brush()
    try RecordReader.read(&brush, from: bytes, self)
    if brushes.count >= 1000 { brushes.removeAll() }
    brushes[bytes] = brush
    return brush
  }
}

/// Reads values that `RecordWriter` wrote. No bytes make it trap, or allocate much more than their number.
struct RecordReader: FieldCoder {
  typealias Failure = PayloadError

  private var reader: ByteReader
  /// Nil for values without brushes.
  private let shelf: BrushShelf?
  var reads: Bool { true }
  var isText: Bool { false }
  var canvas: (width: Int, height: Int)
  /// The bits of the fields of each value that is being visited which are still to come.
  private var bits: [UInt64] = []

  /// - Parameters:
  ///   - reader: at the start of a value.
  ///   - canvas: the size of the canvas, px.
  init(_ reader: ByteReader, _ shelf: BrushShelf?, canvas: (width: Int, height: Int)) {
    (self.reader, self.shelf, self.canvas) = (reader, shelf, canvas)
  }

  /// Reads a value that takes all bytes.
  /// - Throws: if they are damaged, or have a property that is not known.
  static func read<Value: Fielded>(
    _ value: inout Value, from bytes: [UInt8], _ shelf: BrushShelf?, canvas: (width: Int, height: Int) = (1, 1)
  ) throws(PayloadError) {
    var reader = ByteReader(bytes)
    try read(&value, from: &reader, shelf, canvas: canvas)
    try reader.finish()
  }

  /// Reads a value, which other bytes may follow.
  /// - Throws: if it is damaged, or has a property that is not known.
  static func read<Value: Fielded>(
    _ value: inout Value, from reader: inout ByteReader, _ shelf: BrushShelf?, canvas: (width: Int, height: Int)
  ) throws(PayloadError) {
    var coder = RecordReader(reader, shelf, canvas: canvas)
    try coder.code(&value, "")
    reader = coder.reader
  }

  /// Reads a value without brushes and masks, which other bytes may follow.
  /// - Throws: if it is damaged, or has a property that is not known.
  static func read<Value: Fielded>(_ value: inout Value, from reader: inout ByteReader) throws(PayloadError) {
    try read(&value, from: &reader, nil, canvas: (1, 1))
  }

  /// A word of a record for a message: damaged ones may have any characters.
  static func shown(_ word: String) -> String {
    FileError.printable(String(String.UnicodeScalarView(word.unicodeScalars.prefix(40))))
  }

  /// Whether a field is there; one without a standard value is.
  private mutating func isThere(_ hasStandard: Bool) -> Bool {
    guard hasStandard, let last = bits.indices.last else { return true }
    defer { bits[last] >>= 1 }
    return bits[last] & 1 != 0
  }

  private static func checked(_ number: Double, _ range: ClosedRange<Double>?) throws(PayloadError) {
    guard range?.contains(number) ?? true else {
      throw PayloadError(translated("the number {value} is out of range", ["value": number]))
    }
  }

  mutating func code(_ number: inout Double, _ field: Field<Double>) throws(PayloadError) {
    if let standard = field.standard { number = standard }
    guard isThere(field.standard != nil) else { return }
    number = try reader.readDouble()
    try Self.checked(number, field.range)
  }

  mutating func code(_ number: inout Int, _ field: Field<Int>) throws(PayloadError) {
    if let standard = field.standard { number = standard }
    guard isThere(field.standard != nil) else { return }
    number = Int(try reader.readCompactSigned())
    try Self.checked(Double(number), field.range)
  }

  mutating func code(_ isTrue: inout Bool, _ field: Field<Bool>) throws(PayloadError) {
    if let standard = field.standard {
      isTrue = isThere(true) ? !standard : standard
    } else {
      isTrue = try reader.readBool()
    }
  }

  mutating func code(_ text: inout String, _ field: Field<String>) throws(PayloadError) {
    if let standard = field.standard { text = standard }
    guard isThere(field.standard != nil) else { return }
    text = try reader.readText()
  }

  mutating func code(_ point: inout Point, _ field: Field<Point>) throws(PayloadError) {
    if let standard = field.standard { point = standard }
    guard isThere(field.standard != nil) else { return }
    point = Point(try reader.readDouble(), try reader.readDouble())
    try Self.checked(point.x, field.range)
    try Self.checked(point.y, field.range)
  }

  mutating func choose<Choice: WordChoice>(_ choice: inout Choice, _ field: Field<Choice>) throws(PayloadError) {
    if let standard = field.standard { choice = standard }
    guard isThere(field.standard != nil) else { return }
    let word = try reader.readText()
    guard let read = Choice(word: word) else {
      throw PayloadError(
        translated("the value “{value}” of {name} is not known", ["value": Self.shown(word), "name": field.name]))
    }
    choice = read
  }

  mutating func code<Value: Fielded>(_ value: inout Value, _ name: String) throws(PayloadError) {
    bits.append(try reader.readCompact())
    try value.visit(&self)
    guard bits.popLast() == 0 else { throw PayloadError(translated("a property is of a later version of Fude")) }
  }

  mutating func code<Value: Fielded>(
    _ values: inout [Value], _ name: String, like blank: Value, limit: Int
  ) throws(PayloadError) {
    values = []
    guard isThere(true) else { return }
    let count = try reader.readCount()
    guard count <= limit else { throw PayloadError(translated("a list is too long")) }
    for _ in 0..<count {
      var value = blank
      try code(&value, name)
      values.append(value)
    }
    guard !values.isEmpty else { throw PayloadError(translated("a number is encoded incorrectly")) }
  }

  mutating func code(_ brush: inout Brush, _ name: String) throws(PayloadError) {
    let bytes = try reader.readCounted()
    guard let shelf else { throw PayloadError(translated("a record is in the wrong place")) }
    brush = try shelf.brush(bytes)
  }

  mutating func code(_ content: inout BrushTexts.Content?, _ name: String) throws(PayloadError) {
    content = nil
    guard isThere(true) else { return }
    content = shelf?.content(try reader.readCompact())
    guard content != nil else { throw PayloadError(translated("the text or the pictures of a brush are missing")) }
  }

  mutating func code(_ mask: inout Mask?, _ name: String) throws(PayloadError) {
    mask = nil
    guard isThere(true) else { return }
    // No mask has another size.
    guard Document.isAllowed(width: canvas.width, height: canvas.height) else {
      throw PayloadError(translated("a selection is encoded incorrectly"))
    }
    mask = try MaskCoding.decoded(try reader.readCounted(), width: canvas.width, height: canvas.height)
  }

  mutating func code(_ samples: inout [PenSample], _ name: String) throws(PayloadError) {
    samples = try SampleCoding.decoded(try reader.readCounted())
    guard samples.allSatisfy(\.isPossible) else { throw PayloadError(translated("a sample has an invalid number")) }
  }

  mutating func code(_ image: inout TileGrid, _ name: String, limit: Int) throws(PayloadError) {
    try image.read(&reader, limit: limit)
  }

  mutating func check(_ holds: @autoclosure () -> Bool, _ fault: @autoclosure () -> String) throws(PayloadError) {
    guard holds() else { throw PayloadError(fault()) }
  }
}

extension PenSample {
  /// Whether all numbers are finite and the position is within a plausible range.
  var isPossible: Bool {
    abs(position.x) <= 1e9 && abs(position.y) <= 1e9 && time.isFinite && pressure.isFinite
      && altitude.radians.isFinite && azimuth.radians.isFinite && (roll?.radians.isFinite ?? true)
  }
}
