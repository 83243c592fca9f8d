import Rig

extension CommandInterpreter {
  static let tabletHelp = """
    tablet stroke X0 Y0 X1 Y1 STEPS RATE [PRESSURE0 [PRESSURE1 [TILTX0 TILTY0 TILTX1 TILTY1]]]    degrees
    tablet erase ...           the same with the other end
    tablet in tip|eraser X Y | tablet at X Y PRESSURE [TILTX TILTY] | tablet out
    tablet press lower|upper | tablet release lower|upper
    tablet unplug | tablet plug
    """

  func tablet(_ rest: inout Words) throws {
    guard let tablet = bench.tablet else {
      throw UsageError("tablet: there is none without --driver.")
    }
    switch try rest.next("what to do") {
    case "stroke": try stroke(tablet, .tip, &rest)
    case "erase": try stroke(tablet, .eraser, &rest)
    case "in":
      let end: KernelPen.End
      switch try rest.next("the end") {
      case "tip": end = .tip
      case "eraser": end = .eraser
      case let word: throw UsageError("tablet: a pen has a tip and an eraser, no \"\(word)\".")
      }
      try tablet.enterProximity(end, at: PenPoint(x: try rest.number("x"), y: try rest.number("y"), pressure: 0))
    case "at":
      let (x, y, pressure) = (try rest.number("x"), try rest.number("y"), try rest.number("the pressure"))
      let tiltX = try rest.number("the tilt to the right", otherwise: 0)
      let tiltY = try rest.number("the tilt down", otherwise: 0)
      try tablet.move(to: PenPoint(x: x, y: y, pressure: pressure, tiltX: tiltX, tiltY: tiltY))
    case "out": try tablet.leaveProximity()
    case "press": try tablet.press(try button(&rest))
    case "release": try tablet.release(try button(&rest))
    case "unplug": try bench.unplugTablet()
    case "plug": try bench.plugInTablet()
    case let word: throw UsageError("tablet: it cannot \"\(word)\".")
    }
    try tablet.synchronize()
  }

  private func button(_ rest: inout Words) throws -> KernelPen.SideButton {
    switch try rest.next("the button") {
    case "lower": return .lower
    case "upper": return .upper
    case let word: throw UsageError("tablet: a pen has a lower and an upper button, no \"\(word)\".")
    }
  }

  private func stroke(_ tablet: KernelPen, _ end: KernelPen.End, _ rest: inout Words) throws {
    var start = PenPoint(x: try rest.number("x"), y: try rest.number("y"))
    var last = PenPoint(x: try rest.number("x"), y: try rest.number("y"))
    let steps = try rest.integer("the number of steps", within: 1...1_000_000)
    let rate = try rest.number("the rate")
    guard rate > 0 else { throw UsageError("tablet: the rate must be above 0.") }
    start.pressure = try rest.number("the pressure", otherwise: 0.5)
    last.pressure = try rest.number("the pressure at the end", otherwise: start.pressure)
    start.tiltX = try rest.number("the tilt to the right", otherwise: 0)
    start.tiltY = try rest.number("the tilt down", otherwise: 0)
    last.tiltX = try rest.number("the tilt to the right at the end", otherwise: start.tiltX)
    last.tiltY = try rest.number("the tilt down at the end", otherwise: start.tiltY)
    try tablet.stroke(PenPoint.line(from: start, to: last, count: steps), with: end, rate: rate)
  }
}
