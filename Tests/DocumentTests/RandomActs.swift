import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Pictures
@testable import Pixels
@testable import Storage

/// Random actions on a drawing of 230 x 220 px.
struct RandomActs {
  let filler: CoverageFiller
  let brushes: BrushLibrary
  /// Whether the canvas changes too.
  var changesCanvas = false
  /// Whether changes of the past make several strokes of one.
  var makesSeries = false
  /// Whether some actions are joined (`Document.joinEdits`).
  var joinsActs = false

  func act(on document: inout Document, _ rng: inout RandomSource) throws {
    defer { document.checkInvariants() }
    if joinsActs, rng.isOne(in: 8) {
      try document.joinEdits { document in
        for _ in 0..<rng.roll(2...3) { try act(on: &document, &rng) }
      }
      return
    }
    if changesCanvas, rng.isOne(in: 8) {
      _ = document.perform(Self.canvasOperation(on: document, &rng))
      return
    }
    switch rng.roll(0...20) {
    case 19, 20: change(&document, &rng)
    case 0: _ = document.undo()
    case 1:
      for _ in 0..<rng.roll(1...4) { _ = document.undo() }
    case 2, 3: _ = document.redo()
    case 4: _ = document.clearActiveLayer()
    case 5: select(mask(on: document, &rng), on: &document)
    case 6: document.select(nil)
    case 7:
      let (place, colour) = (Point(rng.roll(0.0...229), rng.roll(0.0...219)), UInt32(rng.roll(0...0xFF_FFFF)))
      _ = document.fill(
        at: place, colour: colour, opacity: 200, erases: colour & 0x70 == 0,
        FillSettings(gap: colour & 12 == 0 ? 9 : 0, source: colour & 3 == 0 ? .reference : .all))
    case 8:
      if document.lift() {
        var placement = try #require(document.floating?.placement)
        placement.translation = Vector(rng.roll(-50...50), 13)
        _ = document.place(placement)
        _ = rng.isOne(in: 4) ? document.cancelFloating() : document.drop()
      }
    case 18:
      let colour = UInt32(rng.roll(0...0xFF_FFFF))
      let opacity = rng.isOne(in: 3) ? 255 : UInt8(rng.roll(0...255))
      if colour % 3 > 0 {
        _ = document.coverActiveLayer(colour: colour, opacity: opacity)
      } else {
        _ = Self.gradient(on: document, colour, opacity).paint(on: &document)
      }
    case 9, 10, 11: operate(on: &document, &rng)
    default:
      if let record = try stroke(on: &document, &rng), rng.isOne(in: 3) { replace(record, on: &document, &rng) }
    }
  }

  /// A gradient on the active layer, within the selection. Its colour and opacity decide, so that other random acts stay.
  static func gradient(on document: Document, _ colour: UInt32, _ opacity: UInt8) -> Gradient {
    let numbers = (0..<4).map { Double(colour >> (5 * $0) & 0xFF) }
    let last = GradientStops.Stop(place: 1, colour: colour &* 77, opacity: UInt8(colour >> 8 & 255))
    let stops = [0, 0.25, numbers[3] / 255].sorted().map {
      GradientStops.Stop(place: $0, colour: colour &* UInt32(1 + 1000 * $0))
    }
    return Gradient(
      surface: document.activeSurface, selection: document.selection, kind: colour & 16 == 0 ? .linear : .radial,
      from: Point(numbers[0], numbers[1]), to: Point(numbers[2], numbers[3]),
      stops: GradientStops(stops + [last]) ?? .standard, opacity: opacity)
  }

  /// Selects the pixels of a mask, or what a recipe with it selects.
  private func select(_ mask: Mask, on document: inout Document) {
    // Its pixels decide, so that other random acts stay.
    let choice = mask.count % 8
    var recipe = SelectionRecipe(choice < 3 ? .mask(mask) : .present)
    recipe.mode = SelectionRecipe.Mode.allCases[choice < 3 ? choice + 1 : 0]
    (recipe.edge.growth, recipe.edge.feather) = (Double(mask.count % 5) - 2, choice == 4 ? 9 : 0)
    guard choice < 5, document.width < 1000, let made = recipe.mask(in: document) else { return document.select(mask) }
    document.select(made, recipe)
  }

  /// A random selection, which may be empty.
  func mask(on document: Document, _ rng: inout RandomSource) -> Mask {
    let mask = StrokeRecordTests.mask(&rng)
    if mask.width == document.width, mask.height == document.height { return mask }
    return PixelArrangement(width: mask.width, height: mask.height, resizedTo: document.bounds)(mask)
  }

  /// A random operation on the canvas, which stays between 100 and 400 px large.
  static func canvasOperation(on document: Document, _ rng: inout RandomSource) -> CanvasOperation {
    switch rng.roll(0...5) {
    case 0: .flip(horizontally: rng.isOne(in: 2))
    case 1: .turn(quarters: rng.roll(1...3))
    case 2: .scale(width: rng.roll(100...400), height: rng.roll(100...400))
    case 3: .setResolution(Resolution(x: Double(rng.roll(50...600)), y: 72))
    case 4:
      .resize(PixelRect(x: 64 * rng.roll(-2...2), y: 64 * rng.roll(-2...2), width: rng.roll(100...400), height: 220))
    default:
      .resize(
        PixelRect(x: rng.roll(-80...80), y: rng.roll(-80...80), width: rng.roll(100...400), height: rng.roll(100...400))
      )
    }
  }

  /// Random widths along a stroke of up to 0.1 s.
  static func widths(_ rng: inout RandomSource) -> StrokeWidths? {
    var time = rng.roll(-0.02...0.05)
    return StrokeWidths(
      (0..<rng.roll(1...6)).map { _ in
        defer { time += rng.roll(0.001...0.04) }
        return StrokeWidths.Knot(time: time, factor: rng.roll(0.2...2.5))
      })
  }

  /// Draws a stroke with a random brush, perhaps with a symmetry. Returns it if it is an edit.
  @discardableResult
  func stroke(on document: inout Document, _ rng: inout RandomSource) throws -> StrokeRecord? {
    let names = BrushTests.names
    let brush = try #require(brushes[names[rng.roll(0..<names.count)]])
    let symmetry =
      rng.isOne(in: 4)
      ? Symmetry(
        SymmetryTests.kinds[rng.roll(0..<SymmetryTests.kinds.count)], angle: Angle(degrees: rng.roll(0...90)))
      : Symmetry()
    var stroke = StrokeInProgress(
      on: document, brush: brush.resized(to: rng.roll(1...30)), style: InkStyle(colour: 0x20_4060), filler: filler,
      symmetry: symmetry)
    var p = Point(rng.roll(20...200), rng.roll(20...200))
    for i in 0..<rng.roll(1...20) { stroke.add(StrokeRecordTests.sample(&rng, &p, i)) }
    if rng.isOne(in: 6) {
      // Of a stroke, a part.
      var record = stroke.record
      let (from, to) = (rng.roll(-0.02...0.05), rng.roll(0.05...0.12))
      record.part = StrokePart(from: rng.isOne(in: 3) ? nil : from, to: rng.isOne(in: 3) ? nil : to)
      return document.draw(record, filler: filler) == nil ? nil : record
    }
    if rng.isOne(in: 6) {
      var record = stroke.record
      record.widths = Self.widths(&rng)
      return document.draw(record, filler: filler) == nil ? nil : record
    }
    let count = document.history.recordedCount
    _ = stroke.finish(on: &document)
    return document.history.recordedCount > count ? stroke.record : nil
  }

  /// Replaces the last edit, a stroke, by a random line, which may be dragged and cancelled.
  func replace(_ record: StrokeRecord, on document: inout Document, _ rng: inout RandomSource) {
    var shape = ShapeInProgress(replacing: record, filler: filler, on: &document)
    for _ in 0..<rng.roll(0...3) {
      let line = Figure.line(
        from: Point(rng.roll(0.0...229), rng.roll(0.0...219)), to: Point(rng.roll(0.0...229), rng.roll(0.0...219)))
      let profile = record.samples.count % 3 > 0 ? PenProfile(record.samples, along: line, rest: 8) : nil
      _ = shape.draw(.figure(line, FigureInk(record.samples)), profile: profile, on: &document)
    }
    _ = rng.isOne(in: 4) ? shape.cancel(on: &document) : shape.finish(on: &document)
  }

  /// A random operation on several layers.
  static func severalOperation(on document: Document, _ rng: inout RandomSource) -> LayerOperation {
    var next = document
    next.choose(Set(document.layers.map(\.id).filter { _ in rng.isOne(in: 2) }))
    let id = document.activeID
    switch rng.roll(0...3) {
    case 0: return next.operationOnChosen(.delete(id))
    case 1: return next.operationOnChosen(.set(id, .visible(rng.isOne(in: 2))))
    case 2: return next.operationOnChosen(.move(id, to: LayerPlace(position: rng.roll(0...3))))
    default: return next.operationOnChosen(.set(id, .label(.green)))
    }
  }

  /// A random operation that clips a layer, locks its alpha or labels it.
  static func clippingOperation(on document: Document, _ rng: inout RandomSource) -> LayerOperation {
    let id = document.layers[rng.roll(0..<document.layers.count)].id
    if rng.isOne(in: 5) { return severalOperation(on: document, &rng) }
    if rng.isOne(in: 5) {
      let label = Layer.Label.allCases[rng.roll(0..<Layer.Label.allCases.count)]
      switch label.rawValue {
      case 0...3: return .set(id, .purpose(Layer.Purpose.allCases[Int(label.rawValue)]))
      case 4, 5: return .set(id, .reference(label.rawValue == 4))
      default: return .set(id, .label(label))
      }
    }
    return rng.isOne(in: 3) ? .set(id, .alphaLocked(!rng.isOne(in: 3))) : .set(id, .clipped(!rng.isOne(in: 3)))
  }

  /// A random operation on masks, or that makes one or its layer active.
  func mask(on document: inout Document, _ rng: inout RandomSource) -> LayerOperation {
    let layer = document.layers[rng.roll(0..<document.layers.count)]
    let masked = document.layers.filter { $0.mask != nil }
    let any = masked.isEmpty ? layer : masked[rng.roll(0..<masked.count)]
    if let layer = masked.first, rng.isOne(in: 3) { _ = document.activate(layer.id, .mask) }
    switch rng.roll(0...6) {
    case 0: return .removeMask(any.id)
    case 1: return .applyMask(any.id)
    case 2: return .set(any.id, .maskOn(rng.isOne(in: 2)))
    default: return .addMask(layer.id, showing: rng.isOne(in: 2) ? nil : mask(on: document, &rng))
    }
  }

  /// A random operation on groups, or one that moves a layer into or out of them.
  static func groupOperation(on document: Document, _ rng: inout RandomSource) -> LayerOperation {
    let ids = document.layers.map(\.id)
    let groups = document.layers.filter(\.isGroup).map(\.id)
    let id = ids[rng.roll(0..<ids.count)]
    let group = groups.isEmpty || rng.isOne(in: 6) ? id : groups[rng.roll(0..<groups.count)]
    switch rng.roll(0...8) {
    case 0, 1: return .group(ids.filter { _ in rng.isOne(in: 3) } + [id])
    case 2: return .ungroup(group)
    case 3: return .set(group, .group(rng.isOne(in: 2) ? .passThrough : .isolated))
    case 4: return .flatten(group)
    case 5, 6: return .move(id, to: LayerPlace(in: group, position: rng.roll(-1...3)))
    case 7: return .move(id, to: LayerPlace(position: rng.roll(-1...3)))
    default:
      return .duplicate(group, layers: document.index(of: group).map { document.layers.branch(at: $0).count } ?? 1)
    }
  }

  /// Performs a random layer operation, perhaps in several steps of one edit; then may activate
  /// another layer.
  private func operate(on document: inout Document, _ rng: inout RandomSource) {
    let layers = document.layers
    let id = layers[rng.roll(0..<layers.count)].id
    let operation: LayerOperation =
      switch rng.roll(0...22) {
      case 22: CopiedLayers([id, layers[0].id], of: document).map { .paste($0, above: id) } ?? .add(above: id)
      case 19...21: mask(on: &document, &rng)
      case 0, 1: .add(above: id)
      case 2: .duplicate(id)
      case 3, 4: .delete(id)
      case 5: .mergeDown(id)
      case 6: .set(id, .name("Über \(rng.roll(0...9))"))
      case 7: .move(id, to: LayerPlace(position: rng.roll(-1...5)))
      case 17, 18: Self.clippingOperation(on: document, &rng)
      case 13...16: Self.groupOperation(on: document, &rng)
      case 8: .set(id, .visible(rng.isOne(in: 2)))
      case 9: .set(id, .locked(rng.isOne(in: 2)))
      case 10: .set(id, .blend(CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)]))
      case 11: .setPaperShown(rng.isOne(in: 2))
      default: .set(id, .opacity(rng.roll(0.0...1)))
      }
    // Deep nests of copies would be slow.
    if operation.newLayers + layers.count > 12 { return }
    let before = document.layer(id)?.opacity ?? 1
    _ = document.perform(operation)
    if case .set(_, .opacity) = operation {
      for _ in 0..<rng.roll(0...3) {
        _ = document.perform(
          .set(id, .opacity(rng.isOne(in: 3) ? before : rng.roll(0.0...1))), isContinued: true)
      }
    }
    if rng.isOne(in: 2), layers.count < 6 {
      let left = document.layers
      _ = document.activate(left[rng.roll(0..<left.count)].id)
    }
  }
}
