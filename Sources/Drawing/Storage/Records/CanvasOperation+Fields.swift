import Document
import Geometry
import Language
import Pictures
import Raster

extension CanvasOperation: FieldedCases {
  private static let sides = -0x1p40...0x1p40
  static let blanks: [CanvasOperation] = [
    .resize(.empty), .scale(width: 0, height: 0), .flip(horizontally: true), .turn(quarters: 1),
    .setResolution(Resolution()),
  ]

  var word: String {
    switch self {
    case .resize: "resize"
    case .scale: "scale"
    case .flip: "flip"
    case .turn: "turn"
    case .setResolution: "resolution"
    }
  }

  /// The values are plausible, but may not fit a drawing.
  mutating func visitFields<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .resize(var rect):
      try coder.code(&rect, in: Self.sides)
      self = .resize(rect)
    case .scale(var width, var height):
      try coder.code(&width, Field("width", .px, in: Self.sides))
      try coder.code(&height, Field("height", .px, in: Self.sides))
      self = .scale(width: width, height: height)
    case .flip(var isHorizontal):
      try coder.code(&isHorizontal, Field("is-horizontal", standard: true))
      self = .flip(horizontally: isHorizontal)
    case .turn(var quarters):
      quarters &= 3
      try coder.code(&quarters, Field("quarters", in: 0...3))
      self = .turn(quarters: quarters)
    case .setResolution(var resolution):
      try coder.code(&resolution.x, Field("x", in: Resolution.possible))
      try coder.code(&resolution.y, Field("y", in: Resolution.possible))
      self = .setResolution(resolution)
    }
  }
}

extension Resolution {
  /// The resolutions that records can have, pixels per inch.
  static let possible = 0x1p-100...0x1p100
}

extension FieldCoder {
  /// A rectangle of the canvas, as fields of the value that has it.
  mutating func code(_ rect: inout PixelRect, in range: ClosedRange<Double>) throws(Failure) {
    var (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    try code(&left, Field("left", .px, in: range))
    try code(&top, Field("top", .px, in: range))
    try code(&right, Field("right", .px, in: range))
    try code(&bottom, Field("bottom", .px, in: range))
    rect = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }
}
