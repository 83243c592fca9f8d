import Geometry
import Glibc
import Rig
import Studio

/// The actions of the virtual pen in the demonstration, in a window that shows the whole canvas.
///
/// 1. It is made when the window is complete.
/// 2. `draw`, then `turnDial`; each returns when the window shows the result.
struct DemoScene {
  private let bench: Bench
  private let window: WindowID
  private let canvas: Size
  private let frame: Area
  private let canvasToWindow: Affine

  private struct Size {
    var width: Double
    var height: Double
  }

  /// A scene in a window.
  /// - Parameters:
  ///   - canvasWidth: the canvas's width, px.
  ///   - canvasHeight: the canvas's height, px.
  init(_ bench: Bench, window: WindowID, canvasWidth: Int, canvasHeight: Int) throws(RigError) {
    self.bench = bench
    self.window = window
    canvas = Size(width: Double(canvasWidth), height: Double(canvasHeight))
    frame = try bench.screen.geometry(of: window)
    canvasToWindow =
      View(
        canvasWidth: canvasWidth, canvasHeight: canvasHeight, windowWidth: frame.width, windowHeight: frame.height
      ).canvasToWindow
  }

  /// Draws a few strokes into the free parts of the drawing.
  func draw() throws(RigError) {
    for stroke in Flourish.strokes {
      let points = stroke.map { p in
        let place = canvasToWindow(Point(p.position.x * canvas.width, p.position.y * canvas.height))
        return PenPoint(
          x: Double(frame.x) + place.x, y: Double(frame.y) + place.y, pressure: p.pressure)
      }
      try bench.pen.stroke(points, rate: 800)
    }
    try bench.screen.settle(window)
  }

  /// Turns the canvas a little: the pen takes hold of the dial's rim at its left and pulls it
  /// round.
  func turnDial() throws(RigError) {
    // The dial is in the lower right corner of a window at 96 dpi (Panels: Overlay). The pen drags
    // its rim at the left.
    let (x, y) = (Double(frame.right) - 116, Double(frame.bottom) - 124)
    let turn = PenPoint.circle(
      x: x, y: y, radius: 62, from: .pi, turns: Self.turn.degrees / 360, count: 40, pressure: 0.4)
    try bench.pen.stroke(turn, rate: 400)
    // The pen goes where it covers nothing.
    try bench.pen.hover(x: Double(bench.screen.width) - 2, y: Double(bench.screen.height) - 2)
    try bench.screen.settle(window)
  }

  /// How far the canvas is turned, clockwise.
  private static let turn = Angle(degrees: -4)
}
