import Geometry
import Ink
import Journal
import Paint
import Raster
import Testing

@testable import Document
@testable import Storage

/// The descriptions of fields, and what comes of them in records.
@Suite struct FieldTests {
  /// A coder that writes nothing and notes what is wrong with the descriptions: a third form beside the two of records.
  private struct Lister: FieldCoder {
    typealias Failure = Never
    var reads: Bool { false }
    var isText: Bool { true }
    var canvas = (width: 1, height: 1)
    /// The names of each value that is being visited.
    private var names: [[String]] = [[]]
    private(set) var faults: [String] = []
    private(set) var count = 0

    private mutating func note(_ name: String, _ isInRange: Bool = true) {
      count += 1
      let isPlain = name.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }
      if name.isEmpty || !isPlain { faults.append("“\(name)” is no name") }
      // The pixels of several layers follow one another.
      if names[names.count - 1].contains(name), name != "pixels" { faults.append("\(names) has \(name) twice") }
      if !isInRange { faults.append("the standard value of \(names) \(name) is out of range") }
      names[names.count - 1].append(name)
    }

    private static func isIn(_ number: Double?, _ range: ClosedRange<Double>?) -> Bool {
      number.map { range?.contains($0) ?? true } ?? true
    }

    mutating func code(_ number: inout Double, _ field: Field<Double>) {
      note(field.name, Self.isIn(field.standard, field.range))
    }
    mutating func code(_ number: inout Int, _ field: Field<Int>) {
      note(field.name, Self.isIn(field.standard.map { Double($0) }, field.range))
    }
    mutating func code(_ isTrue: inout Bool, _ field: Field<Bool>) { note(field.name) }
    mutating func code(_ text: inout String, _ field: Field<String>) { note(field.name) }
    mutating func code(_ point: inout Point, _ field: Field<Point>) {
      note(field.name, Self.isIn(field.standard?.x, field.range) && Self.isIn(field.standard?.y, field.range))
    }
    mutating func choose<Choice: WordChoice>(_ choice: inout Choice, _ field: Field<Choice>) {
      note(field.name)
      if Choice(word: choice.word) != choice { faults.append("\(choice.word) is another choice when it is read") }
    }
    mutating func code<Value: Fielded>(_ value: inout Value, _ name: String) {
      note(name)
      names.append([])
      value.visit(&self)
      names.removeLast()
    }
    mutating func code<Value: Fielded>(_ values: inout [Value], _ name: String, like blank: Value, limit: Int) {
      note(name)
      var blank = blank
      names.append([])
      blank.visit(&self)
      names.removeLast()
    }
    mutating func code(_ brush: inout Brush, _ name: String) {
      note(name)
      names.append([])
      brush.visit(&self)
      names.removeLast()
    }
    mutating func code(_ content: inout BrushTexts.Content?, _ name: String) { note(name) }
    mutating func code(_ mask: inout Mask?, _ name: String) { note(name) }
    mutating func code(_ samples: inout [PenSample], _ name: String) { note(name) }
    mutating func code(_ image: inout TileGrid, _ name: String, limit: Int) { note(name) }
    mutating func check(_ holds: @autoclosure () -> Bool, _ fault: @autoclosure () -> String) {}
  }

  /// Fails if two fields of a value have one name, a standard value is out of its range, or a choice is not found by its
  /// word. A text of operations could not be read then.
  @Test func descriptionsHold() throws {
    var lister = Lister()
    func visit<Value: FieldedCases>(_ values: [Value]) {
      #expect(Set(values.map(\.word)).count == values.count)
      for var value in values { lister.code(&value, "value") }
    }
    var nib = Brush()
    nib.tip = .flat(Brush.Nib(thickness: 0.5, angle: .zero, followsAzimuth: true))
    nib.rendering = .dabs(Brush.Dabs())
    nib.stabiliser = .rope(length: 9, endsAtPen: true)
    var stroke = StrokeRecord(brush: nib, style: InkStyle())
    stroke.symmetry = Symmetry(.radial(count: 3, isMirrored: true), center: .zero)
    visit(Operation.blanks + [])
    for operation in [Operation.stroke(stroke)] { visit([operation]) }
    for symmetry in [Symmetry.Kind.mirror(vertical: true, horizontal: false), .none] {
      stroke.symmetry.kind = symmetry
      visit([Operation.stroke(stroke)])
    }
    visit(LayerOperation.blanks)
    visit(Layer.Property.blanks)
    visit(CanvasOperation.blanks)
    visit(Figure.blanks)
    visit(ShapeOutline.blanks)
    visit(Layer.Label.allCases.map { Layer.Property.label($0) }.prefix(1) + [])
    var (list, header) = (LayerList.blank, EditHead(word: "stroke"))
    lister.code(&list, "list")
    lister.code(&header, "head")
    // Values that are visited one after the other have one name here.
    let faults = lister.faults.filter { !$0.hasSuffix("has value twice") }
    #expect(faults.isEmpty && lister.count > 300, "\(faults)")
  }

  private struct Old: Fielded {
    var size = 3.0

    mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.code(&size, Field("size", standard: 3))
    }
  }

  private struct New: Fielded {
    var size = 3.0
    var count = 7
    var isOn = true

    mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.code(&size, Field("size", standard: 3))
      try coder.code(&count, Field("count", in: 1...9, standard: 7))
      try coder.code(&isOn, Field("is-on", standard: true))
    }
  }

  /// Fails if a field that was added cannot be read from older records, or an older program takes its value for nothing.
  @Test func fieldsCanBeAdded() throws {
    var new = New(size: 0, count: 1, isOn: false)
    try RecordReader.read(&new, from: try RecordForm.bytes(Old(size: 5)), BrushShelf())
    #expect(new.size == 5 && new.count == 7 && new.isOn)
    var old = Old()
    try RecordReader.read(&old, from: try RecordForm.bytes(New(size: 4)), BrushShelf())
    #expect(old.size == 4)
    for later in [New(size: 4, count: 2), New(isOn: false)] {
      let bytes = try RecordForm.bytes(later)
      #expect(throws: PayloadError("a property is of a later version of Fude")) {
        try RecordReader.read(&old, from: bytes, BrushShelf())
      }
      var again = New()
      try RecordReader.read(&again, from: bytes, BrushShelf())
      #expect((again.size, again.count, again.isOn) == (later.size, later.count, later.isOn))
    }
    let bytes = try RecordForm.bytes(New(count: 10))
    #expect(throws: PayloadError("the number 10.0 is out of range")) {
      try RecordReader.read(&new, from: bytes, BrushShelf())
    }
    // Standard values take no bytes: -0 is none.
    #expect(try RecordForm.bytes(New()) == [0])
    #expect(try RecordForm.bytes(Old(size: -0.0)).count == 9)
  }
}
