import Document
import Geometry
import Ink
import Pixels
import Raster

/// The description of a value's part: of the opacity of a fill, a number of 0...1 that is 1 if nothing is said.
struct Field<Value: Sendable>: Sendable {
  /// What the unit of a number is.
  enum Unit: Sendable {
    /// A number of things, a factor, or a share of 0...1.
    case none
    /// A share of the greatest number. A text has 0...1.
    case share
    /// Canvas px.
    case px
    case seconds
    /// Radians, clockwise. A text has degrees.
    case angle
    /// 0xRRGGBB. A text has `#rrggbb`.
    case colour
    /// The number of a layer. A text has its name.
    case layer
  }

  /// Unique among the fields of a value; lower case, words joined by "-".
  let name: String
  let unit: Unit
  /// The numbers that a reader accepts; nil for values that are no numbers.
  let range: ClosedRange<Double>?
  /// The value if nothing is said; nil if something must be. Part of the format: never changed.
  let standard: Value?
  /// What a text has for true and for false; nil for these words.
  let words: Words?

  struct Words: Sendable { let yes, no: String }

  init(
    _ name: String, _ unit: Unit = .none, in range: ClosedRange<Double>? = nil, standard: Value? = nil,
    words: Words? = nil
  ) {
    (self.name, self.unit, self.range, self.standard, self.words) = (name, unit, range, standard, words)
  }
}

/// A value whose fields are described once, for all its forms.
protocol Fielded {
  /// Visits the fields in order. A coder that reads changes the value; one that writes does not.
  ///
  /// Fields with a standard value may be added at the end: what was written before has that value.
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

/// A choice among cases that have a word each. Words are part of the format.
protocol WordChoice: Equatable, Sendable {
  var word: String { get }
  /// Nil if no case has the word.
  init?(word: String)
  /// The words of all cases, as texts have them.
  static var texts: [String] { get }
  /// The word that texts have.
  var text: String { get }
  /// Nil if no case has the word in texts.
  init?(text: String)
}

extension WordChoice {
  var text: String { word }
  init?(text: String) { self.init(word: text) }
}

extension WordChoice where Self: CaseIterable {
  static var texts: [String] { allCases.map(\.text) }
}

extension WordChoice where Self: RawRepresentable<String> {
  var word: String { rawValue }
  init?(word: String) { self.init(rawValue: word) }
}

/// A choice whose words are not its raw values.
protocol ListedChoice: WordChoice, CaseIterable {}

extension ListedChoice {
  init?(word: String) {
    guard let choice = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = choice
  }
}

/// A value of several cases with fields each.
protocol FieldedCases: Fielded, Sendable {
  /// One value of each case, whose fields are then read.
  static var blanks: [Self] { get }
  /// The word of its case; part of the format.
  var word: String { get }
  /// Visits the fields of its case.
  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

extension FieldedCases {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var choice = CaseChoice(value: self)
    try coder.choose(&choice, Field("kind"))
    if choice.word != word { self = choice.value }
    try visitFields(&coder)
  }

  /// A value of the case with a word; nil if there is none.
  init?(word: String) {
    guard let blank = Self.blanks.first(where: { $0.word == word }) else { return nil }
    self = blank
  }
}

/// A case, chosen by its word.
private struct CaseChoice<Value: FieldedCases>: WordChoice {
  static var texts: [String] { Value.blanks.map(\.word) }
  var value: Value
  var word: String { value.word }

  init(value: Value) { self.value = value }
  init?(word: String) {
    guard let value = Value(word: word) else { return nil }
    self.value = value
  }

  static func == (a: CaseChoice, b: CaseChoice) -> Bool { a.word == b.word }
}

/// Writes or reads values field by field: one form of them, as records are the binary one.
protocol FieldCoder {
  associatedtype Failure: Error

  /// Whether it changes the values that it visits.
  var reads: Bool { get }
  /// Whether the form is a text for people, with the words of choices.
  var isText: Bool { get }
  /// The size of the canvas on which the operation was done, px: that of its masks.
  var canvas: (width: Int, height: Int) { get set }

  mutating func code(_ number: inout Double, _ field: Field<Double>) throws(Failure)
  mutating func code(_ number: inout Int, _ field: Field<Int>) throws(Failure)
  mutating func code(_ isTrue: inout Bool, _ field: Field<Bool>) throws(Failure)
  mutating func code(_ text: inout String, _ field: Field<String>) throws(Failure)
  /// A position, canvas px; the field's range is that of both coordinates.
  mutating func code(_ point: inout Point, _ field: Field<Point>) throws(Failure)
  mutating func choose<Choice: WordChoice>(_ choice: inout Choice, _ field: Field<Choice>) throws(Failure)

  /// A value with fields of its own.
  mutating func code<Value: Fielded>(_ value: inout Value, _ name: String) throws(Failure)
  /// Values with fields of their own, by default none.
  /// - Parameters:
  ///   - blank: what a reader lets visit the fields.
  ///   - limit: the most values that a reader accepts.
  mutating func code<Value: Fielded>(
    _ values: inout [Value], _ name: String, like blank: Value, limit: Int
  ) throws(Failure)
  mutating func code(_ id: inout Layer.ID, _ name: String) throws(Failure)
  /// The pixels of a layer, or of its mask.
  mutating func code(_ surface: inout SurfaceID, _ name: String) throws(Failure)
  /// Pixels of layers, by default none.
  mutating func code(_ surfaces: inout [SurfaceID], _ name: String) throws(Failure)
  /// Layers, by default none.
  mutating func code(_ ids: inout [Layer.ID], _ name: String) throws(Failure)
  /// A value that may be missing, and is nil then.
  mutating func code<Value: Fielded>(_ value: inout Value?, _ name: String, like blank: Value) throws(Failure)
  /// A number that may be missing, and is nil then.
  mutating func code(_ number: inout Double?, _ name: String, _ unit: Field<Double>.Unit, in range: ClosedRange<Double>)
    throws(Failure)
  /// Positions, canvas px, by default none; the range is that of both coordinates.
  mutating func code(_ points: inout [Point], _ name: String, in range: ClosedRange<Double>) throws(Failure)
  /// A position that may be missing, and is nil then.
  mutating func code(_ point: inout Point?, _ name: String, in range: ClosedRange<Double>) throws(Failure)
  /// A brush, which many strokes have in common.
  mutating func code(_ brush: inout Brush, _ name: String) throws(Failure)
  /// What a brush needs from outside: its pictures, its paper or its text of MyPaint.
  mutating func code(_ content: inout BrushTexts.Content?, _ name: String) throws(Failure)
  /// Selected pixels of the canvas; by default nil.
  mutating func code(_ mask: inout Mask?, _ name: String) throws(Failure)
  mutating func code(_ samples: inout [PenSample], _ name: String) throws(Failure)
  /// The widths along a stroke, by default nil.
  mutating func code(_ widths: inout StrokeWidths?, _ name: String) throws(Failure)
  /// The colours of a gradient; a text may leave out the standard ones.
  mutating func code(_ stops: inout GradientStops, _ name: String) throws(Failure)
  /// The pixels of a picture, whose size is known.
  /// - Parameter limit: the most tiles.
  mutating func code(_ image: inout TileGrid, _ name: String, limit: Int) throws(Failure)

  /// Makes sure that what was read can be.
  /// - Throws: if it cannot.
  mutating func check(_ holds: @autoclosure () -> Bool, _ fault: @autoclosure () -> String) throws(Failure)
}

extension FieldCoder {
  /// Values with fields of their own, by default none; at most a million.
  mutating func code<Value: Fielded>(_ values: inout [Value], _ name: String, like blank: Value) throws(Failure) {
    try code(&values, name, like: blank, limit: 1 << 20)
  }

  /// A whole number of any type. Numbers out of its range become the nearest one.
  mutating func code<Number: FixedWidthInteger>(_ number: inout Number, _ field: Field<Int>) throws(Failure) {
    var value = Int(clamping: number)
    try code(&value, field)
    number = Number(clamping: value)
  }

  mutating func code(_ angle: inout Angle, _ name: String, standard: Double? = nil) throws(Failure) {
    var radians = angle.radians
    try code(&radians, Field(name, .angle, in: -1e6...1e6, standard: standard))
    angle = Angle(radians: radians)
  }

  mutating func code(color colour: inout UInt32, _ name: String, standard: Int? = nil) throws(Failure) {
    try code(&colour, Field(name, .colour, in: 0...0xFF_FFFF, standard: standard))
  }

  mutating func code(_ id: inout Layer.ID, _ name: String) throws(Failure) {
    var number = id.number
    try code(&number, Field(name, .layer, in: 0...0x1p62))
    id = Layer.ID(number)
  }

  mutating func code(_ surface: inout SurfaceID, _ name: String) throws(Failure) {
    var number = surface.number
    try code(&number, Field(name, .layer, in: 0...0x1p63))
    surface = SurfaceID(number: number)
  }

  mutating func code(_ surfaces: inout [SurfaceID], _ name: String) throws(Failure) {
    var all = surfaces.map { FieldedSurface(surface: $0) }
    try code(&all, name, like: FieldedSurface(surface: SurfaceID(number: 0)))
    surfaces = all.map(\.surface)
  }

  mutating func code<Value: Fielded>(_ value: inout Value?, _ name: String, like blank: Value) throws(Failure) {
    var all = [value].compactMap(\.self)
    try code(&all, name, like: blank, limit: 1)
    value = all.last
  }

  mutating func code(_ number: inout Double?, _ name: String, _ unit: Field<Double>.Unit, in range: ClosedRange<Double>)
    throws(Failure)
  {
    var box = number.map { FieldedNumber(number: $0, unit: unit, range: range) }
    try code(&box, name, like: FieldedNumber(number: 0, unit: unit, range: range))
    number = box?.number
  }
}

extension FieldCoder {
  mutating func code(_ points: inout [Point], _ name: String, in range: ClosedRange<Double>) throws(Failure) {
    var all = points.map { FieldedPoint(point: $0, range: range) }
    try code(&all, name, like: FieldedPoint(point: .zero, range: range))
    points = all.map(\.point)
  }

  mutating func code(_ point: inout Point?, _ name: String, in range: ClosedRange<Double>) throws(Failure) {
    var all = [point].compactMap { $0.map { FieldedPoint(point: $0, range: range) } }
    try code(&all, name, like: FieldedPoint(point: .zero, range: range), limit: 1)
    point = all.last?.point
  }
}

/// A position as a value of its own.
private struct FieldedPoint: Fielded {
  var point: Point
  let range: ClosedRange<Double>

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&point, Field("at", .px, in: range))
  }
}

/// A number as a value of its own.
private struct FieldedNumber: Fielded {
  var number: Double
  let unit: Field<Double>.Unit
  let range: ClosedRange<Double>

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&number, Field("value", unit, in: range))
  }
}

/// Pixels as a value of their own.
private struct FieldedSurface: Fielded {
  var surface: SurfaceID

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&surface, "layer")
  }
}
