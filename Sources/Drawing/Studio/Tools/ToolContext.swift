import Document
import Geometry
import Ink
import Input
import Paint
import Pixels
import Raster

/// What a tool and its gesture may see and do: all that they know of a session.
struct ToolContext {
  private let session: Session

  init(_ session: Session) { self.session = session }

  // MARK: What it sees

  var document: Document { _read { yield session.document } }
  var view: View { session.view }
  /// Window px for each px of a design for 96 dpi.
  var interfaceScale: Double { session.interfaceScale }
  /// The part of the canvas that is seen, px.
  var seenPixels: PixelRect { session.seenPixels }
  var aids: StrokeAids { session.settings.aids }
  var toolSettings: ToolSettings { session.toolSettings }

  /// A sample in window px as one in canvas px.
  func toCanvas(_ sample: PenSample) -> PenSample { session.toCanvas(sample) }

  /// Whether a position in the window, px, is beyond the edge of an endless canvas.
  func isBeyondEdge(_ place: Point) -> Bool { session.isBeyondEdge(place) }

  /// The colour shown at a position in the window, px; nil outside the canvas.
  func colour(at place: Point) -> UInt32? { session.colour(at: place) }

  // MARK: Ink

  var brush: Brush { session.brush }
  var eraser: Brush { session.eraser }
  /// The width of the brush in use at full pressure, canvas px.
  var size: Double { session.size }
  var style: InkStyle { session.style }
  var colour: UInt32 { session.colour }
  /// The background colour, 0xRRGGBB.
  var background: UInt32 { session.background }
  /// Whether a key or button is held that makes brushes blend.
  var isBlendHeld: Bool { session.isBlendHeld }
  var filler: CoverageFiller { session.filler }
  var paintConditions: PaintConditions { session.paintConditions }
  var predictionHorizon: Double { session.predictionHorizon }
  var inkSlice: Double { session.inkSlice }
  /// Whether earlier strokes have ink that is not painted.
  var hasLaggingInk: Bool { !session.lagging.isEmpty }

  /// The brush as the keys and buttons that are held make it.
  func asHeld(_ brush: Brush) -> Brush { session.asHeld(brush) }

  /// The brush with the stabiliser of the settings.
  func steadied(_ brush: Brush) -> Brush { session.steadied(brush) }

  func setSize(_ size: Double) -> Effects { session.setSize(size) }
  func setColour(_ colour: UInt32) -> Effects { session.setColour(colour) }

  /// Notes that a colour was drawn with.
  func remember(_ colour: UInt32) -> Effects { session.remember(colour) }

  /// Passes a sample that no event brought to recordings.
  func tap(_ sample: PenSample, _ brush: Recording.Brush?) { session.sampleTap?(sample, brush) }

  /// Lets a stroke's ink be painted after the gesture's end.
  func paintLater(_ stroke: StrokeInProgress) { session.lagging.append(stroke) }

  // MARK: Why drawing is refused

  /// Why nothing can be drawn; nil if something can.
  var drawingRefusal: Effects? { session.drawingRefusal }
  var erasingRefusal: Effects? { session.erasingRefusal }
  func refusal(of brush: Brush) -> Effects? { session.refusal(of: brush) }

  // MARK: The gesture

  /// Makes a gesture the one in progress.
  func begin(_ gesture: any Gesture) { session.begin(gesture) }

  /// Has the gesture draw at the end of the batch of events.
  func awaitDrawing() { session.hasNewSamples = true }

  /// Draws everything that the gesture in progress has taken.
  func drawGesture() -> Effects { session.drawGesture() }

  /// Finishes the gesture in progress, and keeps its result.
  func finishGesture() -> Effects { session.finishGesture() }

  /// Finishes the gesture in progress, and merges a floating selection into its layer.
  func settle() -> Effects { session.settle() }

  /// Undoes the last step.
  func undo() -> Effects { session.undoStep() }

  /// Effects that draw the marks again.
  var adornmentEffects: Effects { session.adornmentEffects }

  // MARK: Changes

  func changeView(_ body: (inout View) -> Void) -> Effects { session.changeView(body) }

  /// Changes the drawing by an edit. `body` returns the pixels that changed.
  func edit(_ body: (inout Document) -> Region?) -> Effects { session.change { body(&session.document) } }

  /// Changes pixels of the drawing by what is no edit yet.
  func updated(_ body: (inout Document) -> Region) -> Effects { session.updated(body) }

  /// Changes the drawing without changing what is shown.
  func withDocument<R>(_ body: (inout Document) -> R) -> R { body(&session.document) }

  func activate(layer: Layer.ID) -> Effects { session.activate(layer: layer) }

  // MARK: Selections

  var selectionFrame: SelectionFrame? { session.selectionFrame }
  func selectionHandle(at place: Point) -> SelectionFrame.Handle? { session.selectionHandle(at: place) }
  func select(_ recipe: SelectionRecipe, _ distances: ColourDistances? = nil) -> Effects {
    session.select(recipe, distances)
  }

  /// Sets the tolerance of fills and wands.
  func setTolerance(_ tolerance: Int) -> Effects {
    session.toolSettings.filling.tolerance = tolerance
    return session.toolEffects
  }

  /// Shows a selection without an edit; `select` must follow, or the earlier one.
  func preview(selection: Mask?) -> Effects {
    session.document.preview(selection: selection)
    return adornmentEffects
  }
  func deselect() -> Effects { session.deselect() }

  /// The corners of a polygon that is being drawn, canvas px; empty for none.
  var corners: [Point] { session.selecting.corners }
  var cornerMode: SelectionRecipe.Mode { session.selecting.cornerMode }
  /// Where the pen is while a polygon is drawn.
  var cornerAhead: Point? { session.selecting.cornerAhead }
  func setCornerAhead(_ place: Point?) { session.selecting.cornerAhead = place }
  func setCorners(_ corners: [Point]) { (session.selecting.corners, session.selecting.cornerAhead) = (corners, nil) }
  func begin(corners mode: SelectionRecipe.Mode) { session.selecting.cornerMode = mode }

  /// Lifts the selected pixels, so that they float. Returns whether something floats.
  func lift() -> Bool { session.document.lift() }

  /// Merges a floating selection into its layer.
  func dropFloating() -> Effects { session.dropFloating() }

  /// Notes a step of the floating selection, which undo takes back; nil if it was lifted.
  func addFloatingStep(from placement: Placement?) { session.selecting.steps.add(from: placement) }

  /// Chooses the tool from before a paste again if nothing floats any more.
  func returnToTool() -> Effects { session.returnToTool() }

  /// Keeps this tool after a paste.
  func keepTool() { session.selecting.toolBefore = nil }

  /// Merges a floating selection, and keeps this tool until the next `returnToTool`.
  func dropFloatingWithTool() -> Effects {
    let before = session.selecting.toolBefore
    session.selecting.toolBefore = nil
    defer { session.selecting.toolBefore = before }
    return session.dropFloating()
  }

  // MARK: Strokes

  var strokeMarks: StrokeMarks { session.strokeMarks }
  var hasChosenStrokes: Bool { session.hasChosenStrokes }
  var strokeFrame: SelectionFrame? { session.strokeFrame }
  var knowsPlacesOfChosen: Bool { session.knowsPlacesOfChosen }
  var refusalOfChosenStrokes: Effects? { session.refusalOfChosen }
  var heldStrokeChange: StrokeChange { session.heldStrokeChange }
  func changeChosenStrokes(to value: StrokeChange) -> Effects { session.changeChosenStrokes(to: value) }
  func changeChosenStrokes(_ change: StrokeChange) -> Effects { session.changeChosenStrokes(change) }
  var strokeReach: StrokePicking.Reach { session.strokeReach }
  /// Why no stroke is found where ink may be; nil if there is none.
  var missingStrokesHint: String? { session.hasFileHistory ? Session.fileHistoryHint : nil }

  /// Finds strokes.
  func picking<R>(_ body: (inout StrokePicking, borrowing Document) -> R) -> R {
    body(&session.strokePicking, session.document)
  }

  /// Changes which strokes are chosen.
  func chooseStrokes(_ body: (inout StrokePicking, borrowing Document) -> Void) -> Effects {
    session.chooseStrokes(body)
  }

  /// The centre lines of strokes whose place new ones take.
  var replacedLines: [[SIMD2<Float>]] { session.replacing?.lines ?? [] }
  /// Why the chosen strokes cannot be reshaped now: others are being changed, or their places are not found yet.
  var refusalOfReshaping: Effects? { session.refusalOfReshaping }
  func setStrokeReach(_ reach: Double) -> Effects { session.setStrokeReach(reach) }

  /// The strokes of the layers in reach whose ink a line touches, as far as they are found, but some.
  func strokesTouched(by touch: StrokeTouch, but others: Set<StrokeKey>) -> [StrokeIndex.Entry] {
    session.strokesTouched(by: touch, but: others)
  }
  func eraseStrokes(_ touch: StrokeTouch, _ extent: StrokeExtent) -> Effects { session.eraseStrokes(touch, extent) }

  // MARK: The canvas

  /// The canvas as the crop tool would make it, canvas px.
  var cropRect: PixelRect { session.cropRect }
  func crop(to rect: PixelRect?) -> Effects { session.crop(to: rect) }
  func applyCrop() -> Effects { session.applyCrop() }

  // MARK: Gradients

  /// Threads that share work.
  var workers: WorkerPool { session.rendering.workers }

  /// The gradient with handles, if it is still the last edit (`GradientDraft.current`).
  var gradientDraft: GradientDraft? {
    get { session.gradientDraft }
    nonmutating set { session.gradientDraft = newValue }
  }

  // MARK: Symmetry

  func setSymmetryCenter(_ place: Point?) -> Effects { session.setSymmetryCenter(place) }

  /// Ends placing the centre of symmetry.
  /// - Parameter before: the centre that comes back, canvas px; nil keeps the present one.
  func endPlacingCenter(_ before: Point??) -> Effects {
    session.symmetryState.isPlacingCenter = false
    if let before { session.toolSettings.symmetry.center = before }
    return session.toolEffects
  }
}
