import Geometry
import Glibc
import Rig
import Studio

/// The virtual pen's actions in the demo, in a window that shows a whole canvas.
///
/// Create it when the window is idle. `draw` and `turnDial` wait until their result is shown.
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

  /// Creates a scene.
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

  /// Draws some strokes in the free parts of the drawing.
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

  /// Rotates the canvas a little: the pen drags the dial's rim from its left side.
  func turnDial() throws(RigError) {
    // The dial's position in the lower right corner of a window at 96 dpi (Widgets: Overlay).
    let (x, y) = (Double(frame.right) - 116, Double(frame.bottom) - 124)
    let turn = PenPoint.circle(
      x: x, y: y, radius: 62, from: .pi, turns: Self.turn.degrees / 360, count: 40, pressure: 0.4)
    try bench.pen.stroke(turn, rate: 400)
    // Moves the pen to where it covers nothing.
    try bench.pen.hover(x: Double(bench.screen.width) - 2, y: Double(bench.screen.height) - 2)
    try bench.screen.settle(window)
  }

  /// The rotation of the canvas, clockwise.
  private static let turn = Angle(degrees: -4)
}
