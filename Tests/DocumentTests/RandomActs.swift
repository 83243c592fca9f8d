import Dice
import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document

/// Anything that can be done to a drawing of 230 x 220 px, by chance.
struct RandomActs {
  let filler: CoverageFiller
  let brushes: BrushShelf

  /// Does something.
  func act(on document: inout Document, _ dice: inout Dice) throws {
    switch dice.roll(0...17) {
    case 0: _ = document.undo()
    case 1:
      for _ in 0..<dice.roll(1...4) { _ = document.undo() }
    case 2, 3: _ = document.redo()
    case 4: _ = document.clearActiveLayer()
    case 5: document.select(StrokeRecordTests.mask(&dice))
    case 6: document.select(nil)
    case 7:
      _ = document.fill(
        at: Point(dice.roll(0.0...229), dice.roll(0.0...219)), colour: UInt32(dice.roll(0...0xFF_FFFF)),
        opacity: 200, Filling())
    case 8:
      if document.lift() {
        var placement = try #require(document.floating?.placement)
        placement.translation = Vector(dice.roll(-50...50), 13)
        _ = document.place(placement)
        _ = dice.isOne(in: 4) ? document.takeBack() : document.drop()
      }
    case 9, 10, 11: operate(on: &document, &dice)
    default: try stroke(on: &document, &dice)
    }
  }

  /// Draws a stroke of any brush, perhaps in a symmetry.
  func stroke(on document: inout Document, _ dice: inout Dice) throws {
    let names = BrushTests.names
    let brush = try #require(brushes[names[dice.roll(0..<names.count)]])
    let symmetry =
      dice.isOne(in: 4)
      ? Symmetry(
        SymmetryTests.kinds[dice.roll(0..<SymmetryTests.kinds.count)], angle: Angle(degrees: dice.roll(0...90)))
      : Symmetry()
    var stroke = StrokeInProgress(
      on: document, brush: brush.resized(to: dice.roll(1...30)), style: InkStyle(color: 0x20_4060), filler: filler,
      symmetry: symmetry)
    var p = Point(dice.roll(20...200), dice.roll(20...200))
    for i in 0..<dice.roll(1...20) { stroke.add(StrokeRecordTests.sample(&dice, &p, i)) }
    _ = stroke.finish(on: &document)
  }

  /// Something is done to the layers, perhaps in several steps of one edit; then another one may be drawn on.
  private func operate(on document: inout Document, _ dice: inout Dice) {
    let layers = document.layers
    let id = layers[dice.roll(0..<layers.count)].id
    let operation: LayerOperation =
      switch dice.roll(0...12) {
      case 0, 1: .add(above: id)
      case 2: .duplicate(id)
      case 3, 4: .delete(id)
      case 5: .mergeDown(id)
      case 6: .rename(id, "Über \(dice.roll(0...9))")
      case 7: .move(id, to: dice.roll(-1...5))
      case 8: .setVisible(id, dice.isOne(in: 2))
      case 9: .setLocked(id, dice.isOne(in: 2))
      case 10: .setBlend(id, CompositeOperator.allCases[dice.roll(0..<CompositeOperator.allCases.count)])
      case 11: .setPaperShown(dice.isOne(in: 2))
      default: .setOpacity(id, dice.roll(0.0...1))
      }
    let before = document.layer(id)?.opacity ?? 1
    _ = document.perform(operation)
    if case .setOpacity = operation {
      for _ in 0..<dice.roll(0...3) {
        _ = document.perform(
          .setOpacity(id, dice.isOne(in: 3) ? before : dice.roll(0.0...1)), isContinued: true)
      }
    }
    if dice.isOne(in: 2), layers.count < 6 {
      let left = document.layers
      _ = document.activate(left[dice.roll(0..<left.count)].id)
    }
  }
}
