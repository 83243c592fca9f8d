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
  public internal(set) var document: Document
  /// How it is seen.
  public internal(set) var view: View
  /// What the pen's writing end draws with.
  public internal(set) var brush: Brush
  /// What the eraser draws with.
  public internal(set) var eraser: Brush
  /// All brushes that there are, as their files have them.
  public let brushes: BrushLibrary
  /// How the pen's ink lies.
  public internal(set) var style = InkStyle()
  /// What the pen's writing end does; its eraser end erases whatever the tool.
  public internal(set) var tool = CanvasTool.brush
  /// How the tools work; what changes counts from the next use on.
  public var toolSettings = ToolSettings()
  /// Whether the next press on the canvas sets the centre of symmetry instead of what the tool does.
  public internal(set) var isPlacingCenter = false
  /// The colour that X exchanges with the ink's, 0xRRGGBB.
  public internal(set) var background: UInt32
  /// The colours that were drawn with, 0xRRGGBB, the last one first, each once.
  public internal(set) var recentColours: [UInt32] = []
  /// What was cut or copied last.
  public var clipboard: Clipping?
  /// What the eyedropper is over while it is held down; nil else.
  public internal(set) var pick: ColourPick?
  /// Window px for each px of a design for 96 dpi, > 0: how large handles are to touch.
  public var interfaceScale = 1.0
  /// How far beyond the pen's tip ink is shown of strokes that begin from now on, s, 0 (not at all)
  /// ... `StrokeModel.longestPrediction`. What is shown beyond is never part of the drawing.
  public var predictionHorizon = Session.standardPrediction
  /// How much shake is taken out of strokes that begin from now on, 0...100, clamped, whatever the settings say; a brush
  /// whose file says how much itself keeps to that. Nil for what the settings say.
  public var smoothing: Double?
  /// When `flush` is wanted although no event comes, in seconds of the clock that it is given; nil where nothing waits.
  public internal(set) var deadline: Double?
  /// Takes every sample, in canvas px; for recording. `brush` is what it draws with, nil where it draws nothing: the
  /// pen hovers, or moves the view.
  public var sampleTap: ((PenSample, _ brush: Recording.Brush?) -> Void)?

  /// What `predictionHorizon` is at first, s.
  public static let standardPrediction = 0.008
  /// How long ink beyond the pen's tip is shown while nothing is heard of the pen, s: longer than any pen waits between
  /// two samples while it moves.
  static let predictionPatience = 0.03

  /// What the pointer is doing. One word, whatever it holds, as it is looked at many times for each sample, and every look copies it.
  enum Gesture {
    /// Nothing, or hovering.
    case none
    /// Drawing.
    case stroke(StrokeInHand)
    /// Moving the view with a button held.
    indirect case moveView(ViewDrag)
    /// Dragging a figure's corner.
    indirect case shape(ShapeDrag)
    /// Holding the eyedropper; `pick` says over what.
    case picking
    /// Drawing a selection's edge.
    indirect case selecting(SelectionDrag)
    /// Moving, scaling or turning what is selected.
    indirect case moving(FloatingSelectionDrag)
    /// Resizing the brush.
    indirect case resizing(BrushResize)
    /// Moving the centre of symmetry, which was there before, canvas px (nil: the canvas's middle).
    indirect case centering(before: Point?)
  }

  /// Where the stroke in progress is: at one place for as long as it lasts. It is large, and samples are many.
  final class StrokeInHand {
    var stroke: StrokeInProgress

    init(_ stroke: StrokeInProgress) { self.stroke = stroke }
  }

  /// The brushes that were used before, as they were left.
  var used: [String: Brush] = [:]
  /// Their opacities, where they are not full.
  var opacities: [String: UInt8] = [:]
  var gesture = Gesture.none
  var isSpaceHeld = false
  /// The buttons that are held to erase, and those of tablets that are held to move the canvas.
  var heldErasers: Set<HeldButton> = []
  var heldPans: Set<Int> = []
  /// What the stroke in progress began with.
  var strokeTool = Tool.pen
  /// What `toggleSymmetry` switches on.
  var lastSymmetry = Symmetry.Kind.mirror(vertical: true, horizontal: false)
  /// What waits for the drawing's past (`awaitedUndos`), and how many edits had been recorded when it began to.
  var awaited = (undos: 0, recorded: 0)
  /// The outline of the selection that it was last made for.
  var outlineCache: (mask: Mask, lines: [[Point]])?
  /// What fingers hold, and how they pinch.
  var hold: CanvasHold?
  var pinch: CanvasPinch?
  /// Whether the gesture in progress has samples that no `flush` has drawn.
  var hasNewSamples = false
  var pyramid: Pyramid
  /// Whether tiles were made for a frame since `makePyramidJob` was asked: some may be but sketches.
  public internal(set) var hasMadeTiles = false
  /// The placement that was asked for last, and of which map it is.
  var knownPlacement: (map: Affine, placement: ViewPlacement?)?
  let composed = CompositionCache()
  var thumbnailCache = Thumbnails()
  var renderer = ViewRenderer()
  let workers = WorkerPool()
  /// How many px, each counted once for every layer that is seen, a frame may compose beside the window's own, about: where more are
  /// needed, places get a hasty look, and `makePyramidJob` gives work to another thread. Without a limit, as it is at first, every frame is exact.
  public var frameBudget = Int.max
  let filler: CoverageFiller
  /// What the user has set: what keys and the wheel do.
  public var settings: Settings

  /// A session with a document in a window, sizes in px; nil where Cairo has no memory for its scratch surface.
  public init?(
    document: Document, windowWidth: Int, windowHeight: Int, brushes: BrushLibrary = BrushLibrary(),
    settings: Settings = Settings()
  ) {
    guard let filler = CoverageFiller() else { return nil }
    self.filler = filler
    self.document = document
    self.brushes = brushes
    brush = brushes["pen"] ?? Brush()
    eraser = brushes["eraser"] ?? .eraser
    self.settings = settings
    background = document.paper
    view = View(
      canvasWidth: document.width, canvasHeight: document.height, windowWidth: windowWidth, windowHeight: windowHeight)
    pyramid = Pyramid(width: document.width, height: document.height)
  }

  /// Whether the pen's writing end erases too.
  public var isErasing: Bool { tool == .eraser }

  /// Whether the stroke being drawn takes ink away.
  public var isErasingNow: Bool {
    if case .stroke(let hand) = gesture { hand.stroke.style.blend == .erase } else { false }
  }
  /// Whether the pointer is in the middle of something: drawing, dragging, moving the view.
  public var isInGesture: Bool { if case .none = gesture { false } else { true } }
  /// Whether a stroke is being drawn.
  public var isDrawing: Bool { if case .stroke = gesture { true } else { false } }

  // MARK: events

  /// Takes an event.
  public func handle(_ event: InputEvent) -> Effects {
    switch event {
    case .pointer(let e): return handle(e)
    case .touch(let e): return handle(e)
    case .pinch(let e): return handle(e)
    case .scroll(let e): return handle(e)
    case .key(let e): return handle(e)
    case .pad(let e): return handle(e)
    case .text: return Effects()
    }
  }

  /// Draws what the stroke in progress has got since the last call; without anything new nothing is drawn nor damaged,
  /// but that ink beyond the tip of a pen that rests goes when `deadline` has come.
  /// - Parameter now: seconds of any clock that does not go back; without one such ink stays until the next sample.
  public func flush(now: Double? = nil) -> Effects {
    var effects = Effects()
    guard case .stroke(let hand) = gesture else {
      deadline = nil
      return hasNewSamples ? flushDrag() : effects
    }
    let isDue = if let now, let deadline { now >= deadline } else { false }
    guard hasNewSamples || isDue else { return effects }
    if !hasNewSamples { hand.stroke.withdrawPrediction() }
    hasNewSamples = false
    effects.damage = hand.stroke.draw(on: &document)
    deadline = hand.stroke.showsPrediction ? now.map { $0 + Self.predictionPatience } : nil
    update(effects.damage)
    return effects
  }

  func handle(_ e: PointerEvent) -> Effects {
    let e = asHeld(e)
    tap(e)
    if case .drag = e.phase, extendStroke(e) { return Effects() }
    switch (e.phase, gesture) {
    case (.down, .none):
      return press(e)
    case (.up(let end), .stroke(let hand)):
      gesture = .none
      return finish(hand, end)
    case (.up, .moveView(let drag)) where drag.button == .contact:
      gesture = .none
      return Effects()
    // The button that began it is held still.
    case (.up, .moveView): return Effects()
    case (.press(let button), .none):
      return press(button, e)
    case (.release(let button), .moveView(let drag)) where button == drag.button:
      gesture = .none
      return Effects()
    case (.drag, .moveView(var drag)), (.hover, .moveView(var drag)):
      drag.move(to: e.sample.position, &view)
      gesture = .moveView(drag)
      return viewEffects
    case (.drag, _): return drag(e)
    case (.up, _): return lift(e)
    default:
      return Effects()
    }
  }

  func handle(_ e: KeyEvent) -> Effects {
    if e.keysym == Key.space {
      isSpaceHeld = e.isDown
      return Effects()
    }
    if let effects = handleDuringGesture(e) { return effects }
    guard e.isDown, let action = settings.keys.action(for: e) else { return movePiece(e) ?? moveView(e) ?? Effects() }
    return !e.isRepeat || action.repeats ? perform(action) : Effects()
  }

  /// Forgets held keys and ends what a lost focus ends; a stroke in progress goes on, the pen is still down.
  public func focusLost() { isSpaceHeld = false }
}
