import Document
import Geometry
import Ink
import Paint
import Raster

/// The kinds of operations in scripts (`"op"`), and the members of those whose members follow from their fields.
extension Operation {
  /// The kind; nil for those with a form of their own.
  var scriptKind: String {
    switch self {
    case .replacement(let operation): operation.scriptKind
    case .shape(let shape): if case .figure = shape.outline { "figure" } else { "shape" }
    case .place(let placing): placing.isPaste ? "paste" : "place"
    case .layer(let operation): operation.scriptKind
    case .canvas(let operation): "canvas-\(operation.word)"
    default: word
    }
  }

  /// What a script begins with for each kind.
  static let scriptBlanks: [String: Operation] = {
    var all = blanks + LayerOperation.blanks.map { .layer($0) } + CanvasOperation.blanks.map { .canvas($0) }
    all += ShapeOutline.blanks.map { .shape(ShapeStroke(stroke: blankStroke, outline: $0)) }
    return Dictionary(all.map { ($0.scriptKind, $0) }) { _, last in last }
  }()

  private static let blankStroke = StrokeRecord(brush: Brush(), style: InkStyle())

  /// Visits the members of its object.
  mutating func visitScript<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .stroke(var stroke):
      try stroke.visit(&coder)
      self = .stroke(stroke)
    case .strokes(var series):
      try series.visit(&coder)
      self = .strokes(series)
    case .shape(var shape):
      try shape.stroke.visit(&coder)
      try shape.outline.visitFields(&coder)
      self = .shape(shape)
    case .replacement(var operation):
      try operation.visitScript(&coder)
      self = .replacement(operation)
    case .place(var placing):
      try placing.visit(&coder)
      self = .place(placing)
    case .fill(var fill):
      try fill.visit(&coder)
      self = .fill(fill)
    case .gradient(var gradient):
      try gradient.visit(&coder)
      self = .gradient(gradient)
    case .layer(var operation):
      try operation.visitFields(&coder)
      self = .layer(operation)
    case .canvas(var operation):
      try operation.visitFields(&coder)
      self = .canvas(operation)
    case .change(var change):
      try change.visit(&coder)
      self = .change(change)
    default: try visitFields(&coder)
    }
  }
}

extension LayerOperation {
  var scriptKind: String {
    switch self {
    case .set: "layer"
    case .several: "layers"
    case .group: "layer-group"
    case .setPaper, .setPaperShown: "paper"
    default: "layer-\(word)"
    }
  }
}
