import Glibc
import Rig

/// The view of the canvas during a measurement: set by keys and checked on the screen.
enum BenchView: String, CaseIterable {
  case half = "50"
  case actual = "100"
  case large = "400"
  case turned = "30"

  /// Window px per canvas px.
  var zoom: Double {
    switch self {
    case .half: 0.5
    case .actual, .turned: 1
    case .large: 4
    }
  }

  /// How far the canvas is turned, clockwise.
  var degrees: Double { self == .turned ? 30 : 0 }

  /// In words.
  var name: String { self == .turned ? "100 %, turned by 30 degrees" : "\(rawValue) %" }

  /// Fude's keys that lead there from 100 %, upright: three steps of zoom are a doubling, a step of
  /// turning is 15 degrees.
  var keys: [String] {
    switch self {
    case .half: ["-", "-", "-"]
    case .actual: []
    case .large: ["+", "+", "+", "+", "+", "+"]
    case .turned: ["6", "6"]
    }
  }

  /// The length of the line that is drawn at 100 %, px, without its ends; and the width of Fude's
  /// pen at full pressure.
  private static let (line, pen) = (160.0, 12.0)

  /// Sets the view. A line is drawn at 100 % and checked after the change: throws if its length,
  /// thickness or direction is wrong. The line is undone.
  func set(_ seat: BenchScreen, _ sitter: BenchScreen.Sitter) throws(RigError) {
    let (x, y) = (Double(BenchScreen.size.width) / 2, Double(BenchScreen.size.height) / 2)
    try seat.park()
    try seat.keys(["5", "1"], sitter)
    let blank = try seat.bench.screen.image(of: BenchScreen.free)
    guard ViewMark(blank) == nil else {
      throw RigError("Something lies on the canvas of \(sitter.program.path) where it is to be blank.")
    }
    try seat.bench.pen.stroke(
      PenPoint.line(
        from: PenPoint(x: x - Self.line / 2, y: y, pressure: 1), to: PenPoint(x: x + Self.line / 2, y: y, pressure: 1),
        count: 80), rate: 400)
    try seat.park()
    try seat.keys(keys, sitter)
    let image = try seat.bench.screen.image(of: BenchScreen.free)
    guard let mark = ViewMark(image) else {
      throw RigError("No ink was seen on the canvas of \(sitter.program.path).")
    }
    let (length, thickness) = ((Self.line + Self.pen) * zoom, Self.pen * zoom)
    guard abs(mark.length / length - 1) < 0.05, abs(mark.thickness / thickness - 1) < 0.12,
      abs(mark.degrees - degrees) < 1
    else {
      throw RigError(
        "\(sitter.program.path) does not show its canvas at \(name): a line of \(length.decimal(0)) by "
          + "\(thickness.decimal(0)) px, turned by \(degrees.decimal(0)) degrees, is \(mark.length.decimal(1)) by "
          + "\(mark.thickness.decimal(1)) px, turned by \(mark.degrees.decimal(1)).")
    }
    try seat.keys(["ctrl+z"], sitter)
  }
}
