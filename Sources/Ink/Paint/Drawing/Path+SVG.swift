import Geometry
import Glibc

/// A fault in path data and its place.
public struct PathDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Byte at which reading stopped, from 0.
  public let offset: Int
  /// The expected token.
  public let expected: String

  /// One sentence that names the place and the fault.
  public var description: String { "Path data: expected \(expected) at byte \(offset)." }
}

extension Path {
  /// Reads SVG path data (SVG 1.1, chapter 8.3, all commands). Throws at the first byte outside the
  /// grammar. Quadratics and arcs become cubics (appendix F.6).
  public init(svg data: String) throws(PathDataError) {
    var reader = PathDataReader(data)
    try reader.read()
    self = reader.path
  }
}

private struct PathDataReader {
  var path = Path()
  private let bytes: [UInt8]
  private var at = 0
  /// The last command's control point if it was a cubic (for `S`) or a quadratic (for `T`).
  private var cubicControl: Point?
  private var quadraticControl: Point?

  init(_ data: String) { bytes = Array(data.utf8) }

  mutating func read() throws(PathDataError) {
    skipSpace()
    var isFirst = true
    while at < bytes.count {
      let letter = bytes[at]
      let command = letter | 0x20
      guard !isFirst || command == UInt8(ascii: "m") else { throw fault("a moveto") }
      guard "mzlhvcsqta".utf8.contains(command) else { throw fault("a command") }
      at += 1
      isFirst = false
      try repeated(command, isRelative: letter == command)
    }
  }

  /// Reads the arguments of a command as often as they are repeated.
  private mutating func repeated(_ command: UInt8, isRelative: Bool) throws(PathDataError) {
    skipSpace()
    if command == UInt8(ascii: "z") {
      path.close()
      (cubicControl, quadraticControl) = (nil, nil)
      return
    }
    var command = command
    while true {
      let origin = isRelative ? path.current ?? .zero : .zero
      try once(command, origin: Vector(origin.x, origin.y), isRelative: isRelative)
      // Further pairs after a moveto are linetos.
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      let end = at
      skipSpace()
      let hasComma = at < bytes.count && bytes[at] == UInt8(ascii: ",")
      if hasComma {
        at += 1
        skipSpace()
      }
      guard at < bytes.count, isNumberStart(bytes[at]) else {
        if hasComma { throw fault("a number") }
        at = max(end, at)
        return
      }
    }
  }

  private mutating func once(_ command: UInt8, origin: Vector, isRelative: Bool) throws(PathDataError) {
    let current = path.current ?? .zero
    var (cubic, quadratic): (Point?, Point?) = (nil, nil)
    switch command {
    case UInt8(ascii: "m"): path.move(to: try point() + origin)
    case UInt8(ascii: "l"): path.line(to: try point() + origin)
    case UInt8(ascii: "h"): path.line(to: Point(try number() + origin.dx, current.y))
    case UInt8(ascii: "v"): path.line(to: Point(current.x, try number() + origin.dy))
    case UInt8(ascii: "c"), UInt8(ascii: "s"):
      let smooth = cubicControl.map { current + (current - $0) } ?? current
      let first = command == UInt8(ascii: "c") ? try point() + origin : smooth
      if command == UInt8(ascii: "c") { skipComma() }
      let second = try point() + origin
      skipComma()
      path.cubic(first, second, to: try point() + origin)
      cubic = second
    case UInt8(ascii: "q"):
      let control = try point() + origin
      skipComma()
      path.quadratic(control, to: try point() + origin)
      quadratic = control
    case UInt8(ascii: "t"):
      let control = quadraticControl.map { current + (current - $0) } ?? current
      path.quadratic(control, to: try point() + origin)
      quadratic = control
    default: try arc(from: current, origin: origin)
    }
    (cubicControl, quadraticControl) = (cubic, quadratic)
  }

  private mutating func arc(from p: Point, origin: Vector) throws(PathDataError) {
    let rx = try number()
    skipComma()
    let ry = try number()
    skipComma()
    let turn = Angle(degrees: try number())
    skipComma()
    let isLarge = try flag()
    skipComma()
    let isClockwise = try flag()
    skipComma()
    path.ellipticalArc(
      from: p, rx: abs(rx), ry: abs(ry), turn: turn, isLarge: isLarge, isClockwise: isClockwise,
      to: try point() + origin)
  }

  // MARK: Tokens

  private func fault(_ expected: String) -> PathDataError { PathDataError(offset: at, expected: expected) }

  private mutating func skipSpace() {
    while at < bytes.count, [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(bytes[at]) { at += 1 }
  }

  private mutating func skipComma() {
    skipSpace()
    if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
      at += 1
      skipSpace()
    }
  }

  private func isDigit(_ i: Int) -> Bool {
    i < bytes.count && bytes[i] >= UInt8(ascii: "0") && bytes[i] <= UInt8(ascii: "9")
  }

  private func isNumberStart(_ byte: UInt8) -> Bool { "0123456789.+-".utf8.contains(byte) }

  private mutating func point() throws(PathDataError) -> Point {
    let x = try number()
    skipComma()
    return Point(x, try number())
  }

  private mutating func flag() throws(PathDataError) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "0") || bytes[at] == UInt8(ascii: "1") else {
      throw fault("a flag, 0 or 1,")
    }
    at += 1
    return bytes[at - 1] == UInt8(ascii: "1")
  }

  private mutating func number() throws(PathDataError) -> Double {
    var i = at
    if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") { i += 1 }
    let digits = i
    while isDigit(i) { i += 1 }
    var count = i - digits
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
      let fraction = i + 1
      var j = fraction
      while isDigit(j) { j += 1 }
      // By 8.3.9 a number may end in a point ("1."), but a point alone is not a number.
      count += j - fraction
      i = j
    }
    guard count > 0 else { throw fault("a number") }
    if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
      var j = i + 1
      if j < bytes.count, bytes[j] == UInt8(ascii: "+") || bytes[j] == UInt8(ascii: "-") { j += 1 }
      guard isDigit(j) else { throw fault("a number with digits in its exponent") }
      while isDigit(j) { j += 1 }
      i = j
    }
    guard let value = Double(String(decoding: bytes[at..<i], as: UTF8.self)), abs(value) <= 1e9 else {
      throw fault("a number of at most 1e9")
    }
    at = i
    return value
  }
}

extension Path {
  /// Adds the elliptical arc from `p` to `q` by SVG's endpoint parameters: radii (enlarged where
  /// they are too small), rotation and the two flags. SVG 1.1, appendix F.6.5 and F.6.6.
  fileprivate mutating func ellipticalArc(
    from p: Point, rx: Double, ry: Double, turn: Angle, isLarge: Bool, isClockwise: Bool, to q: Point
  ) {
    guard p != q else { return }
    guard rx > 1e-12, ry > 1e-12 else { return line(to: q) }
    // In the ellipse's axes, around the chord's middle.
    let half = Affine.rotation(-turn)((p - q) * 0.5)
    let fit = (half.dx * half.dx / (rx * rx) + half.dy * half.dy / (ry * ry)).squareRoot()
    let (rx, ry) = fit > 1 ? (rx * fit, ry * fit) : (rx, ry)
    // On the unit circle: half of the chord u; the centre is perpendicular to it.
    let u = Vector(half.dx / rx, half.dy / ry)
    let reach = max(0, 1 / max(u.lengthSquared, 1e-300) - 1).squareRoot()
    let side: Double = isLarge == isClockwise ? -1 : 1
    let centre = Vector(u.dy, -u.dx) * (reach * side)
    let middle = p.midpoint(to: q)
    let offset = Affine.rotation(turn)(Vector(centre.dx * rx, centre.dy * ry))
    let from = (u - centre).direction
    var sweep = ((-u - centre).direction - from).radians
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let placed =
      Affine.translation(Vector(middle.x + offset.dx, middle.y + offset.dy)) * .rotation(turn) * .scale(rx, ry)
    unitArc(placed, from: from, to: Angle(radians: from.radians + sweep))
    snapEnd(to: q)
  }
}
