import Document
import Geometry
import Ink
import Input
import Library
import Paint
import Raster

/// One drawing being worked on. Takes the user's input, changes the document and the view, and
/// returns the effects.
///
/// A session knows neither X nor widgets. One thread uses it.
///
/// 1. The program makes it with a document and the window's size.
/// 2. `handle` takes each input event that no widget took, in order; `perform` takes actions;
///    `resize` takes the window's size.
/// 3. `flush` runs once after each batch of events, and again at `deadline`. It draws the stroke in
///    progress up to its newest sample, and predicted ink while the pen moves.
/// 4. `render` draws the window px that the effects of 2 and 3 damaged.
public final class Session {
  // MARK: the drawing and the view

  /// The drawing.
  public internal(set) var document: Document
  /// Zoom, rotation and position of the drawing in the window.
  public internal(set) var view: View
  /// The smaller copies and caches for rendering.
  var rendering: RenderingState
  /// The number of px that a frame may compose beside the window's own, each counted once for every
  /// visible layer. A frame that needs more shows sketches, and `makePyramidJob` returns the job
  /// that makes them exact. Without a limit, the default, every frame is exact.
  public var frameBudget = Int.max
  /// Window px for each px of a design for 96 dpi, > 0: the scale of handles.
  public var interfaceScale = 1.0
  /// The part of the window that panels leave free, window px, where fitting shows the drawing; nil for all of it.
  public var openArea: PixelRect?
  /// The outlines of the selection, and the steps of a floating one.
  var selecting = SelectionState()
  /// The undo steps that wait for the file's history to be read, and the number of edits when they began to
  /// wait.
  var awaited = (undos: 0, recorded: 0)

  /// What the stroke tool has found and chosen.
  var strokePicking = StrokePicking()
  /// The change of strokes that is being computed; nil for none.
  var changing: ChangingStrokes?
  /// The fills that flow out since the last change of strokes; nil for none.
  var leaks: FillLeaks?
  /// Strokes whose place new ones take; nil for none.
  var replacing: ReplacingStrokes?
  /// What the eraser passed over while the strokes were not found yet, or others were being changed.
  var erasures: [StrokeErasure] = []
  /// Whether a worker computes a value that a control set.
  var isComputingChange = false

  // MARK: the tool

  /// The tool of the pen's writing end. Its eraser end always erases.
  public internal(set) var tool = CanvasTool.brush
  /// The gesture in progress; nil for none.
  var active: ActiveGesture?
  /// The strokes whose ink is not all painted, oldest first. The gesture's stroke is not among them.
  var lagging: [StrokeInProgress] = []
  /// The longest time for which ink is painted at once, s; one sample may take longer. Half a frame.
  var inkSlice = 0.008
  /// The view at the beginning of a gesture during which the window's size changed, and whether it showed
  /// the whole canvas; nil for none.
  var viewAtGesture: (view: View, whole: WholeView?)?
  /// Whether the gesture in progress has samples that no `flush` has drawn.
  var hasNewSamples = false
  /// The settings of the tools. Changes count from the next use on.
  public var toolSettings = ToolSettings()
  /// The gradient whose handles are shown; nil for none.
  var gradientDraft: GradientDraft?
  var symmetryState = SymmetryState()
  var buttons = HeldButtons()
  var touch = TouchState()

  // MARK: brushes and colours

  /// All brushes: Fude's, and those that were added.
  public internal(set) var brushes: BrushLibrary
  var brushUse: BrushUse
  /// The papers that can be under brushes.
  public internal(set) var papers: PaperLibrary
  /// The colour and opacity of the ink.
  public internal(set) var style = InkStyle()
  /// The colour that X exchanges with the ink's, 0xRRGGBB.
  public internal(set) var background: UInt32
  var maskColours = MaskColours()
  /// The brushes that were chosen, the last one, which is in use, first.
  public internal(set) var recentBrushes: [String] = []
  /// The colours that were drawn with, 0xRRGGBB, the last one first, each once.
  public internal(set) var recentColours: [UInt32] = []
  /// What was cut or copied last; nil if that were layers.
  public var clipboard: Clipping?
  /// The layers that were copied last; nil if that were pixels.
  public var copiedLayers: CopiedLayers?
  /// The layer that was merged last with another look, and the state of the history after it.
  var differentMerge: (layer: Layer.ID, state: Int)?
  /// Fills the outlines of ink.
  let filler: CoverageFiller

  // MARK: settings

  /// The settings.
  public var settings: Settings
  /// The time for which ink is predicted in strokes from now on, s, 0 (no prediction) ...
  /// `StrokeModel.longestPrediction`. Predicted ink is never part of the drawing.
  public var predictionHorizon = Session.standardPrediction
  /// The smoothing of strokes from now on, 0...100, clamped; nil for the settings' value. A brush
  /// file with a smoothing of its own keeps it.
  public var smoothing: Double?
  /// Takes every sample, in canvas px, for recordings. `brush` is nil while the pen hovers or moves
  /// the view.
  public var sampleTap: ((PenSample, _ brush: Recording.Brush?) -> Void)?

  /// The default of `predictionHorizon`, s.
  public static let standardPrediction = 0.008

  /// A session with a document in a window, sizes in px; nil if Cairo has no memory for its scratch
  /// surface.
  public init?(
    document: Document, windowWidth: Int, windowHeight: Int, brushes: BrushLibrary = BrushLibrary(),
    papers: PaperLibrary = PaperLibrary(), settings: Settings = Settings()
  ) {
    guard let filler = CoverageFiller() else { return nil }
    self.filler = filler
    self.document = document
    (self.brushes, self.papers) = (brushes, papers)
    brushUse = BrushUse(brushes)
    self.settings = settings
    background = document.paper
    view = View(
      canvasWidth: document.width, canvasHeight: document.height, windowWidth: windowWidth, windowHeight: windowHeight)
    rendering = RenderingState(width: document.width, height: document.height)
    if document.isEndless { view.showWhole(whole) }
    _ = followPlane()
  }

  /// The brush of the pen's writing end.
  public internal(set) var brush: Brush {
    get { brushUse.current }
    set { brushUse.current = newValue }
  }
  /// The eraser.
  public internal(set) var eraser: Brush {
    get { brushUse.eraser }
    set { brushUse.eraser = newValue }
  }
  /// The brush that the pen's writing end uses: the brush or the eraser.
  public var drawingBrush: Brush { isErasing ? eraser : brush }
  /// The gesture in progress; nil for none.
  var gesture: (any Gesture)? { active?.gesture }
  /// What the chosen tool, and its gesture, show on the canvas.
  public var marks: ToolMarks {
    let marks = tool.behaviour.marks(in: ToolContext(self))
    return gesture.map { marks.with($0.marks) } ?? marks
  }
  /// Where the chosen tool takes typed text, window px, for input methods; nil if it takes none.
  public var caret: Point? { active == nil ? tool.behaviour.caret(in: ToolContext(self)) : nil }
  /// The colour under the eyedropper while it is held down; nil otherwise.
  public var pick: ColourPick? { gesture?.marks.pick }
  /// Whether tiles of the smaller copies were made since the last `makePyramidJob`. Some may be
  /// sketches.
  public var hasMadeTiles: Bool { rendering.hasMadeTiles }

  /// Whether the pen's writing end erases.
  public var isErasing: Bool { tool == .eraser }
  /// Whether the stroke in progress removes ink.
  public var isErasingNow: Bool { active?.pen?.erases ?? false }
  /// Whether the stroke in progress blends.
  public var isBlendingNow: Bool { active?.ink?.blends ?? false }
  /// Whether a gesture is in progress: drawing, dragging, moving the view.
  public var isInGesture: Bool { active != nil || !lagging.isEmpty }
  /// Whether a stroke is being drawn.
  public var isDrawing: Bool { active?.pen != nil }
  /// The stroke in progress; nil for none.
  public var strokeInProgress: StrokeRecord? { lagging.first?.record ?? active?.pen?.record }
  /// The rope that pulls the ink of the stroke in progress, window px; nil for none.
  public var rope: (pen: Point, ink: Point)? { active?.pen?.rope(in: ToolContext(self)) }
  /// The time at which `flush` is wanted without an event, in seconds of its clock; nil if nothing
  /// waits.
  public var deadline: Double? { lagging.isEmpty ? active?.ink?.deadline : 0 }

  // MARK: events

  /// Handles an event.
  public func handle(_ event: InputEvent) -> Effects {
    switch event {
    case .pointer(let e): return handle(e)
    case .touch(let e): return handle(e)
    case .pinch(let e): return handle(e)
    case .scroll(let e): return handle(e)
    case .key(let e): return handle(e)
    case .pad(let e): return handle(e)
    case .text(let text): return active == nil ? type(text) : Effects()
    }
  }

  /// Draws the samples that the gesture in progress has taken since the last call. Without any, it
  /// wakes the gesture if `deadline` has come.
  /// - Parameter now: seconds of a monotonic clock; nil wakes nothing: predicted ink stays until the next
  ///   sample.
  public func flush(now: Double? = nil) -> Effects {
    var effects = paintLagging()
    effects.add(flushGesture(now: now))
    effects.add(showEdge())
    if viewAtGesture != nil { effects.add(followWindow()) }
    return effects
  }

  private func flushGesture(now: Double?) -> Effects {
    if hasNewSamples { return drawGesture(now: now) }
    guard let now, let ink = active?.ink, let deadline = ink.deadline, now >= deadline else { return Effects() }
    return ink.wake(now: now, in: ToolContext(self))
  }

  func handle(_ e: PointerEvent) -> Effects {
    let e = asHeld(e)
    guard let active else { return handleWithoutGesture(e) }
    let gesture = active.gesture
    if case .drag = e.phase {
      tap(e, drawnBy: active.pen)
      return gesture.move(e, in: ToolContext(self))
    }
    tap(e, drawnBy: nil)
    switch e.phase {
    // A button of a hovering pen can hold a gesture.
    case .hover where gesture.button != .contact: return gesture.move(e, in: ToolContext(self))
    case .up(let end) where gesture.button == .contact: return finish(active, end, at: e)
    case .release(let button) where button == gesture.button: return endGesture()
    default: return Effects()
    }
  }

  private func handleWithoutGesture(_ e: PointerEvent) -> Effects {
    let effects =
      switch e.phase {
      case .down: press(e)
      case .press(let button): press(button, e)
      case .hover, .left: tool.behaviour.hover(e, in: ToolContext(self))
      default: Effects()
      }
    tap(e, drawnBy: active?.pen)
    return effects
  }

  func handle(_ e: KeyEvent) -> Effects {
    if e.keysym == Key.space {
      buttons.isSpaceHeld = e.isDown
      return Effects()
    }
    if !e.isDown { buttons.blenders.remove(.key(e)) }
    if let effects = handleDuringGesture(e) { return effects }
    // A tool that takes text has keys such as Delete for itself.
    if e.modifiers.isDisjoint(with: [.control, .alt]), caret != nil, let effects = pressTool(e) { return effects }
    guard e.isDown, let action = settings.keys.action(for: e) else {
      return performMacro(by: e) ?? pressTool(e) ?? moveView(e) ?? Effects()
    }
    if action == .blend {
      buttons.blenders.insert(.key(e))
      return Effects()
    }
    return !e.isRepeat || action.repeats ? perform(action) : Effects()
  }

  /// Forgets held keys. A stroke in progress goes on, since the pen is still down.
  public func focusLost() { buttons.forgetKeys() }

  /// The references. Ask once an iteration.
  public var references: ReferenceBoard { document.references }

  /// Changes the references. No undo step is recorded.
  public func changeReferences<Result>(_ body: (inout ReferenceBoard) -> Result) -> Result {
    body(&document.references)
  }
}
