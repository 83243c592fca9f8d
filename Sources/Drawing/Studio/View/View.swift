import Geometry
import Glibc

/// The view of the canvas in the window: the canvas position in the middle, the zoom and the
/// rotation.
///
/// Every change keeps the zoom within `zooms`, or above `leastZoom` where a whole drawing is shown, so
/// the maps are invertible. Window positions are px
/// from the window's upper left corner, canvas positions px from the canvas's.
public struct View: Sendable, Hashable {
  /// The range of zooms, window px per canvas px: 5 % to 6400 %.
  public static let zooms = 0.05...64.0
  /// The least zoom at which a large drawing is shown whole. From there one can zoom in by any step,
  /// but not further out.
  public static let leastZoom = 1.0 / 2048
  /// The number of zoom steps that double the size.
  public static let stepsPerDoubling = 3.0

  /// Width of the window, px, at least 1.
  public private(set) var windowWidth: Int { didSet { remap() } }
  /// Height of the window, px, at least 1.
  public private(set) var windowHeight: Int { didSet { remap() } }
  /// The canvas position in the window's middle.
  public private(set) var center: Point { didSet { remap() } }
  /// Window px per canvas px.
  public private(set) var zoom: Double { didSet { remap() } }
  /// The rotation of the canvas, clockwise on the screen; 0 <= rotation < 2 pi.
  public private(set) var rotation = Angle.zero { didSet { remap() } }
  /// Whether the canvas is mirrored: left and right are exchanged before the rotation.
  public private(set) var isMirrored = false { didSet { remap() } }

  /// A view that shows a whole canvas in a window, sizes in px, at 100 % at most.
  public init(canvasWidth: Int, canvasHeight: Int, windowWidth: Int, windowHeight: Int) {
    self.windowWidth = max(1, windowWidth)
    self.windowHeight = max(1, windowHeight)
    center = .zero
    zoom = 1
    showWhole(canvasWidth: canvasWidth, canvasHeight: canvasHeight)
    remap()
  }

  // MARK: the maps

  /// The map from canvas to window.
  ///
  /// If the canvas is upright and its scale a power of two, the canvas is moved by less than a
  /// window px so that both pixel grids coincide: pixels are then copied, not resampled. Rendering
  /// and input use this same map.
  public private(set) var canvasToWindow = Affine.identity

  /// The map from window to canvas.
  public private(set) var windowToCanvas = Affine.identity

  /// Computes the maps. Done with each change, since every sample and every frame needs them.
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

  /// Shows the whole canvas in the middle of the window, at 100 % at most and at any smaller zoom
  /// down to `leastZoom`. The rotation stays.
  public mutating func showWhole(canvasWidth: Int, canvasHeight: Int) {
    showWhole(Rect(x: 0, y: 0, width: Double(canvasWidth), height: Double(canvasHeight)))
  }

  /// Shows a rectangle of the canvas, canvas px, in the middle of the window, or of an area of it, at 100 % at
  /// most. The rotation stays.
  /// - Parameter area: a part of the window, window px; nil for all of it.
  public mutating func showWhole(_ rect: Rect, in area: Rect? = nil) {
    let fit = fit(rect, in: area)
    show(rect.center, in: area, zoom: min(1, fit.width, fit.height))
  }

  /// The zooms at which a rectangle of the canvas, with the rotation, is as wide and as high as an area.
  private func fit(_ rect: Rect, in area: Rect?) -> (width: Double, height: Double) {
    let (w, h) = (rect.width, rect.height)
    let (s, c) = (abs(rotation.sine), abs(rotation.cosine))
    return (
      (area?.width ?? Double(windowWidth)) / (w * c + h * s), (area?.height ?? Double(windowHeight)) / (w * s + h * c)
    )
  }

  /// Shows a canvas position in the middle of an area.
  private mutating func show(_ place: Point, in area: Rect?, zoom: Double) {
    self.zoom = Self.wholeZoom(zoom)
    center = place
    if let area { pan(by: area.center - middle) }
  }

  /// Shows a rectangle of the canvas, canvas px, as large as the window, or an area of it, allows, with a small
  /// margin. The rotation stays.
  /// - Parameters:
  ///   - byWidth: whether only the rectangle's width must fit; the view then stays at its vertical place.
  ///   - area: a part of the window, window px; nil for all of it.
  public mutating func show(_ rect: Rect, byWidth: Bool, in area: Rect? = nil) {
    guard !rect.isEmpty else { return }
    let fit = fit(rect, in: area)
    let place = windowToCanvas(area?.center ?? middle)
    var center = rect.center
    if byWidth, rotation.cosine.magnitude > rotation.sine.magnitude {
      center.y = max(rect.minY, min(rect.maxY, place.y))
    } else if byWidth {
      center.x = max(rect.minX, min(rect.maxX, place.x))
    }
    show(center, in: area, zoom: 0.96 * (byWidth ? fit.width : min(fit.width, fit.height)))
  }

  /// Sets the zoom about the window position `anchor`.
  public mutating func setZoom(_ new: Double, at anchor: Point) {
    guard new.isFinite, anchor.isFinite else { return }
    let target = clamped(new)
    keep(anchor) { $0.zoom = target }
  }

  /// Sets the zoom about the window's middle.
  public mutating func setZoom(_ new: Double) { setZoom(new, at: middle) }

  /// Zooms in (steps > 0) or out about a window position, by default the middle.
  /// - Parameter snaps: whether whole steps lead to a series of zooms that contains every power of
  ///   two. Otherwise the zoom changes by exactly `steps`, as fingers on a touchpad expect.
  public mutating func zoom(bySteps steps: Double, at anchor: Point? = nil, snaps: Bool = true) {
    var exponent = log2(zoom) * Self.stepsPerDoubling + steps
    // A rounding error must not change 100 %: an upright canvas is drawn crisper at powers of two.
    if abs(exponent - exponent.rounded()) < 1e-6 {
      exponent = exponent.rounded()
    } else if snaps, steps == steps.rounded() {
      exponent = steps > 0 ? exponent.rounded(.down) : exponent.rounded(.up)
    }
    let doublings = exponent / Self.stepsPerDoubling
    setZoom(exp2(doublings), at: anchor ?? middle)
  }

  /// Moves the canvas, window px.
  public mutating func pan(by v: Vector) {
    guard v.dx.isFinite, v.dy.isFinite, let back = exactCanvasToWindow.inverse else { return }
    let d = back(v)
    center = Point(center.x - d.dx, center.y - d.dy)
  }

  /// Moves the canvas so that a canvas position is at a window position.
  public mutating func put(_ place: Point, at window: Point) {
    guard place.isFinite, window.isFinite else { return }
    pan(by: window - exactCanvasToWindow(place))
  }

  /// Moves, zooms and, with `turns`, rotates the canvas so that two canvas positions are at two
  /// window positions. If the zoom would be out of range, or without rotation, the middles
  /// coincide. Positions less than a window px apart only move the canvas.
  public mutating func put(_ places: (Point, Point), at window: (Point, Point), turns: Bool = true) {
    let (on, shown) = (places.1 - places.0, window.1 - window.0)
    guard on.length.isFinite, shown.length.isFinite else { return }
    if on.length * zoom >= 1, shown.length >= 1 {
      let target = clamped(shown.length / on.length)
      // A rounding error must not change the zoom: an upright canvas is drawn crisper.
      if abs(target / zoom - 1) > 1e-9 { zoom = target }
      if turns {
        let turn = (shown.direction - exactCanvasToWindow(on).direction).wrapped
        if abs(turn.radians) > 1e-9 { rotation = (rotation + turn).positive }
      }
    }
    put(places.0.lerp(to: places.1, 0.5), at: window.0.lerp(to: window.1, 0.5))
  }

  /// Sets the rotation, clockwise from upright, about a window position, by default the middle.
  public mutating func setRotation(_ angle: Angle, about anchor: Point? = nil) {
    guard angle.radians.isFinite else { return }
    let target = angle.positive
    keep(anchor ?? middle) { $0.rotation = target }
  }

  /// Mirrors the window's content. That reverses the sign of the rotation.
  public mutating func toggleMirror() {
    isMirrored.toggle()
    rotation = (-rotation).positive
  }

  /// Follows a map from the old canvas to a new one: the same part of the drawing stays in the
  /// middle, and as large as before if the zoom allows it. The rotation stays.
  public mutating func follow(_ map: Affine) {
    center = map(center)
    zoom = clamped(zoom / abs(map.determinant).squareRoot())
  }

  /// Returns to a view of earlier values; zoom and rotation as in `zoom` and `rotation`. Does
  /// nothing if a value is not finite.
  mutating func restore(center: Point, zoom: Double, rotation: Angle, isMirrored: Bool) {
    guard center.isFinite, zoom.isFinite, rotation.radians.isFinite else { return }
    (self.center, self.zoom) = (center, Self.wholeZoom(zoom))
    (self.rotation, self.isMirrored) = (rotation.positive, isMirrored)
  }

  /// Whether a part of a rectangle of the canvas can be in the window: their bounds overlap.
  func shows(_ rect: PixelRect) -> Bool {
    let (left, top) = (Double(rect.minX), Double(rect.minY))
    let (right, bottom) = (Double(rect.maxX), Double(rect.maxY))
    let corners = [Point(left, top), Point(right, top), Point(left, bottom), Point(right, bottom)]
      .map { canvasToWindow($0) }
    func overlaps(_ places: [Double], _ side: Int) -> Bool {
      places.contains { $0 > 0 } && places.contains { $0 < Double(side) }
    }
    return overlaps(corners.map(\.x), windowWidth) && overlaps(corners.map(\.y), windowHeight)
  }

  /// Sets the window's size, px. The canvas position in the window's middle stays there.
  /// - Parameter keepsPlaces: whether the whole canvas stays at its window positions instead.
  public mutating func resize(width: Int, height: Int, keepsPlaces: Bool = false) {
    let before = middle
    windowWidth = max(1, width)
    windowHeight = max(1, height)
    if keepsPlaces { pan(by: before - middle) }
  }

  private mutating func keep(_ anchor: Point, _ change: (inout View) -> Void) {
    // The position as shown, which aligning the pixel grids may have moved.
    let place = windowToCanvas(anchor)
    change(&self)
    guard let after = exactCanvasToWindow.inverse else { return }
    center = center + (place - after(anchor))
  }

  /// A zoom of the user's choice: from a whole drawing that is shown smaller, it only grows.
  private func clamped(_ new: Double) -> Double {
    max(min(Self.zooms.lowerBound, zoom), min(Self.zooms.upperBound, new))
  }

  private static func wholeZoom(_ zoom: Double) -> Double { max(leastZoom, min(zooms.upperBound, zoom)) }
}
