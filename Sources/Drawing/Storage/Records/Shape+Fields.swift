import Document
import Geometry
import Ink
import Language

/// The positions that shapes and fills can have, canvas px. Larger figures would have an endless number of chords.
private let places = -1e7...1e7

extension Shape.Kind: ListedChoice {
  var word: String {
    switch self {
    case .line: "line"
    case .rectangle: "rectangle"
    case .ellipse: "ellipse"
    }
  }
}

extension ShapeStroke: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&stroke, "stroke")
    try coder.code(&outline, "outline")
  }
}

extension ShapeOutline: FieldedCases {
  static let blanks: [ShapeOutline] = [
    .shape(Shape(.line, from: .zero, to: .zero), pen: PenSample(position: .zero, time: 0)),
    .figure(.line(from: .zero, to: .zero), FigureInk(pen: PenSample(position: .zero, time: 0), speed: 1)),
  ]

  var word: String {
    switch self {
    case .shape: "shape"
    case .figure: "figure"
    }
  }

  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .shape(var shape, let pen):
      try coder.code(&shape, "shape")
      self = .shape(shape, pen: try Self.pen(pen, &coder))
    case .figure(var figure, let ink):
      var speed = ink.speed
      try coder.code(&figure, "figure")
      let pen = try Self.pen(ink.pen, &coder)
      try coder.code(&speed, Field("speed", in: 1e-6...1e9))
      self = .figure(figure, FigureInk(pen: pen, speed: speed))
    }
  }

  private static func pen<Coder: FieldCoder>(
    _ pen: PenSample, _ coder: inout Coder
  ) throws(Coder.Failure) -> PenSample {
    var pens = [pen]
    try coder.code(&pens, "pen")
    try coder.check(pens.count == 1, translated("a sample has an invalid number"))
    return pens.last ?? pen
  }
}

extension Shape: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.choose(&kind, Field("kind"))
    try coder.code(&from, Field("from", .px, in: places))
    try coder.code(&to, Field("to", .px, in: places))
  }
}

extension Figure: FieldedCases {
  private static let turns = -7.0...7.0
  static let blanks: [Figure] = [
    .line(from: .zero, to: .zero), .arc(center: .zero, radius: 0, start: .zero, sweep: .zero),
    .ellipse(center: .zero, radii: .zero, angle: .zero, start: .zero, isReversed: false), .polygon([], isClosed: false),
  ]

  var word: String {
    switch self {
    case .line: "line"
    case .arc: "arc"
    case .ellipse: "ellipse"
    case .polygon: "polygon"
    }
  }

  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .line(var from, var to):
      try coder.code(&from, Field("from", .px, in: places))
      try coder.code(&to, Field("to", .px, in: places))
      self = .line(from: from, to: to)
    case .arc(var center, var radius, var start, var sweep):
      try coder.code(&center, Field("center", .px, in: places))
      try coder.code(&radius, Field("radius", .px, in: 0...1e6))
      try Self.code(&start, "start", &coder)
      try Self.code(&sweep, "sweep", &coder)
      self = .arc(center: center, radius: radius, start: start, sweep: sweep)
    case .ellipse(var center, var radii, var angle, var start, var isReversed):
      try coder.code(&center, Field("center", .px, in: places))
      try coder.code(&radii.dx, Field("radius", .px, in: -1e6...1e6))
      try coder.code(&radii.dy, Field("radius-across", .px, in: -1e6...1e6))
      try Self.code(&angle, "angle", &coder)
      try Self.code(&start, "start", &coder)
      try coder.code(&isReversed, Field("is-reversed", standard: false))
      self = .ellipse(center: center, radii: radii, angle: angle, start: start, isReversed: isReversed)
    case .polygon(let corners, var isClosed):
      try coder.code(&isClosed, Field("is-closed", standard: false))
      var corners = corners
      try coder.code(&corners, "corners", in: places)
      self = .polygon(corners, isClosed: isClosed)
    }
  }

  private static func code<Coder: FieldCoder>(
    _ angle: inout Angle, _ name: String, _ coder: inout Coder
  ) throws(Coder.Failure) {
    var radians = angle.radians
    try coder.code(&radians, Field(name, .angle, in: turns))
    angle = Angle(radians: radians)
  }
}
