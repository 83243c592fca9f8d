import Geometry
import Glibc
import RandomSource
import Testing

@testable import Studio

@Suite struct ViewTests {
  static func randomView(_ g: inout RandomSource) -> View {
    var view = View(canvasWidth: 3840, canvasHeight: 2160, windowWidth: 1920, windowHeight: 1080)
    for _ in 0..<Int.random(in: 0...8, using: &g) {
      let p = Point(.random(in: -200...2200, using: &g), .random(in: -200...1300, using: &g))
      switch Int.random(in: 0...5, using: &g) {
      case 0: view.setZoom(.random(in: 0.01...100, using: &g), at: p)
      case 1: view.zoom(bySteps: Double(Int.random(in: -9...9, using: &g)), at: p)
      case 2: view.pan(by: Vector(.random(in: -900...900, using: &g), .random(in: -900...900, using: &g)))
      case 3: view.setRotation(Angle(degrees: .random(in: -720...720, using: &g)), about: p)
      case 4: view.toggleMirror()
      default: view.resize(width: .random(in: 1...3000, using: &g), height: .random(in: 1...2000, using: &g))
      }
    }
    return view
  }

  /// Fails if the map from window to canvas is not the inverse of the map to the window, in any
  /// view.
  @Test func thereAndBack() {
    var g = RandomSource(1)
    for _ in 0..<2000 {
      let view = Self.randomView(&g)
      let (there, back) = (view.windowToCanvas, view.canvasToWindow)
      // Visible canvas points; their error is measured in window px.
      let p = Point(.random(in: 0...1920, using: &g), .random(in: 0...1080, using: &g))
      #expect(back(there(p)).distance(to: p) < 1e-9)
      #expect(View.zooms.contains(view.zoom))
      #expect(view.rotation.radians >= 0 && view.rotation.radians < 2 * .pi)
    }
  }

  /// Fails if a new canvas of twice the window's size is not shown completely at 50 %.
  @Test func startsWhole() {
    let view = View(canvasWidth: 2002, canvasHeight: 1402, windowWidth: 1001, windowHeight: 701)
    #expect(view.zoom == 0.5)
    #expect(view.canvasToWindow(Point(0, 0)) == Point(0, 0))
    #expect(view.canvasToWindow(Point(2002, 1402)) == Point(1001, 701))
  }

  /// Fails if zooming moves the point under the pointer by more than the half px of snapping.
  @Test func zoomKeepsThePlaceUnderThePointer() {
    var g = RandomSource(2)
    for _ in 0..<1000 {
      var view = Self.randomView(&g)
      let p = Point(.random(in: 0...1920, using: &g), .random(in: 0...1080, using: &g))
      let place = view.windowToCanvas(p)
      view.zoom(bySteps: Double(Int.random(in: -6...6, using: &g)), at: p)
      #expect(view.canvasToWindow(place).distance(to: p) < 0.75)
    }
  }

  /// Fails if equally many steps in and out do not restore the exact zoom, and the position to half
  /// a px.
  @Test func stepsInAndOutReturn() {
    var view = View(canvasWidth: 3840, canvasHeight: 2160, windowWidth: 1920, windowHeight: 1080)
    let start = view
    let p = Point(700, 300)
    for _ in 0..<12 { view.zoom(bySteps: 1, at: p) }
    #expect(view.zoom == 8)
    for _ in 0..<12 { view.zoom(bySteps: -1, at: p) }
    #expect(view.zoom == 0.5)
    #expect(view.center.distance(to: start.center) * view.zoom < 1)
  }

  /// Fails if a step from between two zoom levels skips the next level or misses it.
  @Test func stepsFindTheLadder() {
    var view = View(canvasWidth: 100, canvasHeight: 100, windowWidth: 100, windowHeight: 100)
    view.setZoom(0.9)
    view.zoom(bySteps: 1)
    #expect(view.zoom == 1)
    view.setZoom(1.1)
    view.zoom(bySteps: -1)
    #expect(view.zoom == 1)
  }

  /// Fails if fingers zoom by other than their fraction: a whole step that snaps, a sum that depends
  /// on how it is divided into events, or a way back that misses 100 % by a rounding error.
  @Test func fingersZoomByTheFraction() {
    var g = RandomSource(3)
    for _ in 0..<300 {
      var view = View(canvasWidth: 100, canvasHeight: 100, windowWidth: 100, windowHeight: 100)
      let start = Double.random(in: 0.5...2, using: &g)
      view.setZoom(start)
      var sum = 0.0
      for _ in 0..<Int.random(in: 1...20, using: &g) {
        let step = Bool.random(using: &g) ? Double.random(in: -0.4...0.4, using: &g) : 1
        let before = view.zoom
        view.zoom(bySteps: step, at: Point(20, 70), snaps: false)
        #expect(abs(log2(view.zoom / before) - step / View.stepsPerDoubling) < 1e-6)
        sum += step
      }
      #expect(abs(view.zoom / (start * exp2(sum / View.stepsPerDoubling)) - 1) < 1e-5)
    }
    var view = View(canvasWidth: 100, canvasHeight: 100, windowWidth: 100, windowHeight: 100)
    for _ in 0..<30 { view.zoom(bySteps: 0.1, at: Point(3, 4), snaps: false) }
    #expect(view.zoom == 2)
    for _ in 0..<30 { view.zoom(bySteps: -0.1, at: Point(3, 4), snaps: false) }
    #expect(view.zoom == 1)
  }

  /// Fails if zoom leaves 5 %...6400 %.
  @Test func zoomIsLimited() {
    var view = View(canvasWidth: 100, canvasHeight: 100, windowWidth: 100, windowHeight: 100)
    for _ in 0..<60 { view.zoom(bySteps: 1) }
    #expect(view.zoom == 64)
    for _ in 0..<99 { view.zoom(bySteps: -1) }
    #expect(view.zoom == 0.05)
    view.setZoom(.nan)
    #expect(view.zoom == 0.05)
  }

  /// Fails if resizing the window moves the canvas point in its centre.
  @Test func resizeKeepsTheMiddle() {
    var view = View(canvasWidth: 3000, canvasHeight: 2000, windowWidth: 1500, windowHeight: 1000)
    view.setRotation(Angle(degrees: 33))
    view.pan(by: Vector(100, -40))
    let place = view.windowToCanvas(Point(750, 500))
    view.resize(width: 900, height: 1100)
    #expect(view.canvasToWindow(place).distance(to: Point(450, 550)) < 1e-9)
  }

  /// Fails if the canvas rotates in the wrong direction, or not about the window's centre.
  @Test func rotationIsClockwise() {
    var view = View(canvasWidth: 1000, canvasHeight: 1000, windowWidth: 1000, windowHeight: 1000)
    view.setRotation(Angle(degrees: 90))
    #expect(view.canvasToWindow(Point(500, 500)).distance(to: Point(500, 500)) < 1e-9)
    // A point above the centre is now to the right of it.
    #expect(view.canvasToWindow(Point(500, 400)).distance(to: Point(600, 500)) < 1e-9)
  }

  /// Fails if mirroring does not exactly swap the window's left and right.
  @Test func mirrorFlipsWhatIsShown() {
    var view = View(canvasWidth: 1000, canvasHeight: 800, windowWidth: 1000, windowHeight: 800)
    view.setRotation(Angle(degrees: 20))
    let before = view.canvasToWindow(Point(123, 456))
    view.toggleMirror()
    let after = view.canvasToWindow(Point(123, 456))
    #expect(after.distance(to: Point(1000 - before.x, before.y)) < 1e-9)
  }
}
