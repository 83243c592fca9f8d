import Document
import Geometry
import Ink
import Input
import Paint
import Raster

/// One drawing being worked on: takes what the user does, changes the document and the view, and says what that led to.
///
/// Headless: it knows neither X nor widgets. One thread uses it.
///
/// 1. Made with a document and the window's size.
/// 2. `handle` for every input event that no widget took, in order; `perform` for actions; `resize` with the window.
/// 3. `flush` once after each batch of events, and again when `deadline` has come: the stroke in progress is drawn up to
///    its newest sample, and a little beyond it while the pen moves.
/// 4. `render` for the window px that the effects of 2 and 3 damaged.
public final class Session {
  /// The drawing.
  public private(set) var document: Document
  /// How it is seen.
  public private(set) var view: View
  /// What the pen's writing end draws with.
  public private(set) var brush: Brush
  /// What the eraser draws with.
  public private(set) var eraser: Brush
  /// All brushes that there are, as their files have them.
  public let brushes: BrushShelf
  /// How the pen's ink lies.
  public private(set) var style = InkStyle()
  /// Whether the pen's writing end erases too.
  public private(set) var isErasing = false
  /// How far beyond the pen's tip ink is shown of strokes that begin from now on, s, 0 (not at all)
  /// ... `StrokeModel.longestPrediction`. What is shown beyond is never part of the drawing.
  public var predictionHorizon = Session.standardPrediction
  /// When `flush` is wanted although no event comes, in seconds of the clock that it is given; nil where nothing waits.
  public private(set) var deadline: Double?
  /// Takes every sample, in canvas px; for recording. `brush` is what it draws with, nil where it draws nothing: the
  /// pen hovers, or moves the view.
  public var sampleTap: ((PenSample, _ brush: Recording.Brush?) -> Void)?

  /// What `predictionHorizon` is at first, s.
  public static let standardPrediction = 0.008
  /// How long ink beyond the pen's tip is shown while nothing is heard of the pen, s: longer than any pen waits between
  /// two samples while it moves.
  static let predictionPatience = 0.03

  /// What the pointer is doing.
  private enum Gesture {
    /// Nothing, or hovering.
    case none
    /// Drawing.
    case stroke(StrokeInProgress)
    /// Moving the view with a button held.
    case moveView(Navigation, button: PointerButton, last: Point)
  }

  /// How a drag changes the view.
  private enum Navigation { case pan, zoom, rotate }

  /// The brushes that were used before, as they were left.
  private var used: [String: Brush] = [:]
  private var gesture = Gesture.none
  private var isSpaceHeld = false
  /// Whether the stroke in progress has samples that no `flush` has drawn.
  private var hasNewSamples = false
  private var pyramid: Pyramid
  private var renderer = ViewRenderer()
  private let filler: CoverageFiller
  private let bindings: [KeyBinding]

  /// A session with a document in a window, sizes in px; nil where Cairo has no memory for its scratch surface.
  public init?(
    document: Document, windowWidth: Int, windowHeight: Int, brushes: BrushShelf = BrushShelf(),
    bindings: [KeyBinding] = KeyBinding.standard
  ) {
    guard let filler = CoverageFiller() else { return nil }
    self.filler = filler
    self.document = document
    self.brushes = brushes
    brush = brushes["pen"] ?? Brush()
    eraser = brushes["eraser"] ?? .eraser
    self.bindings = bindings
    view = View(
      canvasWidth: document.width, canvasHeight: document.height, windowWidth: windowWidth, windowHeight: windowHeight)
    pyramid = Pyramid(width: document.width, height: document.height)
  }

  /// Whether a stroke is being drawn.
  public var isDrawing: Bool { if case .stroke = gesture { true } else { false } }

  // MARK: events

  /// Takes an event.
  public func handle(_ event: InputEvent) -> Effects {
    switch event {
    case .pointer(let e): return handle(e)
    case .scroll(let e): return handle(e)
    case .key(let e): return handle(e)
    }
  }

  /// Draws what the stroke in progress has got since the last call; without anything new nothing is drawn nor damaged,
  /// but that ink beyond the tip of a pen that rests goes when `deadline` has come.
  /// - Parameter now: seconds of any clock that does not go back; without one such ink stays until the next sample.
  public func flush(now: Double? = nil) -> Effects {
    var effects = Effects()
    guard case .stroke(var stroke) = gesture else {
      deadline = nil
      return effects
    }
    let isDue = if let now, let deadline { now >= deadline } else { false }
    guard hasNewSamples || isDue else { return effects }
    if !hasNewSamples { stroke.withdrawPrediction() }
    hasNewSamples = false
    gesture = .none
    effects.damage = stroke.draw(on: &document)
    deadline = stroke.showsPrediction ? now.map { $0 + Self.predictionPatience } : nil
    gesture = .stroke(stroke)
    update(effects.damage)
    return effects
  }

  /// Takes the window's new size, px.
  public func resize(width: Int, height: Int) -> Effects {
    view.resize(width: width, height: height)
    return viewEffects
  }

  /// Turns the view, as the dial does.
  public func setRotation(_ angle: Angle) -> Effects {
    view.setRotation(angle)
    return viewEffects
  }

  private var viewEffects: Effects {
    var effects = Effects()
    effects.viewChanged = true
    return effects
  }

  private func handle(_ e: PointerEvent) -> Effects {
    tap(e)
    switch (e.phase, gesture) {
    case (.down, .none):
      if isSpaceHeld { return begin(e, button: .contact) }
      return beginStroke(e)
    case (.drag, .stroke(var stroke)):
      gesture = .none
      stroke.add(toCanvas(e.sample))
      gesture = .stroke(stroke)
      hasNewSamples = true
      return Effects()
    case (.up, .stroke(let stroke)):
      gesture = .none
      return finish(stroke)
    case (.up, .moveView(_, button: .contact, _)):
      gesture = .none
      return Effects()
    case (.press(.middle), .none):
      return begin(e, button: .middle)
    case (.release(let button), .moveView(_, let held, _)) where button == held:
      gesture = .none
      return Effects()
    case (.drag, .moveView(let way, let button, let last)), (.hover, .moveView(let way, let button, let last)):
      gesture = .moveView(way, button: button, last: e.sample.position)
      return navigate(way, from: last, to: e.sample.position)
    default:
      return Effects()
    }
  }

  private func handle(_ e: ScrollEvent) -> Effects {
    // One notch moves the view by as much as a third of a doubling is wide at the window's quarter: a comfortable 80 px.
    let notch = 80.0
    if e.isSmooth, !e.modifiers.contains(.control) {
      view.pan(by: Vector(-e.dx * notch, -e.dy * notch))
    } else if e.modifiers.contains(.shift) {
      view.pan(by: Vector(-(e.dx + e.dy) * notch, 0))
    } else if e.modifiers.contains(.control), !e.isSmooth {
      view.pan(by: Vector(-e.dx * notch, -e.dy * notch))
    } else {
      if e.dx != 0 { view.pan(by: Vector(-e.dx * notch, 0)) }
      if e.dy != 0 { view.zoom(bySteps: -e.dy, at: e.position) }
    }
    return viewEffects
  }

  private func handle(_ e: KeyEvent) -> Effects {
    if e.keysym == Key.space {
      isSpaceHeld = e.isDown
      return Effects()
    }
    guard e.isDown, let action = KeyBinding.action(for: e, in: bindings) else { return Effects() }
    return perform(action)
  }

  /// Forgets held keys and ends what a lost focus ends; a stroke in progress goes on, the pen is still down.
  public func focusLost() { isSpaceHeld = false }

  // MARK: strokes

  private func beginStroke(_ e: PointerEvent) -> Effects {
    let erases = isErasing || e.sample.tool == .eraser
    var ink = style
    if erases { ink = InkStyle(color: 0, opacity: 255, blend: .erase) }
    var stroke = StrokeInProgress(
      on: document, brush: erases ? eraser : brush, inputScale: 1 / view.zoom, style: ink, filler: filler,
      prediction: predictionHorizon)
    stroke.add(toCanvas(e.sample))
    gesture = .stroke(stroke)
    hasNewSamples = true
    return Effects()
  }

  private func finish(_ stroke: StrokeInProgress) -> Effects {
    var stroke = stroke
    var effects = Effects()
    effects.damage = stroke.finish(on: &document)
    deadline = nil
    effects.historyChanged = true
    update(effects.damage)
    return effects
  }

  /// Ends the stroke in progress, if any, and keeps it.
  private func finishGesture() -> Effects {
    guard case .stroke(let stroke) = gesture else {
      gesture = .none
      return Effects()
    }
    gesture = .none
    return finish(stroke)
  }

  /// A sample of the window, on the canvas. The pen leans where it leans on the paper, however that is turned.
  private func toCanvas(_ sample: PenSample) -> PenSample {
    let map = view.windowToCanvas
    var s = sample
    s.position = map(sample.position)
    if sample.altitude < .quarterTurn {
      s.azimuth = map(Vector(length: 1, direction: sample.azimuth)).direction
    }
    return s
  }

  /// Hands a sample to the tap, before it does what it does.
  private func tap(_ e: PointerEvent) {
    guard let sampleTap else { return }
    switch (e.phase, gesture) {
    case (.down, .none) where !isSpaceHeld, (.drag, .stroke):
      sampleTap(toCanvas(e.sample), recordedBrush(e.sample.tool))
    case (.down, _), (.drag, _), (.hover, _), (.up, _): sampleTap(toCanvas(e.sample), nil)
    default: break
    }
  }

  /// What a stroke that begins with this tool is drawn with, as recordings tell it.
  private func recordedBrush(_ tool: Tool) -> Recording.Brush {
    let erases = isErasing || tool == .eraser
    return Recording.Brush(
      size: erases ? eraser.size : brush.size, color: style.color, opacity: Double(style.opacity) / 255,
      isEraser: erases, scale: 1 / view.zoom, strength: (erases ? eraser : brush).strength,
      kind: (erases ? eraser : brush).name)
  }

  // MARK: the view

  private func begin(_ e: PointerEvent, button: PointerButton) -> Effects {
    let way: Navigation = e.modifiers.contains(.control) ? .zoom : e.modifiers.contains(.shift) ? .rotate : .pan
    gesture = .moveView(way, button: button, last: e.sample.position)
    return Effects()
  }

  private func navigate(_ way: Navigation, from last: Point, to now: Point) -> Effects {
    switch way {
    case .pan:
      view.pan(by: now - last)
    case .zoom:
      // 100 px up double the size.
      view.setZoom(view.zoom * Self.power(2, (last.y - now.y) / 100))
    case .rotate:
      let middle = Point(Double(view.windowWidth) / 2, Double(view.windowHeight) / 2)
      let turn = ((now - middle).direction - (last - middle).direction).wrapped
      view.setRotation(view.rotation + turn)
    }
    return viewEffects
  }

  // MARK: actions

  /// Does what a key or a menu asks for. While a stroke is drawn, what would change the document ends it first; the
  /// stroke is kept, and undo takes it back.
  public func perform(_ action: Action) -> Effects {
    switch action {
    case .undo: return change { document.undo() }
    case .redo: return change { document.redo() }
    case .clear: return change { document.clearActiveLayer() }
    case .pen: return choose("pen")
    case .pencil: return choose("pencil")
    case .tiltPencil: return choose("tilt-pencil")
    case .brushPen: return choose("brush-pen")
    case .marker: return choose("marker")
    case .airbrush: return choose("airbrush")
    case .eraser: isErasing = true
    case .larger: resizeBrush(by: 1)
    case .smaller: resizeBrush(by: -1)
    case .zoomIn: return changeView { $0.zoom(bySteps: 1) }
    case .zoomOut: return changeView { $0.zoom(bySteps: -1) }
    case .zoomWhole: return changeView { $0.showWhole(canvasWidth: document.width, canvasHeight: document.height) }
    case .zoomActual: return changeView { $0.setZoom(1) }
    case .rotateLeft: return changeView { $0.setRotation($0.rotation - Angle(degrees: 15)) }
    case .rotateUpright: return changeView { $0.setRotation(.zero) }
    case .rotateRight: return changeView { $0.setRotation($0.rotation + Angle(degrees: 15)) }
    case .mirror: return changeView { $0.toggleMirror() }
    case .export: return Effects(.export)
    case .togglePanels: return Effects(.togglePanels)
    case .toggleFullScreen: return Effects(.toggleFullScreen)
    case .quit: return Effects(.quit)
    }
    return Effects()
  }

  private func change(_ body: () -> Region?) -> Effects {
    var effects = finishGesture()
    guard let region = body() else { return effects }
    effects.damage.add(region)
    effects.historyChanged = true
    update(region)
    return effects
  }

  private func changeView(_ body: (inout View) -> Void) -> Effects {
    body(&view)
    return viewEffects
  }

  private func resizeBrush(by steps: Int) {
    func resized(_ b: Brush) -> Brush { b.resized(to: b.size * Self.power(2, Double(steps) / 3)) }
    if isErasing { eraser = resized(eraser) } else { brush = resized(brush) }
  }

  /// Draws with another brush from the next stroke on, of the size that it had when it was last used.
  private func choose(_ name: String) -> Effects {
    guard let chosen = brushes[name] else { return Effects(.message(brushes.absence(of: name))) }
    isErasing = false
    if brush.name != name {
      used[brush.name] = brush
      brush = used[name] ?? chosen
    }
    return Effects()
  }

  // MARK: drawing the window

  private func update(_ region: Region) {
    for rect in region.rects { pyramid.update(rect, from: document) }
  }

  /// The window px that show a region of the canvas.
  public func windowDamage(of region: Region) -> Region {
    let window = PixelRect(x: 0, y: 0, width: view.windowWidth, height: view.windowHeight)
    let map = view.canvasToWindow
    var damage = Region()
    for rect in region.rects {
      damage.add(ViewRenderer.damage(of: rect, imageToWindow: map).intersection(window))
    }
    return damage
  }

  /// Draws the window px of `rect`, without any widgets, to `target`, which holds the window's rows from its upper left
  /// corner, `stride` words each. `desk` is the pixel around the canvas.
  public func render(_ rect: PixelRect, desk: UInt32, to target: inout MutableSpan<UInt32>, stride: Int) {
    renderer.render(
      rect, windowToImage: view.windowToCanvas, source: document, pyramid: &pyramid, desk: desk, to: &target,
      stride: stride)
  }
}
