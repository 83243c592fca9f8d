import Geometry

/// Ink and the joints that were drawn between its lines.
struct JointCanvas {
  private let ink: InkMap
  private var isJoint: Set<Int> = []
  /// The indices of the pixels that joints cover.
  private(set) var drawn: [Int] = []

  init(_ ink: InkMap) { self.ink = ink }

  /// Whether a line crosses no ink.
  /// - Parameters:
  ///   - besideStart: so far from the start ink does not count, px.
  ///   - besideEnd: so far from the end.
  func isOpen(from start: Point, to end: Point, besideStart: Double, besideEnd: Double) -> Bool {
    let length = start.distance(to: end)
    let count = Int((length * 1.5).rounded(.up))
    if count < 1 { return true }
    for i in 0...count {
      let share = Double(i) / Double(count)
      let (x, y) = InkMap.pixel(nearestTo: start.lerp(to: end, share))
      if !ink.contains(x, y) { return false }
      if ink[x, y], length * share > besideStart, length - length * share > besideEnd { return false }
    }
    return true
  }

  private func isBarred(_ x: Int, _ y: Int) -> Bool { ink[x, y] || isJoint.contains(y * ink.width + x) }

  private mutating func set(_ x: Int, _ y: Int) {
    guard ink.contains(x, y), !ink[x, y], isJoint.insert(y * ink.width + x).inserted else { return }
    drawn.append(y * ink.width + x)
  }

  /// Draws the pixels of a line (J. Bresenham, 1965).
  mutating func drawLine(from start: Point, to end: Point) {
    var (x, y) = InkMap.pixel(nearestTo: start)
    let (lastX, lastY) = InkMap.pixel(nearestTo: end)
    let (dx, dy) = (abs(lastX - x), -abs(lastY - y))
    let (stepX, stepY) = (x < lastX ? 1 : -1, y < lastY ? 1 : -1)
    var error = dx + dy
    while true {
      set(x, y)
      if x == lastX, y == lastY { return }
      let twice = 2 * error
      if twice >= dy {
        error += dy
        x += stepX
      }
      if twice <= dx {
        error += dx
        y += stepY
      }
    }
  }

  /// How far the way straight on from an end is until it meets ink, a joint or the edge, px; nil if it meets nothing.
  /// - Parameter angle: by how much it turns, radians.
  func way(from end: LineEnd, turnedBy angle: Double, limit: Double) -> Double? {
    follow(end, angle, limit) { _, _ in }
  }

  /// Draws that way.
  mutating func drawWay(from end: LineEnd, turnedBy angle: Double, limit: Double) {
    var parts: [(Point, Point)] = []
    guard follow(end, angle, limit, { parts.append(($0, $1)) }) != nil else { return }
    for (from, to) in parts { drawLine(from: from, to: to) }
  }

  private func follow(_ end: LineEnd, _ angle: Double, _ limit: Double, _ step: (Point, Point) -> Void) -> Double? {
    let turn = Angle(radians: angle)
    let direction = Vector(
      end.direction.dx * turn.cosine - end.direction.dy * turn.sine,
      end.direction.dx * turn.sine + end.direction.dy * turn.cosine)
    let stride = 0.7
    var place = Point(Double(end.pixel.x), Double(end.pixel.y))
    var last = end.pixel
    var (way, isOutside) = (stride, false)
    while way <= limit {
      place = place + direction * stride
      let now = InkMap.pixel(nearestTo: place)
      if now == last {
        way += stride
        continue
      }
      if !ink.contains(now.x, now.y) { return way }
      var isHit = isBarred(now.x, now.y)
      // Between two pixels of a line that touch at a corner.
      if !isHit, now.x != last.x, now.y != last.y, isBarred(now.x, last.y), isBarred(last.x, now.y) { isHit = true }
      if isHit {
        // Its own end, or it starts inside a line.
        if isOutside { return way }
        if way >= 1.5 + end.width * 0.75 { return nil }
      } else {
        isOutside = true
        step(Point(Double(last.x), Double(last.y)), Point(Double(now.x), Double(now.y)))
      }
      last = now
      way += stride
    }
    return nil
  }
}
