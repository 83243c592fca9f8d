import Archive
import Document
import Geometry
import Ink
import Journal
import Pixels
import Raster

/// Writes values as members of a JSON object. What a reader takes for granted is left out: standard values, and the
/// present selection.
struct ScriptWriter: FieldCoder {
  typealias Failure = ArchiveError

  var reads: Bool { false }
  var isText: Bool { true }
  var canvas: (width: Int, height: Int)
  /// UTF-8.
  private(set) var text: [UInt8] = []
  /// Whether each object that is open has a member.
  private var hasMembers: [Bool] = []
  /// The members of the outermost object that are left out.
  var hidden: Set<String> = []
  /// Whether standard values are written too.
  var writesStandards = false
  /// Whether layers have their numbers, as those that are in no drawing.
  var usesNumbers = false
  private let document: Document
  private var brushes: ScriptBrushes
  /// The brushes to define before the object, as text.
  private(set) var definitions: [[UInt8]] = []

  /// - Parameter document: the drawing before the operation; its pixels do not count.
  init(_ document: Document, _ brushes: ScriptBrushes) {
    (self.document, self.brushes) = (document, brushes)
    canvas = (document.width, document.height)
  }

  /// Writes an object. Returns its text and the brushes that are defined then.
  mutating func object(
    _ body: (inout ScriptWriter) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> (text: [UInt8], brushes: ScriptBrushes) {
    text = []
    try value(body)
    return (text, brushes)
  }

  private mutating func value(_ body: (inout ScriptWriter) throws(ArchiveError) -> Void) throws(ArchiveError) {
    append("{")
    hasMembers.append(false)
    try body(&self)
    hasMembers.removeLast()
    append("}")
  }

  private mutating func append(_ new: String) { text.append(contentsOf: new.utf8) }

  /// Begins a member. Returns whether it is written.
  private mutating func begin(_ name: String) -> Bool {
    guard let last = hasMembers.indices.last, last > 0 || !hidden.contains(name) else { return false }
    if hasMembers[last] { append(", ") }
    hasMembers[last] = true
    append("\"\(name)\": ")
    return true
  }

  // MARK: members of any kind

  mutating func write(_ value: Double, _ name: String) { if begin(name) { append(value) } }

  mutating func write(_ value: String, _ name: String) {
    guard begin(name) else { return }
    append(text: value)
  }

  mutating func write(_ value: Bool, _ name: String) { if begin(name) { append(value ? "true" : "false") } }

  mutating func writeNull(_ name: String) { if begin(name) { append("null") } }

  mutating func write(_ values: [Double], _ name: String) { if begin(name) { append(values) } }

  mutating func write(lists: [[Double]], _ name: String) {
    guard begin(name) else { return }
    list(lists) { $0.append($1) }
  }

  mutating func write(texts: [String], _ name: String) {
    guard begin(name) else { return }
    list(texts) { $0.append(text: $1) }
  }

  mutating func write(bytes: [UInt8], _ name: String) { write(Base64.text(of: bytes[...]), name) }

  private mutating func append(text value: String) {
    var quoted = ""
    JSONValue.write(value, to: &quoted)
    append(quoted)
  }

  private mutating func append(_ value: Double) { append(value.isFinite ? RecordingNumber.text(value) : "null") }

  private mutating func append(_ values: [Double]) { list(values) { $0.append($1) } }

  private mutating func list<Item, Fault: Error>(
    _ items: [Item], _ body: (inout ScriptWriter, Item) throws(Fault) -> Void
  ) throws(Fault) {
    append("[")
    for (index, item) in items.enumerated() {
      if index > 0 { append(", ") }
      try body(&self, item)
    }
    append("]")
  }

  private mutating func append(angle radians: Double) {
    if let degrees = ScriptNumber.degrees(radians) { return append(degrees) }
    append("{\"radians\": \(RecordingNumber.text(radians))}")
  }

  // MARK: fields

  mutating func code(_ number: inout Double, _ field: Field<Double>) {
    if !writesStandards, field.standard?.bitPattern == number.bitPattern { return }
    guard begin(field.name) else { return }
    switch field.unit {
    case .angle: append(angle: number)
    default: append(number)
    }
  }

  mutating func code(_ number: inout Int, _ field: Field<Int>) {
    // Readers take the one in use for granted.
    let isColour = if case .colour = field.unit { true } else { false }
    if !writesStandards, !isColour, field.standard == number { return }
    guard begin(field.name) else { return }
    switch field.unit {
    case .colour: append(text: ScriptColour.text(UInt32(clamping: number)))
    case .share: append(ScriptNumber.share(number, of: Int(field.range?.upperBound ?? 1)))
    default: append(String(number))
    }
  }

  mutating func code(_ isTrue: inout Bool, _ field: Field<Bool>) {
    if !writesStandards, field.standard == isTrue { return }
    if let words = field.words { write(isTrue ? words.yes : words.no, field.name) } else { write(isTrue, field.name) }
  }

  mutating func code(_ text: inout String, _ field: Field<String>) {
    if writesStandards || field.standard != text { write(text, field.name) }
  }

  mutating func code(_ point: inout Point, _ field: Field<Point>) {
    if !writesStandards, let standard = field.standard, standard == point { return }
    write([point.x, point.y], field.name)
  }

  mutating func choose<Choice: WordChoice>(_ choice: inout Choice, _ field: Field<Choice>) {
    if writesStandards || field.standard != choice { write(choice.text, field.name) }
  }

  mutating func code<Value: Fielded>(_ value: inout Value, _ name: String) throws(ArchiveError) {
    let (length, had) = (text.count, hasMembers.last)
    guard begin(name) else { return }
    let start = text.count
    var inner = value
    try self.value { (writer) throws(ArchiveError) in try inner.visit(&writer) }
    guard text.count == start + 2, let last = hasMembers.indices.last, let had else { return }
    // A reader takes it for granted.
    text.removeLast(text.count - length)
    hasMembers[last] = had
  }

  mutating func code<Value: Fielded>(
    _ values: inout [Value], _ name: String, like blank: Value, limit: Int
  ) throws(ArchiveError) {
    guard !values.isEmpty, begin(name) else { return }
    try list(values) { (writer, value) throws(ArchiveError) in
      var inner = value
      try writer.value { (writer) throws(ArchiveError) in try inner.visit(&writer) }
    }
  }

  mutating func code(_ id: inout Layer.ID, _ name: String) { write(word(of: id), name) }

  private func word(of id: Layer.ID) -> String {
    usesNumbers ? "#\(id.number)" : ScriptLayers.name(of: id, in: document)
  }

  mutating func code(_ surface: inout SurfaceID, _ name: String) {
    if begin(name) { append(surface: surface) }
  }

  private mutating func append(surface: SurfaceID) {
    if surface.plane == .mask { append("{\"mask\": ") }
    append(text: word(of: surface.layer))
    if surface.plane == .mask { append("}") }
  }

  mutating func code(_ surfaces: inout [SurfaceID], _ name: String) {
    guard !surfaces.isEmpty, begin(name) else { return }
    list(surfaces) { $0.append(surface: $1) }
  }

  mutating func code(_ ids: inout [Layer.ID], _ name: String) {
    if !ids.isEmpty { write(texts: ids.map { word(of: $0) }, name) }
  }

  mutating func code<Value: Fielded>(_ value: inout Value?, _ name: String, like blank: Value) throws(ArchiveError) {
    guard var inner = value, begin(name) else { return }
    try self.value { (writer) throws(ArchiveError) in try inner.visit(&writer) }
  }

  mutating func code(
    _ number: inout Double?, _ name: String, _ unit: Field<Double>.Unit, in range: ClosedRange<Double>
  ) {
    if var inner = number { code(&inner, Field(name, unit, in: range)) }
  }

  mutating func code(_ points: inout [Point], _ name: String, in range: ClosedRange<Double>) {
    if !points.isEmpty { write(lists: points.map { [$0.x, $0.y] }, name) }
  }

  mutating func code(_ point: inout Point?, _ name: String, in range: ClosedRange<Double>) {
    if let point { write([point.x, point.y], name) }
  }

  mutating func code(_ brush: inout Brush, _ name: String) throws(ArchiveError) {
    let (word, new) = brushes.name(of: brush)
    if var new {
      var writer = ScriptWriter(document, brushes)
      let definition = try writer.object { (writer) throws(ArchiveError) in
        writer.write(word, "define")
        try writer.code(&new, "brush", isDefinition: true)
      }
      definitions.append(definition.text)
    }
    write(word, name)
    if let width = ScriptNumber.width(of: brush) { write(width, "size") } else { write(brush.size, "tip") }
    if brush.strength != ScriptBrushes.alike(brush).strength { write(brush.strength, "smoothing") }
  }

  private mutating func code(_ brush: inout Brush, _ name: String, isDefinition: Bool) throws(ArchiveError) {
    guard begin(name) else { return }
    var inner = brush
    try value { (writer) throws(ArchiveError) in try inner.visit(&writer) }
  }

  mutating func code(_ content: inout BrushTexts.Content?, _ name: String) throws(ArchiveError) {
    switch content {
    case nil: break
    case .paint(let paint): write(String(decoding: paint.bytes, as: UTF8.self), name)
    case .images(let images): write(bytes: try TipCoding.encoded(images), name)
    case .paper(let texture): write(bytes: try PaperCoding.encoded(texture), name)
    }
  }

  mutating func code(_ mask: inout Mask?, _ name: String) throws(ArchiveError) {
    let isOutermost = hasMembers.count == 1
    if isOutermost, mask == document.selection { return }
    guard let mask else { return isOutermost ? writeNull(name) : () }
    guard begin(name) else { return }
    try value { (writer) throws(ArchiveError) in try writer.write(members: mask) }
  }

  /// Writes what a mask selects.
  mutating func write(members mask: Mask) throws(ArchiveError) {
    let bounds = mask.bounds
    var rectangle = Mask(width: mask.width, height: mask.height)
    rectangle.fill(bounds)
    if rectangle != mask { return write(bytes: try MaskCoding.encoded(mask), "mask") }
    if bounds == mask.extent, !document.isEndless { return write(true, "all") }
    write([bounds.minX, bounds.minY, bounds.width, bounds.height].map { Double($0) }, "rectangle")
  }

  mutating func code(_ samples: inout [PenSample], _ name: String) {
    guard begin(name) else { return }
    let tilts = samples.map { ScriptNumber.tilt(ofAltitude: $0.altitude.radians) }
    let azimuths = samples.map { ScriptNumber.degrees($0.azimuth.radians) }
    let rolls = samples.map { sample in sample.roll.map { ScriptNumber.degrees($0.radians) } }
    let isExact = !tilts.contains(nil) && !azimuths.contains(nil) && rolls.allSatisfy { $0 != .some(nil) }
    list(Array(samples.enumerated())) { writer, item in
      let (index, sample) = (item.offset, item.element)
      writer.append("[")
      for value in [sample.position.x, sample.position.y, sample.pressure] {
        writer.append(value)
        writer.append(", ")
      }
      let (tilt, azimuth) =
        isExact ? (tilts[index], azimuths[index]) : (sample.altitude.radians, sample.azimuth.radians)
      let roll = isExact ? rolls[index] ?? nil : sample.roll?.radians
      writer.append(tilt ?? 0)
      writer.append(", ")
      writer.append(azimuth ?? 0)
      writer.append(", ")
      writer.append(roll.map { RecordingNumber.text($0) } ?? "null")
      writer.append(", ")
      writer.append(sample.time)
      if sample.tool != .pen { writer.append(", \"\(sample.tool)\"") }
      writer.append("]")
    }
    if !isExact { write("radians", "\(name)-angles") }
  }

  mutating func code(_ stops: inout GradientStops, _ name: String) {
    guard writesStandards || stops != .standard, begin(name) else { return }
    list(stops.stops) { writer, stop in
      writer.append("[\(RecordingNumber.text(stop.place)), ")
      writer.append(text: ScriptColour.text(stop.colour, opacity: stop.opacity))
      writer.append("]")
    }
  }

  mutating func code(_ image: inout TileGrid, _ name: String, limit: Int) throws(ArchiveError) {
    if image.tileCount == 0 { return }
    var writer = ByteWriter()
    try image.write(to: &writer)
    write(bytes: writer.bytes, name)
  }

  mutating func check(_ holds: @autoclosure () -> Bool, _ fault: @autoclosure () -> String) {}
}
