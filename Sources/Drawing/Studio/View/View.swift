import Geometry
import Glibc

/// How the canvas lies in the window: which canvas place is in the window's middle, how large and how turned.
///
/// A view is a value; every change keeps the zoom within `zooms` and gives a map with an inverse. Window places are px
/// from the window's upper left corner, canvas places px from the canvas's.
public struct View: Sendable, Hashable {
  /// Window px per canvas px that a view can have: 5 % to 6400 %.
  public static let zooms = 0.05...64.0
  /// Zoom steps that double the size.
  public static let stepsPerDoubling = 3.0

  /// Width of the window, px, at least 1.
  public private(set) var windowWidth: Int { didSet { remap() } }
  /// Height of the window, px, at least 1.
  public private(set) var windowHeight: Int { didSet { remap() } }
  /// The canvas place in the window's middle.
  public private(set) var center: Point { didSet { remap() } }
  /// Window px per canvas px.
  public private(set) var zoom: Double { didSet { remap() } }
  /// How far the canvas is turned, clockwise on the screen; 0 <= rotation < 2 pi.
  public private(set) var rotation = Angle.zero { didSet { remap() } }
  /// Whether the canvas is seen in a mirror: left and right are exchanged before it is turned.
  public private(set) var isMirrored = false { didSet { remap() } }

  /// A view of a canvas in a window, sizes in px, that shows it whole, no larger than 100 %.
  public init(canvasWidth: Int, canvasHeight: Int, windowWidth: Int, windowHeight: Int) {
    self.windowWidth = max(1, windowWidth)
    self.windowHeight = max(1, windowHeight)
    center = .zero
    zoom = 1
    showWhole(canvasWidth: canvasWidth, canvasHeight: canvasHeight)
    remap()
  }

  // MARK: the maps

  /// Where canvas places are in the window.
  ///
  /// Where the canvas is upright and its scale a power of two, the canvas is moved by less than a window px so that its
  /// pixels and the window's coincide: what is shown is then copied, not resampled. What is drawn and what is pointed
  /// at use this same map.
  public private(set) var canvasToWindow = Affine.identity

  /// Where window places are on the canvas.
  public private(set) var windowToCanvas = Affine.identity

  /// Works the maps out: with each change, since every sample and every frame asks for them.
  private mutating func remap() {
    var map = exactCanvasToWindow
    if rotation == .zero, log2(zoom) == log2(zoom).rounded() {
      map.tx = map.tx.rounded()
      map.ty = map.ty.rounded()
    }
    canvasToWindow = map
    windowToCanvas = map.inverse ?? .identity
  }

  private var middle: Point { Point(Double(windowWidth) / 2, Double(windowHeight) / 2) }

  private var exactCanvasToWindow: Affine {
    .translation(middle - .zero) * .rotation(rotation) * .scale(isMirrored ? -zoom : zoom, zoom)
      * .translation(.zero - center)
  }

  // MARK: changes

  /// Shows the whole canvas in the middle of the window, upright as it was turned, no larger than 100 %.
  public mutating func showWhole(canvasWidth: Int, canvasHeight: Int) {
    center = Point(Double(canvasWidth) / 2, Double(canvasHeight) / 2)
    let (w, h) = (Double(canvasWidth), Double(canvasHeight))
    let (s, c) = (abs(rotation.sine), abs(rotation.cosine))
    let fit = min(Double(windowWidth) / (w * c + h * s), Double(windowHeight) / (w * s + h * c))
    zoom = Self.clamped(min(1, fit))
  }

  /// Sets the zoom; the canvas place under the window place `anchor` stays there.
  public mutating func setZoom(_ new: Double, at anchor: Point) {
    guard new.isFinite, anchor.isFinite else { return }
    let target = Self.clamped(new)
    keep(anchor) { $0.zoom = target }
  }

  /// Sets the zoom about the window's middle.
  public mutating func setZoom(_ new: Double) { setZoom(new, at: middle) }

  /// Zooms in (steps > 0) or out about a window place. Whole steps lead through a ladder that holds every power of two.
  public mutating func zoom(bySteps steps: Double, at anchor: Point? = nil) {
    var exponent = log2(zoom) * Self.stepsPerDoubling + steps
    // Whole steps land on the ladder exactly, so that rounding never keeps 100 % from being 100 %.
    if steps == steps.rounded() {
      let rung = steps > 0 ? (exponent - 1e-6).rounded(.down) : (exponent + 1e-6).rounded(.up)
      exponent = abs(exponent - exponent.rounded()) < 1e-6 ? exponent.rounded() : rung
    }
    let doublings = exponent / Self.stepsPerDoubling
    setZoom(exp2(doublings), at: anchor ?? middle)
  }

  /// Moves the canvas by window px.
  public mutating func pan(by v: Vector) {
    guard v.dx.isFinite, v.dy.isFinite, let back = exactCanvasToWindow.inverse else { return }
    let d = back(v)
    center = Point(center.x - d.dx, center.y - d.dy)
  }

  /// Moves the canvas so that a place of it lies at a place of the window.
  public mutating func put(_ place: Point, at window: Point) {
    guard place.isFinite, window.isFinite else { return }
    pan(by: window - exactCanvasToWindow(place))
  }

  /// Moves, zooms and, with `turns`, turns the canvas so that two places of it lie at two places of the window. Where that
  /// would be beyond the limits of zoom, or the canvas does not turn, the middle between the two comes to lie in the
  /// middle. Places that are less than a window px apart only move it.
  public mutating func put(_ places: (Point, Point), at window: (Point, Point), turns: Bool = true) {
    let (on, shown) = (places.1 - places.0, window.1 - window.0)
    guard on.length.isFinite, shown.length.isFinite else { return }
    if on.length * zoom >= 1, shown.length >= 1 {
      let target = Self.clamped(shown.length / on.length)
      // What did not change must not change by a rounding error: an upright canvas is drawn crisper.
      if abs(target / zoom - 1) > 1e-9 { zoom = target }
      if turns {
        let turn = (shown.direction - exactCanvasToWindow(on).direction).wrapped
        if abs(turn.radians) > 1e-9 { rotation = (rotation + turn).positive }
      }
    }
    put(places.0.lerp(to: places.1, 0.5), at: window.0.lerp(to: window.1, 0.5))
  }

  /// Turns the canvas to an angle, clockwise from upright, about a window place (the middle unless told).
  public mutating func setRotation(_ angle: Angle, about anchor: Point? = nil) {
    guard angle.radians.isFinite else { return }
    let target = angle.positive
    keep(anchor ?? middle) { $0.rotation = target }
  }

  /// Exchanges left and right of what the window shows. A mirror turns every turn round, so the rotation changes its sign.
  public mutating func toggleMirror() {
    isMirrored.toggle()
    rotation = (-rotation).positive
  }

  /// Takes a new window size, px; what was in the middle stays there.
  public mutating func resize(width: Int, height: Int) {
    windowWidth = max(1, width)
    windowHeight = max(1, height)
  }

  private mutating func keep(_ anchor: Point, _ change: (inout View) -> Void) {
    // The place that is seen there, which snapping may have moved: what the user points at stays, not what it would be.
    let place = windowToCanvas(anchor)
    change(&self)
    guard let after = exactCanvasToWindow.inverse else { return }
    center = center + (place - after(anchor))
  }

  private static func clamped(_ zoom: Double) -> Double { max(zooms.lowerBound, min(zooms.upperBound, zoom)) }
}
