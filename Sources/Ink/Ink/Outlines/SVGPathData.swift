import Geometry

/// Contours and lines as SVG path data (SVG 1.1, 8.3) in relative commands. Points are rounded to
/// 1/100, an error of at most 0.0071; errors do not accumulate.
public struct SVGPathData {
  /// The path data so far.
  public private(set) var text: [UInt8] = []
  /// The current point, in 1/100.
  private var at = (x: 0, y: 0)
  private var command = UInt8(0)

  /// No path.
  public init() {}

  /// Hundredths per unit. Coordinates are within ±1e9, so a `Double` can hold their hundredths.
  private static let unit = 100.0

  /// Appends a closed contour.
  public mutating func append(_ contour: Outline.Contour) {
    guard let first = contour.curves.first else { return }
    let start = move(to: first.p0)
    append(contour.curves)
    begin("z")
    at = start
  }

  /// Appends an open line of curves that follow one another. A dot is a line without length, which has
  /// an end with round caps.
  public mutating func append(line curves: some Collection<CubicBezier>) {
    guard let first = curves.first else { return }
    let start = move(to: first.p0)
    append(curves)
    guard command == UInt8(ascii: "m") else { return }
    begin("l")
    write(start, from: at)
  }

  /// Begins a subpath. Returns its start, in 1/100.
  private mutating func move(to p: Point) -> (x: Int, y: Int) {
    let start = Self.rounded(p)
    begin("m")
    write(start, from: at)
    at = start
    return start
  }

  private mutating func append(_ curves: some Collection<CubicBezier>) {
    for c in curves {
      let (a, b, end) = (Self.rounded(c.p1), Self.rounded(c.p2), Self.rounded(c.p3))
      if Self.isStraight(at, a, b, end) {
        if end == at { continue }
        begin("l")
        write(end, from: at)
      } else {
        begin("c")
        for p in [a, b, end] { write(p, from: at) }
      }
      at = end
    }
  }

  private mutating func begin(_ letter: Unicode.Scalar) {
    let letter = UInt8(ascii: letter)
    // A second pair after "m" would mean a line.
    if letter != command || letter == UInt8(ascii: "m") { text.append(letter) }
    command = letter
  }

  private mutating func write(_ p: (x: Int, y: Int), from origin: (x: Int, y: Int)) {
    write(p.x - origin.x)
    write(p.y - origin.y)
  }

  /// Writes hundredths in the shortest form; a minus sign also separates two numbers.
  private mutating func write(_ hundredths: Int) {
    let isFirst = text.last.map { $0 >= UInt8(ascii: "a") } ?? true
    if hundredths < 0 { text.append(UInt8(ascii: "-")) } else if !isFirst { text.append(UInt8(ascii: " ")) }
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    if whole > 0 || rest == 0 { text += String(whole).utf8 }
    guard rest > 0 else { return }
    text += [UInt8(ascii: "."), UInt8(ascii: "0") + UInt8(rest / 10)]
    if rest % 10 > 0 { text.append(UInt8(ascii: "0") + UInt8(rest % 10)) }
  }

  private static func rounded(_ p: Point) -> (x: Int, y: Int) {
    func number(_ v: Double) -> Int { Int(max(-1e11, min(1e11, (v * unit).rounded()))) }
    return (number(p.x), number(p.y))
  }

  /// Whether the control points are on the line between the end points, to 1/100.
  private static func isStraight(
    _ p: (x: Int, y: Int), _ a: (x: Int, y: Int), _ b: (x: Int, y: Int), _ q: (x: Int, y: Int)
  )
    -> Bool
  {
    let chord = Vector(Double(q.x - p.x), Double(q.y - p.y))
    let length = chord.length
    return [a, b].allSatisfy { h in
      let v = Vector(Double(h.x - p.x), Double(h.y - p.y))
      guard length > 0 else { return v == .zero }
      return abs(v.cross(chord)) <= length && (0...(length * length)).contains(v.dot(chord))
    }
  }
}
