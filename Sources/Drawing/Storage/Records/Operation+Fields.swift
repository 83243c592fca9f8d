import Document
import Geometry
import Ink
import Language
import Paint
import Raster

/// A stroke that replaces the edit before it is written as a stroke. `EditHead.replaces` says that it replaces.
extension Operation: FieldedCases {
  static let blanks: [Operation] = {
    let surface = SurfaceID(Layer.ID(0))
    let pasted = Placing(surface: surface, source: .pasted(.blank), placement: Placement(pivot: .zero), map: .identity)
    var moved = pasted
    moved.source = .lifted(Mask(width: 1, height: 1))
    let stroke = StrokeRecord(brush: Brush(), style: InkStyle())
    let fill = Filling(
      surface: surface, place: .zero, colour: 0, opacity: 255, filling: FillSettings(), limit: .empty, selection: nil)
    return [
      .stroke(stroke), .strokes(.blank), .shape(ShapeStroke(stroke: stroke, outline: ShapeOutline.blanks[0])),
      .fill(fill),
      .clear(Clearing(surface: surface, selection: nil)),
      .cover(Covering(surface: surface, selection: nil, colour: 0, opacity: 255)),
      .gradient(Gradient(surface: surface, from: .zero, to: .zero)), .place(moved), .place(pasted),
      .select(nil), .layer(.delete(Layer.ID(0))), .canvas(.flip(horizontally: true)), .pixels(nil, name: ""),
      .omitted(.select(nil)), .change(.blank),
    ]
  }()

  var word: String {
    switch self {
    case .stroke: "stroke"
    case .strokes: "strokes"
    case .shape: "shape"
    case .replacement(let operation): operation.word
    case .fill: "fill"
    case .clear: "clear"
    case .cover: "cover"
    case .gradient: "gradient"
    case .place(let placing): placing.isPaste ? "paste" : "move"
    case .select: "select"
    case .layer: "layer"
    case .canvas: "canvas"
    case .pixels: "pixels"
    case .omitted: "nothing"
    case .change: "change"
    }
  }

  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .stroke(var stroke):
      try coder.code(&stroke, "stroke")
      self = .stroke(stroke)
    case .strokes(var series):
      try coder.code(&series, "series")
      self = .strokes(series)
    case .shape(var shape):
      try coder.code(&shape, "shape")
      self = .shape(shape)
    case .replacement(var operation):
      try operation.visitFields(&coder)
      self = .replacement(operation)
    case .fill(var fill):
      try coder.code(&fill, "fill")
      self = .fill(fill)
    case .clear(var clearing):
      try coder.code(&clearing.surface, "layer")
      try coder.code(&clearing.selection, "selection")
      self = .clear(clearing)
    case .cover(var covering):
      try coder.code(&covering.surface, "layer")
      try coder.code(&covering.selection, "selection")
      try coder.code(color: &covering.colour, "color", standard: 0)
      try coder.code(&covering.opacity, Field("opacity", .share, in: 0...255, standard: 255))
      self = .cover(covering)
    case .gradient(var gradient):
      try coder.code(&gradient, "gradient")
      self = .gradient(gradient)
    case .place(var placing):
      try coder.code(&placing, "placing")
      self = .place(placing)
    case .select(var mask, var recipe):
      try coder.code(&mask, "selection")
      try coder.code(&recipe, "recipe", like: SelectionRecipe(.all))
      try coder.check(mask != nil || recipe == nil, translated("a selection is encoded incorrectly"))
      self = .select(mask, recipe: recipe)
    case .layer(var operation):
      try coder.code(&operation, "operation")
      self = .layer(operation)
    case .canvas(var operation):
      try coder.code(&operation, "operation")
      self = .canvas(operation)
    case .pixels(let surface, var name):
      var surfaces = [surface].compactMap(\.self)
      try coder.code(&surfaces, "layer")
      try coder.code(&name, Field("name"))
      self = .pixels(surfaces.last, name: name)
    case .omitted: break
    case .change(var change):
      try coder.code(&change, "change")
      self = .change(change)
    }
  }
}

extension StrokeSeries: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var strokes = coder.reads ? [] : strokes
    try coder.code(&strokes, "strokes", like: StrokeSeries.blank.strokes[0])
    guard let series = StrokeSeries(strokes) else {
      return try coder.check(false, translated("strokes of one operation are damaged"))
    }
    self = series
  }
}

extension Filling: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&surface, "layer")
    try coder.code(&selection, "selection")
    try coder.code(&place, Field("at", .px, in: -1e7...1e7))
    try coder.code(color: &colour, "color", standard: 0)
    try coder.code(&opacity, Field("opacity", .share, in: 0...255, standard: 255))
    try coder.code(&filling.tolerance, Field("tolerance", in: 0...255, standard: 32))
    try coder.code(
      &filling.gap,
      Field("gap", .px, in: Double(FillSettings.gaps.lowerBound)...Double(FillSettings.gaps.upperBound), standard: 0))
    try coder.code(&filling.source)
    try coder.code(&limit, in: -0x1p40...0x1p40)
    try coder.codeReference(&filling.source)
    try coder.code(
      &filling.under,
      Field(
        "under", .px, in: Double(FillSettings.unders.lowerBound)...Double(FillSettings.unders.upperBound), standard: 2))
    try coder.code(&filling.rule)
    try coder.code(&erases, Field("erase", standard: false))
  }
}

extension Change: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var items = items
    try coder.code(&items, "items", like: Change.blank.items[0])
    guard let change = Change(items), !coder.reads || change.items.map(\.distance) == items.map(\.distance) else {
      return try coder.check(false, translated("a change of earlier edits is damaged"))
    }
    self = change
  }
}

extension Change.Item: Fielded {
  /// The most edits before a change. More is no drawing.
  private static let mostDistance = 0x1p30

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&distance, Field("distance", in: 1...Self.mostDistance))
    // The canvas may have had another size then.
    let (outer, side) = (coder.canvas, 0...Double(Document.endlessSide))
    var size = operation.selectionMask.map { (width: $0.width, height: $0.height) } ?? (width: 0, height: 0)
    try coder.code(&size.width, Field("width", .px, in: side, standard: 0))
    try coder.code(&size.height, Field("height", .px, in: side, standard: 0))
    var replaces = operation.replacesLast
    try coder.code(&replaces, Field("replaces", standard: false))
    coder.canvas = size
    defer { coder.canvas = outer }
    var replacement = Replacement(operation: operation)
    try coder.code(&replacement, "operation")
    guard coder.reads else { return }
    operation = replaces ? .replacement(replacement.operation) : replacement.operation
    try coder.check(
      !replaces || !operation.strokes.isEmpty, translated("a change of earlier edits is damaged"))
  }

  /// What can be in the place of an earlier edit: paint, a selection, or nothing.
  private struct Replacement: FieldedCases {
    var operation: Operation

    static let blanks = Operation.blanks.filter { operation in
      operation.isOmitted || operation.isSelection
        || operation.paintedSurface != nil && operation.placing == nil && !operation.isPixels
    }.map { Replacement(operation: $0) }
    var word: String { operation.word }

    mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try operation.visitFields(&coder)
    }
  }
}

extension Operation {
  /// The pixels to which paint is limited, or which are selected; nil for none, and for other operations.
  fileprivate var selectionMask: Mask? {
    switch self {
    case .fill(let fill): fill.selection
    case .clear(let clearing): clearing.selection
    case .cover(let covering): covering.selection
    case .gradient(let gradient): gradient.selection
    case .select(let mask, _): mask
    default: strokes.lazy.compactMap(\.selection).first
    }
  }
}
