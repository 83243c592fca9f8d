import Geometry

/// Joints across the gaps of lines: an end is joined with one that faces it, or goes on to the side of a line.
///
/// Each joint has a cost that grows with its length and with how much the line would have to turn; the cheapest come first, and
/// an end has one joint. Record 149 has the figures.
struct GapJoints {
  /// The longest joint of a gap, times the gap: points where a line was cut lie further apart than the cut is wide.
  private static let reach = 1.5
  /// The same for a joint to the side of a line.
  private static let sideReach = 1.25
  /// What a joint may be longer than that, px; less for gaps below 6 px.
  private static let most = 6.0
  /// What it may be longer for each px of the line's width.
  private static let perWidth = 0.75
  /// How many ends near one are looked at.
  private static let near = 12
  /// More ends in 3 x 3 cells are a texture.
  private static let crowd = 8
  /// The side of a cell, px.
  private static let cell = 16

  private struct Joint {
    var cost: Double
    var first: Int
    /// The other end; nil for the side of a line.
    var second: Int?
    /// By how much the way to a side turns from the end's direction, radians.
    var turn = 0.0
  }

  private let gap: Double
  /// What a joint may be longer, px.
  private let plus: Double
  private let ends: [LineEnd]
  private var canvas: JointCanvas
  private var isJoined: [Bool]
  private let cells: CellIndex

  /// The pixels that joints cover, row by row, in the order in which they were drawn.
  var pixels: [Int] { canvas.drawn }

  /// - Parameters:
  ///   - ends: of the ink's lines.
  ///   - gap: the widest gap, px; above 0.
  init(_ ends: [LineEnd], in ink: InkMap, gap: Int) {
    (self.ends, self.gap, plus) = (ends, Double(gap), min(Self.most, Double(gap)))
    canvas = JointCanvas(ink)
    cells = CellIndex(ends.map(\.pixel), width: ink.width, height: ink.height, side: Self.cell)
    let counted = CellIndex(
      ends.filter { $0.kind != .arm }.map(\.pixel), width: ink.width, height: ink.height, side: Self.cell)
    isJoined = ends.map { counted.count(around: $0.pixel) > Self.crowd }
    let isTexture = isJoined
    var joints: [Joint] = []
    for i in ends.indices where !isTexture[i] {
      for k in others(near: i) where k > i && !isTexture[k] {
        if let cost = cost(i, k) { joints.append(Joint(cost: cost, first: i, second: k)) }
      }
      if ends[i].kind == .end, let joint = sideJoint(of: i) { joints.append(joint) }
    }
    joints.sort { ($0.cost, $0.first, $0.second ?? -1) < ($1.cost, $1.first, $1.second ?? -1) }
    for joint in joints { draw(joint) }
  }

  /// Ends near one, by rings of cells, until enough were looked at.
  private func others(near i: Int) -> [Int] {
    let most = Self.reach * gap + plus + Self.perWidth * ends[i].width
    let rings = Int(most * 1.1) / Self.cell + 1
    var found: [Int] = []
    var seen = 0
    for ring in 0...rings where seen < Self.near {
      cells.forPlaces(inRing: ring, around: ends[i].pixel) { k in
        if k != i { seen += 1 }
        found.append(k)
      }
    }
    return found
  }

  // MARK: Costs

  private func cost(_ i: Int, _ k: Int) -> Double? {
    let (a, b) = (ends[i], ends[k])
    if !a.hasDirection, !b.hasDirection, a.kind.rawValue + b.kind.rawValue < 2 { return nil }
    let way = b.place - a.place
    let length = way.length
    let reach = Self.reach * gap + plus + Self.perWidth * (a.width + b.width) / 2
    guard length <= reach, length >= 0.5 else { return nil }
    var first = a.hasDirection ? Self.turn(from: a.direction, to: way) : 0
    var second = b.hasDirection ? Self.turn(from: way, to: -b.direction) : 0
    let turns = first * first + second * second
    // Directions of ends that nearly touch say little.
    let near = length < a.width + b.width ? 0.5 : 1
    var cost: Double
    if a.kind == .arm || b.kind == .arm {
      guard abs(first) <= 0.35, abs(second) <= 0.35 else { return nil }
      cost = 1.2 * length * (1 + 2 * turns)
      if cost > reach { return nil }
    } else if !a.hasDirection || !b.hasDirection {
      guard abs(first + second) * near <= 0.6 else { return nil }
      cost = 1.1 * length * (1 + 2 * turns * near * near)
      if cost > reach { return nil }
    } else {
      (first, second) = (first * near, second * near)
      guard abs(first) <= 2.2, abs(second) <= 2.2 else { return nil }
      // An arc is more likely than an S.
      let (sum, difference) = (first + second, first - second)
      if length * (1 + 0.1 * difference * difference) > reach { return nil }
      cost = length * (1 + 0.15 * sum * sum + 0.1 * difference * difference)
    }
    let isOpen = canvas.isOpen(
      from: a.place, to: b.place, besideStart: 1.5 + a.width / 2, besideEnd: 1.5 + b.width / 2)
    return isOpen ? cost : nil
  }

  /// The nearest side of a line in the direction of an end, or the picture's edge.
  private func sideJoint(of i: Int) -> Joint? {
    var best = Self.sideReach * gap + plus + Self.perWidth * ends[i].width
    var turn: Double?
    for ray in 0...12 {
      let angle = 0.3 / 6 * Double(ray & 1 == 1 ? (ray + 1) / 2 : -(ray / 2))
      let factor = 1 + 6 * angle * angle
      if let way = canvas.way(from: ends[i], turnedBy: angle, limit: best / factor), way * factor < best {
        (best, turn) = (way * factor, angle)
      }
    }
    return turn.map { Joint(cost: 3 * best, first: i, second: nil, turn: $0) }
  }

  /// The angle from one direction to another, radians.
  private static func turn(from a: Vector, to b: Vector) -> Double { Vector(a.dot(b), a.cross(b)).direction.radians }

  // MARK: Drawing

  private mutating func draw(_ joint: Joint) {
    let end = ends[joint.first]
    guard !isJoined[joint.first] else { return }
    guard let second = joint.second else {
      isJoined[joint.first] = true
      // It may meet a joint that is drawn by now.
      canvas.drawWay(
        from: end, turnedBy: joint.turn, limit: Self.sideReach * gap + plus + Self.perWidth * end.width)
      return
    }
    if isJoined[second] { return }
    (isJoined[joint.first], isJoined[second]) = (true, true)
    draw(from: end, to: ends[second])
  }

  /// Draws an arc from one end to another, or a straight line where that would hit ink.
  private mutating func draw(from a: LineEnd, to b: LineEnd) {
    let (start, end) = (Point(Double(a.pixel.x), Double(a.pixel.y)), Point(Double(b.pixel.x), Double(b.pixel.y)))
    let way = end - start
    let length = way.length
    var places = [start, end]
    if length >= 6 {
      let first = a.hasDirection ? Self.turn(from: a.direction, to: way) : 0
      let second = b.hasDirection ? Self.turn(from: way, to: -b.direction) : 0
      let half = Angle(radians: min(1.4, (abs(first) + abs(second)) / 2))
      let quarter = Angle(radians: half.radians / 2)
      let arm =
        half.radians < 0.05 ? length / 3 : 4 / 3 * (quarter.sine / quarter.cosine) * length / (2 * half.sine)
      let curve = CubicBezier(
        start, start + (a.hasDirection ? a.direction : way / length) * arm,
        end + (b.hasDirection ? b.direction : -way / length) * arm, end)
      let count = min(64, Int(length))
      let points = (0...count).map { curve.point(at: Double($0) / Double(count)) }
      let isOpen = zip(points, points.dropFirst()).allSatisfy { from, to in
        canvas.isOpen(
          from: from, to: to, besideStart: to.distance(to: start) < a.width + 1.5 ? .infinity : -1,
          besideEnd: to.distance(to: end) < b.width + 1.5 ? .infinity : -1)
      }
      if isOpen { places = points }
    }
    for (from, to) in zip(places, places.dropFirst()) { canvas.drawLine(from: from, to: to) }
  }
}

/// Places by square cells.
private struct CellIndex {
  private let side: Int
  private let columns: Int
  private let rows: Int
  private var cells: [Int: [Int]] = [:]

  init(_ places: [(x: Int, y: Int)], width: Int, height: Int, side: Int) {
    (self.side, columns, rows) = (side, (width + side - 1) / side, (height + side - 1) / side)
    for (i, place) in places.enumerated() { cells[place.y / side * columns + place.x / side, default: []].append(i) }
  }

  /// The number of places in the cell of one and the 8 around it.
  func count(around place: (x: Int, y: Int)) -> Int {
    var count = 0
    for ring in 0...1 { forPlaces(inRing: ring, around: place) { _ in count += 1 } }
    return count
  }

  /// Calls `body` with the places in cells at a distance of so many cells.
  func forPlaces(inRing ring: Int, around place: (x: Int, y: Int), _ body: (Int) -> Void) {
    let (x, y) = (place.x / side, place.y / side)
    for row in (y - ring)...(y + ring) where (0..<rows).contains(row) {
      let isWhole = abs(row - y) == ring
      for column in stride(from: x - ring, through: x + ring, by: isWhole ? 1 : max(1, 2 * ring))
      where (0..<columns).contains(column) {
        for i in cells[row * columns + column] ?? [] { body(i) }
      }
    }
  }
}
