import Document
import Geometry
import Raster

extension SelectionRecipe: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&shape, "shape")
    try coder.code(&isInverted, Field("invert", standard: false))
    try coder.choose(&mode, Field("mode", standard: .replace))
    try coder.code(&edge.growth, Field("grow", .px, in: SelectionEdge.growths, standard: 0))
    try coder.code(&edge.feather, Field("feather", .px, in: SelectionEdge.feathers, standard: 0))
    try coder.code(&edge.smoothing, Field("smooth", .px, in: SelectionEdge.smoothings, standard: 0))
    try coder.code(&edge.border, Field("border", .px, in: SelectionEdge.borders, standard: 0))
  }
}

extension SelectionRecipe.Mode: WordChoice {}

extension SelectionRecipe.Shape: FieldedCases {
  static let blanks: [SelectionRecipe.Shape] = [
    .present, .all, .rectangle(.empty), .ellipse(Rect(x: 0, y: 0, width: 0, height: 0)), .polygon([]),
    .mask(Mask(width: 1, height: 1)),
    .wand(SelectionRecipe.Wand(at: .zero)), .colour(0, tolerance: 0, source: .all),
    .opacity(SurfaceID(number: 0)),
  ]

  var word: String {
    switch self {
    case .present: "present"
    case .all: "all"
    case .rectangle: "rectangle"
    case .ellipse: "ellipse"
    case .polygon: "polygon"
    case .mask: "mask"
    case .wand: "wand"
    case .colour: "color"
    case .opacity: "opacity-of"
    }
  }

  private static let places = SelectionRecipe.places

  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .present, .all: break
    case .rectangle(var rect):
      try coder.code(&rect, in: Self.places)
      self = .rectangle(rect)
    case .ellipse(let rect):
      var (from, to) = (Point(rect.minX, rect.minY), Point(rect.maxX, rect.maxY))
      try coder.code(&from, Field("from", .px, in: Self.places))
      try coder.code(&to, Field("to", .px, in: Self.places))
      self = .ellipse(Rect(minX: from.x, minY: from.y, maxX: to.x, maxY: to.y))
    case .polygon(var corners):
      try coder.code(&corners, "corners", in: Self.places)
      self = .polygon(corners)
    case .mask(let mask):
      var given: Mask? = mask
      try coder.code(&given, "pixels")
      self = given.map { .mask($0) } ?? self
    case .wand(var wand):
      try coder.code(&wand.place, Field("at", .px, in: Self.places))
      try coder.code(&wand.settings.tolerance, Field("tolerance", in: 0...255, standard: 32))
      try coder.code(
        &wand.settings.gap,
        Field("gap", .px, in: Double(FillSettings.gaps.lowerBound)...Double(FillSettings.gaps.upperBound), standard: 0))
      try coder.code(&wand.settings.source)
      try coder.code(&wand.isContiguous, Field("contiguous", standard: true))
      try coder.codeReference(&wand.settings.source)
      try coder.code(&wand.settings.rule)
      self = .wand(wand)
    case .colour(var colour, var tolerance, var source):
      try coder.code(color: &colour, "color", standard: 0)
      try coder.code(&tolerance, Field("tolerance", in: 0...255, standard: 32))
      try coder.code(&source)
      try coder.codeReference(&source)
      self = .colour(colour, tolerance: tolerance, source: source)
    case .opacity(var surface):
      try coder.code(&surface, "layer")
      self = .opacity(surface)
    }
  }
}
