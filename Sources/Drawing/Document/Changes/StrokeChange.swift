import Geometry
import Glibc
import Ink
import Paint
import Raster

/// What is changed of strokes. Values that are nil stay.
public struct StrokeChange: Sendable, Hashable {
  /// The colour, 0xRRGGBB. Strokes that erase or blend have none and stay.
  public var colour: UInt32?
  /// The width at full pressure (`Brush.fullWidth`), px of the canvas on which the stroke was drawn, within
  /// `Brush.sizes`.
  public var size: Double?
  /// The opacity, 0...1.
  public var opacity: Double?
  /// The brush, which gets the size of the stroke's and, where both are Fude's, its smoothing and stabiliser.
  public var brush: Brush?
  /// The strength of smoothing, 0...100.
  public var smoothing: Double?
  /// The stabiliser of a brush that is Fude's.
  public var stabiliser: Stabiliser?
  /// How much harder the pen presses, -1 (lighter) ... 1. Pressure p becomes p^(4^-harder).
  public var harder: Double?
  /// How it is repeated, in px of the present canvas.
  public var symmetry: Symmetry?
  /// What is done to its line, before it is placed.
  public var shape: StrokeReshape?
  /// The layer on which it is drawn.
  public var layer: Layer.ID?
  /// The move, px of the present canvas.
  public var move = Vector.zero
  /// The scale, > 0, about `pivot`.
  public var scale = 1.0
  /// The turn, clockwise, about the same.
  public var rotation = Angle.zero
  /// The place that is only moved, in px of the places of the strokes; nil for the middle of all that change.
  public var pivot: Point?
  /// Whether the strokes are deleted.
  public var deletes = false
  /// Whether the strokes stay, and copies change, above all strokes of their edits.
  public var duplicates = false

  /// No change.
  public init() {}

  /// The map from present to new places, px of the present canvas.
  /// - Parameter middle: that of all strokes that change.
  public func map(about middle: Point) -> Affine {
    let pivot = pivot ?? middle
    let turned: Affine = Affine.translation(pivot - .zero) * Affine.rotation(rotation)
    return Affine.translation(move) * turned * Affine.scale(scale, scale) * Affine.translation(.zero - pivot)
  }

  /// Sets what a later change sets, and does its move, scale and turn after those before.
  public mutating func add(_ later: StrokeChange) {
    colour = later.colour ?? colour
    size = later.size ?? size
    opacity = later.opacity ?? opacity
    brush = later.brush ?? brush
    smoothing = later.smoothing ?? smoothing
    stabiliser = later.stabiliser ?? stabiliser
    harder = later.harder ?? harder
    symmetry = later.symmetry ?? symmetry
    shape = later.shape ?? shape
    layer = later.layer ?? layer
    deletes = deletes || later.deletes
    duplicates = duplicates || later.duplicates
    if let place = pivot ?? later.pivot {
      move = later.map(about: place + move)(place + move) - place
      pivot = place
    } else {
      move = move + later.move
    }
    (scale, rotation) = (scale * later.scale, rotation + later.rotation)
  }

  /// Whether strokes get other places.
  public var isPlaced: Bool { move != .zero || scale != 1 || rotation != .zero }

  /// Whether their lines go elsewhere.
  public var movesLine: Bool { isPlaced || shape != nil }

  /// Whether strokes paint where they did, if at all.
  var keepsPlaces: Bool {
    brush == nil && size == nil && smoothing == nil && layer == nil && !isPlaced && stabiliser == nil && harder == nil
      && symmetry == nil && shape?.keepsPlaces ?? true
  }

  /// The operations in the place of one that draws a stroke.
  /// - Parameters:
  ///   - listed: the stroke.
  ///   - map: the move and the scale on the canvas on which it was drawn.
  ///   - neighbours: as for `StrokeReshape.reshaped`.
  /// - Throws: why it cannot be changed so.
  func applied(
    to operation: Operation, of listed: ListedStroke, map: Affine, neighbours: () -> [[Point]]
  ) throws(StrokeRefusal) -> [Operation] {
    if deletes { return [] }
    if case .erase(_, .stroke)? = shape { return [] }
    guard let shape else { return [try applied(to: operation, of: listed, map: map)] }
    guard let record = operation.drawnStrokes.first else { throw .isUnreadable }
    if let absence = record.brush.absence { throw .lacksBrush(absence) }
    let reshaped = try shape.reshaped(record, listed.canvasMaps, neighbours: neighbours)
    // Nothing is erased, for instance.
    if reshaped == [record] { return [try applied(to: operation, of: listed, map: map)] }
    var operations: [Operation] = []
    for record in reshaped { operations.append(try applied(to: .stroke(record), of: listed, map: map)) }
    return operations
  }

  private func applied(
    to operation: Operation, of listed: ListedStroke, map: Affine
  ) throws(StrokeRefusal) -> Operation {
    if case .replacement(let inner) = operation {
      return .replacement(try applied(to: inner, of: listed, map: map))
    }
    guard var stroke = operation.stroke else { throw .isUnreadable }
    let bounds = listed.canvas
    var changed = operation
    if let harder {
      guard let drawn = operation.drawnStrokes.first else { throw .isUnreadable }
      stroke = Self.pressed(drawn, harder: harder)
      changed = .stroke(stroke)
    }
    if map != .identity {
      // The selection in which it was drawn would cut it.
      guard stroke.selection == nil else { throw .isWithinSelection }
      let mapped = try Self.mapped(stroke, by: map, onCanvas: bounds)
      // Its samples follow another outline.
      (stroke, changed) = (mapped, .stroke(mapped))
    }
    if let brush {
      if let absence = stroke.brush.absence ?? brush.absence { throw .lacksBrush(absence) }
      // The samples of an outline depend on the engine.
      if case .shape = operation, (brush.paint != nil) != (stroke.brush.paint != nil) { throw .isShape }
      let old = stroke.brush
      stroke.brush = brush.resized(toFullWidth: old.fullWidth)
      // Else lines become shaky, or corners round.
      if brush.paint == nil, old.paint == nil {
        (stroke.brush.smoother, stroke.brush.strength, stroke.brush.stabiliser) = (
          old.smoother, old.strength, old.stabiliser
        )
      }
    }
    if let absence = stroke.brush.absence { throw .lacksBrush(absence) }
    if let size { stroke.brush = stroke.brush.resized(toFullWidth: size) }
    if let colour, stroke.hasInk { stroke.style.colour = colour }
    if let opacity { (stroke.style.exactOpacity, stroke.style.isExact) = (opacity, true) }
    if let smoothing { stroke.brush.strength = max(0, min(100, smoothing)) }
    if let stabiliser, stroke.brush.paint == nil { stroke.brush.stabiliser = stabiliser }
    if let symmetry {
      guard let inverse = listed.canvasMap.inverse else { throw .isUnreadable }
      stroke.symmetry = symmetry.mapped(by: inverse, onCanvas: bounds)
    }
    if let layer { stroke.surface = SurfaceID(layer, stroke.surface.plane) }
    changed.stroke = stroke
    return changed
  }

  /// A stroke that is moved, scaled and turned. Of brushes with lengths that cannot be told apart, the size is scaled.
  private static func mapped(
    _ stroke: StrokeRecord, by map: Affine, onCanvas bounds: PixelRect
  ) throws(StrokeRefusal) -> StrokeRecord {
    let reach = StrokeRecord.reach
    guard
      stroke.samples.allSatisfy({ reach.contains(map($0.position).x) && reach.contains(map($0.position).y) })
    else { throw .isTooFarAway }
    if let mapped = stroke.mapped(by: map, onCanvas: bounds) { return mapped }
    guard let scale = map.uniformScale, Brush.tipSizes.contains(stroke.brush.size * scale) else {
      throw .hasNoSuchSize
    }
    var mapped = stroke
    mapped.samples = stroke.samples.map { $0.mapped(by: map) }
    mapped.brush.size = stroke.brush.size * scale
    mapped.brush = mapped.brush.turned(by: map.orthogonalPart)
    mapped.symmetry = stroke.symmetry.mapped(by: map, onCanvas: bounds)
    return mapped
  }

  /// A stroke with all pressures as if the pen had pressed harder, -1...1, or lighter.
  private static func pressed(_ record: StrokeRecord, harder: Double) -> StrokeRecord {
    let exponent = pow(4, -max(-1, min(1, harder)))
    var stroke = record
    for index in stroke.samples.indices {
      stroke.samples[index].pressure = pow(max(0, stroke.samples[index].pressure), exponent)
    }
    return stroke
  }
}
