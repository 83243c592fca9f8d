import Archive
import Document
import Geometry
import Ink
import Journal
import Language
import Raster

extension ScriptReader: FieldCoder {
  typealias Failure = ScriptFault

  var reads: Bool { true }
  var isText: Bool { true }

  mutating func code(_ number: inout Double, _ field: Field<Double>) throws(ScriptFault) {
    if let standard = field.standard { number = standard }
    guard let value = member(field.name, mayBeMissing: field.standard != nil) else { return }
    number = try self.number(
      value, field.name, isAngle: field.unit.isAngle, in: field.range, at: path(field.name))
  }

  mutating func code(_ number: inout Int, _ field: Field<Int>) throws(ScriptFault) {
    if let standard = field.standard {
      // A colour is the one in use.
      if case .colour = field.unit {} else { number = standard }
    }
    guard let value = member(field.name, mayBeMissing: field.standard != nil) else { return }
    let path = path(field.name)
    switch field.unit {
    case .colour:
      number = Int(try colour(value, field.name))
      if frames.count == 1, let ink = use.ink { number = Int(ink.colour) }
    case .share:
      let share = try self.number(value, field.name, in: 0...1, at: path)
      number = ScriptNumber.whole(share, of: Int(field.range?.upperBound ?? 1))
    default:
      let read = try self.number(value, field.name, in: field.range ?? -0x1p53...0x1p53, at: path)
      guard let whole = Int(exactly: read) else { throw fault(field.name, value, translated("a whole number")) }
      number = whole
    }
  }

  private func colour(_ value: JSONValue, _ name: String) throws(ScriptFault) -> UInt32 {
    guard case .text(let text) = value, let colour = ScriptColour.value(text) else {
      throw fault(name, value, translated("a colour such as #1d1f24"))
    }
    return colour
  }

  mutating func code(_ isTrue: inout Bool, _ field: Field<Bool>) throws(ScriptFault) {
    if let standard = field.standard { isTrue = standard }
    guard let words = field.words else {
      guard member(field.name, mayBeMissing: field.standard != nil) != nil else { return }
      isTrue = try flag(field.name) ?? isTrue
      return
    }
    guard let value = member(field.name, mayBeMissing: field.standard != nil) else { return }
    guard case .text(let word) = value, word == words.yes || word == words.no else {
      throw fault(field.name, value, Self.oneOf([words.yes, words.no]))
    }
    isTrue = word == words.yes
  }

  mutating func code(_ text: inout String, _ field: Field<String>) throws(ScriptFault) {
    if let standard = field.standard { text = standard }
    guard member(field.name, mayBeMissing: field.standard != nil) != nil else { return }
    text = try self.text(field.name) ?? text
  }

  mutating func code(_ point: inout Point, _ field: Field<Point>) throws(ScriptFault) {
    if let standard = field.standard { point = standard }
    guard let value = member(field.name, mayBeMissing: field.standard != nil) else { return }
    let numbers = try numbers(
      value, field.name, count: 2, in: field.range ?? -1e9...1e9, form: translated("a list [x, y]"),
      at: path(field.name))
    point = Point(numbers[0], numbers[1])
    // Places of curves have another unit.
    if case .px = field.unit { point = point + use.shift }
  }

  mutating func choose<Choice: WordChoice>(_ choice: inout Choice, _ field: Field<Choice>) throws(ScriptFault) {
    if let standard = field.standard { choice = standard }
    guard let value = member(field.name) else { return }
    guard case .text(let word) = value, let read = Choice(text: word) else {
      throw fault(field.name, value, Self.oneOf(Choice.texts))
    }
    choice = read
  }

  /// "one of a, b, c".
  static func oneOf(_ words: [String]) -> String {
    translated("one of {words}", ["words": words.joined(separator: ", ")])
  }

  mutating func code<Value: Fielded>(_ value: inout Value, _ name: String) throws(ScriptFault) {
    guard let given = member(name) else {
      // All its parts may have standard values.
      do throws(ScriptFault) { value = try read(.object([]), like: value, at: path(name)) } catch { lack(name) }
      return
    }
    value = try read(given, like: value, at: path(name))
  }

  private mutating func read<Value: Fielded>(
    _ given: JSONValue, like blank: Value, at path: [JSONStep]
  ) throws(ScriptFault) -> Value {
    var value = blank
    try object(given, at: path) { (reader) throws(ScriptFault) in try value.visit(&reader) }
    return value
  }

  mutating func code<Value: Fielded>(
    _ values: inout [Value], _ name: String, like blank: Value, limit: Int
  ) throws(ScriptFault) {
    guard let given = member(name) else { return }
    guard case .list(let items) = given, items.count <= limit else {
      throw fault(name, given, translated("a list of at most {count} items", ["count": limit]))
    }
    values = []
    for (index, item) in items.enumerated() {
      values.append(try read(item, like: blank, at: path(name) + [.item(index)]))
    }
  }

  mutating func code(_ id: inout Layer.ID, _ name: String) throws(ScriptFault) {
    guard let value = member(name) else { return }
    id = try layer(value, name, at: path(name))
  }

  private func layer(_ value: JSONValue, _ name: String, at path: [JSONStep]) throws(ScriptFault) -> Layer.ID {
    guard case .text(let text) = value else {
      throw fault(name, value, translated("the name of a layer, or its number such as #3"), at: path)
    }
    // A change of earlier operations may name a layer that is gone.
    if frames.count > 1, text.hasPrefix("#"), let number = UInt64(text.dropFirst()) { return Layer.ID(number) }
    do throws(ScriptFault) { return try ScriptLayers.layer(named: text, in: document) } catch {
      throw error.at(path)
    }
  }

  mutating func code(_ surface: inout SurfaceID, _ name: String) throws(ScriptFault) {
    guard let value = member(name) else { return }
    surface = try self.surface(value, name, at: path(name))
  }

  private func surface(_ value: JSONValue, _ name: String, at path: [JSONStep]) throws(ScriptFault) -> SurfaceID {
    if case .object(let members) = value, members.count == 1, members[0].name == "mask" {
      return SurfaceID(try layer(members[0].value, name, at: path + [.member("mask")]), .mask)
    }
    return SurfaceID(try layer(value, name, at: path))
  }

  mutating func code(_ surfaces: inout [SurfaceID], _ name: String) throws(ScriptFault) {
    surfaces =
      try items(name) { (reader, value, path) throws(ScriptFault) in
        try reader.surface(value, name, at: path)
      } ?? surfaces
  }

  mutating func code(_ ids: inout [Layer.ID], _ name: String) throws(ScriptFault) {
    ids =
      try items(name) { (reader, value, path) throws(ScriptFault) in try reader.layer(value, name, at: path) }
      ?? ids
  }

  /// The items of a list of layers; nil if it is missing.
  private mutating func items<Item>(
    _ name: String, _ body: (ScriptReader, JSONValue, [JSONStep]) throws(ScriptFault) -> Item
  ) throws(ScriptFault) -> [Item]? {
    guard let value = member(name) else { return nil }
    guard case .list(let values) = value, values.count <= Document.mostLayers else {
      throw fault(name, value, translated("a list of layers"))
    }
    var items: [Item] = []
    for (index, value) in values.enumerated() { items.append(try body(self, value, path(name) + [.item(index)])) }
    return items
  }

  mutating func code<Value: Fielded>(_ value: inout Value?, _ name: String, like blank: Value) throws(ScriptFault) {
    guard let given = member(name) else { return }
    value = given == .null ? nil : try read(given, like: blank, at: path(name))
  }

  mutating func code(
    _ number: inout Double?, _ name: String, _ unit: Field<Double>.Unit, in range: ClosedRange<Double>
  ) throws(ScriptFault) {
    guard let value = member(name) else { return }
    number = value == .null ? nil : try self.number(value, name, isAngle: unit.isAngle, in: range, at: path(name))
  }

  mutating func code(_ points: inout [Point], _ name: String, in range: ClosedRange<Double>) throws(ScriptFault) {
    points = try self.points(name, atLeast: 0, in: range) ?? []
  }

  mutating func code(_ point: inout Point?, _ name: String, in range: ClosedRange<Double>) throws(ScriptFault) {
    let form = translated("a list [x, y]")
    point = try numbers(name, count: 2, in: range, form: form).map { Point($0[0], $0[1]) + use.shift }
  }

  /// A list of positions; nil if it is missing.
  mutating func points(
    _ name: String, atLeast count: Int, in range: ClosedRange<Double>
  ) throws(ScriptFault) -> [Point]? {
    guard let value = member(name) else { return nil }
    let form = translated("a list of at least {count} corners [x, y]", ["count": count])
    guard case .list(let items) = value, items.count >= count, items.count <= 1 << 20 else {
      throw fault(name, value, form)
    }
    var points: [Point] = []
    for (index, item) in items.enumerated() {
      let numbers = try numbers(item, name, count: 2, in: range, form: form, at: path(name) + [.item(index)])
      points.append(Point(numbers[0], numbers[1]) + use.shift)
    }
    return points
  }

  mutating func code(_ brush: inout Brush, _ name: String) throws(ScriptFault) {
    if let value = member(name) {
      switch value {
      case .text(let word):
        do throws(ScriptFault) { brush = try brushes.brush(named: word) } catch {
          throw error.at(path(name))
        }
      case .object: brush = try read(value, like: Self.blankBrush, at: path(name))
      default: throw fault(name, value, translated("the name of a brush, or an object with its properties"))
      }
    }
    if let width = try number("size", in: Brush.sizes) { brush = brush.resized(toFullWidth: width) }
    if let tip = try number("tip", in: Brush.tipSizes) { brush = brush.resized(to: tip) }
    if let strength = try number("smoothing", in: 0...100) { brush.strength = strength }
    if frames.count == 1, let ink = use.ink { brush = brush.resized(toFullWidth: ink.width) }
  }

  /// The brush of strokes that name none.
  mutating func brush() throws(ScriptFault) -> Brush { try brushes.brush(named: "pen") }

  /// What a definition of a brush changes.
  private static let blankBrush = Brush()

  /// Defines a brush, as a script does before strokes with it.
  mutating func define(_ name: String) throws(ScriptFault) {
    guard var value = member("brush", mayBeMissing: false) else { return }
    if case .object(let members) = value, !members.contains(where: { $0.name == "name" }) {
      value = .object(members + [JSONValue.Member(name: "name", value: .text(name))])
    }
    brushes.define(name, as: try read(value, like: Self.blankBrush, at: path("brush")))
  }

  mutating func code(_ content: inout BrushTexts.Content?, _ name: String) throws(ScriptFault) {
    content = nil
    if name == "text" {
      guard let text = try text(name) else { return }
      do throws(MyPaintBrushError) { content = .paint(try MyPaintBrush(parsing: Array(text.utf8))) } catch {
        throw ScriptFault(translated("{key}: {fault}", ["key": name, "fault": "\(error)"]), at: path(name))
      }
      return
    }
    guard let bytes = try bytes(name) else { return }
    content = try decoded(name) { () throws(PayloadError) in
      name == "paper" ? .paper(try PaperCoding.decoded(bytes)) : .images(try TipCoding.decoded(bytes))
    }
  }

  mutating func code(_ mask: inout Mask?, _ name: String) throws(ScriptFault) {
    guard let value = member(name) else {
      mask = frames.count == 1 ? document.selection : nil
      return
    }
    if value == .null { return mask = nil }
    let (width, height) = canvas
    guard Document.isAllowed(width: width, height: height) else {
      throw ScriptFault(translated("a selection is encoded incorrectly"), at: path(name))
    }
    mask = try object(value, at: path(name)) { (reader) throws(ScriptFault) in
      try reader.mask(width: width, height: height)
    }
  }

  /// The pixels that the members of an object select; all without one.
  private mutating func mask(width: Int, height: Int) throws(ScriptFault) -> Mask {
    var mask = Mask(width: width, height: height)
    if let read = try maskBytes(width: width, height: height) {
      mask = read
    } else if let sides = try rectangle("rectangle") {
      mask.fill(sides.intersection(mask.extent))
    } else if let corners = try points("polygon", atLeast: 3, in: -1e7...1e7) {
      mask.fill(polygon: corners)
    } else if try flag("all") ?? false {
      mask.fill(Document.isEndless(width: width, height: height) ? document.drawnBounds : mask.extent)
    } else {
      lack(Self.oneOf(["rectangle", "polygon", "mask", "all"]))
    }
    return mask
  }

  /// The mask in a member, fitted to a size; nil if it is missing.
  mutating func maskBytes(width: Int, height: Int) throws(ScriptFault) -> Mask? {
    guard let bytes = try bytes("mask") else { return nil }
    // A macro may have been recorded on another canvas.
    let mask = try decoded("mask") { () throws(PayloadError) in
      guard let size = MaskCoding.size(of: bytes), Document.isAllowed(width: size.width, height: size.height) else {
        throw PayloadError(translated("a mask's size is invalid"))
      }
      return try MaskCoding.decoded(bytes, width: size.width, height: size.height)
    }
    if use.shift == .zero, (mask.width, mask.height) == (width, height) { return mask }
    return mask.mapped(by: .translation(use.shift), size: (width, height))
  }

  /// A rectangle of whole px, moved with the script; nil if it is missing.
  mutating func rectangle(_ name: String) throws(ScriptFault) -> PixelRect? {
    guard let value = member(name) else { return nil }
    let form = translated("a list [x, y, width, height] of whole numbers, the last two at least 0")
    let numbers = try numbers(value, name, count: 4, in: -1e7...1e7, form: form, at: path(name))
    let sides = numbers.compactMap { Int(exactly: $0) }
    guard sides.count == 4, sides[2] >= 0, sides[3] >= 0 else { throw fault(name, value, form) }
    return PixelRect(
      x: sides[0] + Int(use.shift.dx), y: sides[1] + Int(use.shift.dy), width: sides[2], height: sides[3])
  }

  mutating func code(_ samples: inout [PenSample], _ name: String) throws(ScriptFault) {
    guard let value = member(name, mayBeMissing: !samples.isEmpty) else { return }
    var isRadians = false
    if let unit = try text("\(name)-angles") {
      guard unit == "radians" || unit == "degrees" else {
        throw fault("\(name)-angles", .text(unit), Self.oneOf(["degrees", "radians"]))
      }
      isRadians = unit == "radians"
    }
    guard case .list(let items) = value, items.count <= 1 << 20 else { throw fault(name, value, ScriptSample.form) }
    var read: [PenSample] = []
    read.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      let path = path(name) + [.item(index)]
      guard let sample = ScriptSample.read(item, isRadians: isRadians, after: read.last) else {
        throw fault(name, item, ScriptSample.form, at: path)
      }
      try checkRange(sample.position.x, 0, "x", in: -1e9...1e9, at: path)
      try checkRange(sample.position.y, 1, "y", in: -1e9...1e9, at: path)
      try checkRange(sample.pressure, 2, "pressure", in: 0...1, at: path)
      read.append(sample)
      read[index].position = sample.position + use.shift
    }
    samples = read
  }

  /// Makes sure that a number of a sample, which is an item of it, is in range.
  private func checkRange(
    _ number: Double, _ index: Int, _ name: String, in range: ClosedRange<Double>, at path: [JSONStep]
  ) throws(ScriptFault) {
    if range.contains(number) { return }
    _ = try self.number(.number(number), name, in: range, at: path + [.item(index)])
  }

  mutating func code(_ image: inout TileGrid, _ name: String, limit: Int) throws(ScriptFault) {
    guard let bytes = try bytes(name) else { return }
    image = try decoded(name) { () throws(PayloadError) in
      var (read, reader) = (TileGrid(width: image.width, height: image.height), ByteReader(bytes))
      try read.read(&reader, limit: limit)
      try reader.finish()
      return read
    }
  }

  mutating func check(_ holds: @autoclosure () -> Bool, _ fault: @autoclosure () -> String) throws(ScriptFault) {
    guard isLacking || holds() else { throw ScriptFault(fault(), at: objectPath) }
  }
}

extension Field<Double>.Unit {
  fileprivate var isAngle: Bool { if case .angle = self { true } else { false } }
}
