import Rig
import Testing

/// Input from a tablet that the server's real driver reads. Positions are px of the window.
extension TestSession {
  /// - Parameter brush: the name and the lines of a brush of the user's, in place of Fude's; nil for none.
  convenience init(
    tablet driver: TabletDriver, isPluggedIn: Bool = true, hasPanels: Bool = false,
    brush: (name: String, lines: String)? = nil
  ) throws {
    var arrangement = Arrangement()
    if let brush {
      let folder = try TemporaryFolder()
      let text = "fude brush 1\nname \(brush.name)\n\(brush.lines)\nend\n"
      try folder.write(text, to: "data/fude/brushes/\(brush.name).brush")
      arrangement.folder = folder
    }
    arrangement.tablet = driver
    arrangement.isTabletPluggedIn = isPluggedIn
    arrangement.hasPanels = hasPanels
    try self.init(arrangement)
  }

  var tablet: KernelPen { get throws { try #require(bench.tablet) } }

  /// A sample of the tablet's pen at a position of the window; tilts in degrees.
  func place(_ x: Double, _ y: Double, _ pressure: Double = 0.5, tilt: (x: Double, y: Double) = (0, 0)) throws
    -> PenPoint
  {
    let frame = try frame
    return PenPoint(
      x: x + Double(frame.x), y: y + Double(frame.y), pressure: pressure, tiltX: tilt.x, tiltY: tilt.y)
  }

  func tabletLine(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double), pressure: ClosedRange<Double> = 0.5...0.5,
    tilt: (x: Double, y: Double) = (0, 0), tiltAtEnd: (x: Double, y: Double)? = nil, with end: KernelPen.End = .tip,
    count: Int = 60
  ) throws {
    let start = try place(a.x, a.y, pressure.lowerBound, tilt: tilt)
    let stop = try place(b.x, b.y, pressure.upperBound, tilt: tiltAtEnd ?? tilt)
    if try tablet.near != end { try bench.enterProximity(end, at: start) }
    try tablet.stroke(PenPoint.line(from: start, to: stop, count: count), with: end)
    try settle()
  }

  /// Touches at the first position and moves through the others, without lifting.
  func tabletPress(_ places: [(x: Double, y: Double)], pressure: Double = 0.5, with end: KernelPen.End = .tip) throws {
    for (index, spot) in places.enumerated() {
      let point = try place(spot.x, spot.y, pressure)
      if index == 0 { try bench.enterProximity(end, at: point) }
      try tablet.move(to: point)
    }
    try tablet.synchronize()
    try settle()
  }
}
