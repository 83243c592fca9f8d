import Ink
import Raster

/// What was done to a drawing, with everything that its result depends on beside the drawing itself.
///
/// - `Document.perform(_:_:result:)` is the only place that gives operations their meaning.
/// - An `Edit` is an operation and its effect. A stored effect counts more than performing the
///   operation again, so that no drawing depends on another version of a library or of Fude.
/// - Files have operations as `EditRecord` in Storage has them.
public enum Operation: Sendable, Equatable {
  /// Draws a stroke.
  case stroke(StrokeRecord)
  /// Draws several strokes on one layer.
  case strokes(StrokeSeries)
  /// Draws a stroke along a geometric outline.
  indirect case shape(ShapeStroke)
  /// Removes the pixels of the edit before, then performs another operation. Undo brings that edit
  /// back.
  indirect case replacement(Operation)
  /// Fills an area of one colour.
  case fill(Filling)
  /// Clears a layer, or the selected pixels of it.
  case clear(Clearing)
  /// Covers a layer, or the selected pixels of it, with a colour.
  case cover(Covering)
  /// Paints a gradient over a layer, or over the selected pixels of it.
  case gradient(Gradient)
  /// Moves, scales or turns selected pixels, or pastes pixels.
  indirect case place(Placing)
  /// Selects the pixels of a mask, or nothing. The recipe tells how the mask was made; without a mask it is still to be made.
  case select(Mask?, recipe: SelectionRecipe? = nil)
  /// Changes the list of layers, a layer's properties or the paper.
  case layer(LayerOperation)
  /// Changes the canvas with all layers.
  case canvas(CanvasOperation)
  /// Changes pixels or the selection in a way that only the result tells: a pasted picture that is too large for a
  /// record, or a change of edits that a file left out.
  case pixels(SurfaceID?, name: String)
  /// Does nothing. The value is the head of the operation that a change left out here.
  indirect case omitted(Operation)
  /// Changes what earlier edits did.
  case change(Change)
}

extension Operation {
  /// The name of the edit, in English.
  public var name: String {
    switch self {
    case .stroke(let record): record.editName
    case .strokes(let series): series.strokes[0].editName
    case .shape(let shape): shape.stroke.editName
    case .replacement(let operation): operation.name
    case .fill: "Fill"
    case .clear(let clearing): clearing.selection == nil ? "Clear" : "Delete"
    case .cover(let covering): covering.selection == nil ? "Fill layer" : "Fill selection"
    case .gradient: "Gradient"
    case .place(let placing): placing.isPaste ? "Paste" : "Move"
    case .select(let mask, let recipe): mask == nil && recipe == nil ? "Deselect" : "Select"
    case .layer(let operation): operation.name
    case .canvas(let operation): operation.name
    case .pixels(_, let name): name
    case .omitted(let operation): operation.name
    case .change(let change): change.name
    }
  }

  /// Whether it draws strokes, along an outline or not.
  package var drawsStrokes: Bool {
    switch self {
    case .stroke, .strokes, .shape: true
    case .replacement(let operation): operation.drawsStrokes
    default: false
    }
  }

  /// The strokes that draw the ink of this operation; empty without one. They have the samples as drawn.
  public var strokes: [StrokeRecord] {
    switch self {
    case .strokes(let series): series.strokes
    case .replacement(let operation): operation.strokes
    default: stroke.map { [$0] } ?? []
    }
  }

  /// The stroke that draws all ink of this operation; nil without one. It has the samples as drawn.
  public var stroke: StrokeRecord? {
    get {
      switch self {
      case .stroke(let record): record
      case .shape(let shape): shape.stroke
      case .replacement(let operation): operation.stroke
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .stroke: self = .stroke(newValue)
      case .shape(var shape):
        shape.stroke = newValue
        self = .shape(shape)
      case .replacement(var operation):
        operation.stroke = newValue
        self = .replacement(operation)
      default: break
      }
    }
  }

  /// The strokes of this operation with other selections, or without.
  /// - Parameter body: the selection in the place of one; nil to keep it.
  /// - Returns: nil if all keep theirs, and for an operation that draws no strokes.
  func mapSelections(_ body: (Mask?) -> Mask??) -> Operation? {
    var isChanged = false
    func reselected(_ stroke: StrokeRecord) -> StrokeRecord {
      guard let selection = body(stroke.selection) else { return stroke }
      isChanged = true
      var stroke = stroke
      stroke.selection = selection
      return stroke
    }
    var other = self
    switch self {
    case .strokes(let series): other = .strokes(series.map { reselected($0) })
    case .replacement(let operation):
      return operation.mapSelections(body).map { .replacement($0) }
    default: other.stroke = stroke.map { reselected($0) }
    }
    return isChanged ? other : nil
  }

  /// The pixels on which it paints; nil for other operations.
  package var paintedSurface: SurfaceID? {
    switch self {
    case .stroke(let record): record.surface
    case .strokes(let series): series.surface
    case .shape(let shape): shape.stroke.surface
    case .replacement(let operation): operation.paintedSurface
    case .fill(let fill): fill.surface
    case .clear(let clearing): clearing.surface
    case .cover(let covering): covering.surface
    case .gradient(let gradient): gradient.surface
    case .place(let placing): placing.surface
    case .pixels(let surface, _): surface
    case .select, .layer, .canvas, .omitted, .change: nil
    }
  }

  /// The pixels that it paints on, or those of the layer that it changes; nil for the canvas, the paper
  /// and the selection.
  package var surface: SurfaceID? {
    if case .layer(let operation) = self { operation.layer.map { SurfaceID($0) } } else { paintedSurface }
  }

  /// The change of the canvas; nil for other operations.
  public var canvas: CanvasOperation? { if case .canvas(let operation) = self { operation } else { nil } }

  /// Whether it changes the list of layers, a layer's properties, the paper or the canvas.
  package var isOfStack: Bool {
    switch self {
    case .layer, .canvas: true
    default: false
    }
  }

  /// Whether records have its result too. They do where a small difference may become a large one: in
  /// the pixels that a fill compares, or in the library that paints.
  package var keepsResult: Bool {
    if case .fill = self { return true }
    return drawsStrokes && strokes.contains { $0.brush.paint != nil }
  }

  /// The placing of pixels; nil for other operations.
  package var placing: Placing? { if case .place(let placing) = self { placing } else { nil } }

  /// Whether the pixels of all layers after it are recorded too, since the filter or the strokes'
  /// renderer may change.
  var isScaling: Bool { if case .canvas(.scale) = self { true } else { false } }

  /// Whether it can be performed on some tiles alone, as if on all.
  var redrawsParts: Bool {
    !replacesLast && drawsStrokes
      && strokes.allSatisfy { StrokeSetting.abilities(of: $0.brush).contains(.redrawsParts) }
  }

  /// The change of earlier edits; nil for other operations.
  package var change: Change? { if case .change(let change) = self { change } else { nil } }

  /// Whether only the pixels that it changed are known.
  package var isPixels: Bool { if case .pixels = self { true } else { false } }

  /// Whether it selects pixels, or nothing.
  package var isSelection: Bool { if case .select = self { true } else { false } }

  /// Whether it is left out.
  package var isOmitted: Bool { if case .omitted = self { true } else { false } }

  /// The head of the operation that was left out here; `self` for other operations.
  package var beforeOmission: Operation { if case .omitted(let operation) = self { operation } else { self } }

  /// Whether its result may change with pixels that were there before it. Those of strokes and fills depend on
  /// single tiles, which their footprint names.
  public var dependsOnPixels: Bool {
    switch self {
    case .layer(let operation): operation.dependsOnPixels
    case .canvas(.setResolution), .select, .omitted, .change: false
    default: true
    }
  }

  /// Whether it needs the edit before it.
  public var replacesLast: Bool { if case .replacement = self { true } else { false } }
}
