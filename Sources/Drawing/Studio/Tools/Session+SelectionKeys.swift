import Document
import Geometry
import Input

/// Moving, scaling and turning what is selected by keys: what the handles of its frame do for a pen.
extension Session {
  /// What an arrow key does while a tool that selects is in hand and something is selected or floats: by itself it moves it by a
  /// canvas px, to where the arrow points on the screen; with Control it changes width or height by a hundredth; with Alt it turns by
  /// a degree (left, right) or scales by a hundredth (up, down). Shift makes steps of 10 px, 15 degrees, a tenth. nil for any other key.
  func movePiece(_ e: KeyEvent) -> Effects? {
    guard e.isDown, case .none = gesture, let frame = selectionFrame, let arrow = Self.arrows[e.keysym],
      let change = Self.change(e.modifiers)
    else { return nil }
    if document.floating == nil, let refusal = drawingRefusal { return refusal }
    guard document.lift() else { return Effects() }
    var new = document.floating?.placement ?? Placement(pivot: frame.rect.center)
    let isFar = e.modifiers.contains(.shift)
    // To the right and up is more.
    let way = arrow.dx - arrow.dy
    switch change {
    case .place:
      let onCanvas = view.windowToCanvas(arrow)
      new.translation = new.translation + (onCanvas.normalized ?? arrow) * (isFar ? 10 : 1)
    case .sides:
      let factor = way > 0 ? (isFar ? 1.1 : 1.01) : 1 / (isFar ? 1.1 : 1.01)
      if arrow.dx != 0 {
        new.scaleX = Self.held(new.scaleX * factor)
      } else {
        new.scaleY = Self.held(new.scaleY * factor)
      }
    case .whole where arrow.dx != 0:
      new.rotation = (new.rotation + Angle(degrees: way * (isFar ? 15 : 1))).wrapped
    case .whole:
      let factor = way > 0 ? (isFar ? 1.1 : 1.01) : 1 / (isFar ? 1.1 : 1.01)
      (new.scaleX, new.scaleY) = (Self.held(new.scaleX * factor), Self.held(new.scaleY * factor))
    }
    var effects = Effects()
    effects.damage = document.place(new)
    effects.adornmentsChanged = true
    update(effects.damage)
    return effects
  }

  private enum PieceChange {
    case place, sides, whole
  }

  private static func change(_ modifiers: Modifiers) -> PieceChange? {
    switch modifiers.subtracting(.shift) {
    case []: .place
    case .control: .sides
    case .alt: .whole
    default: nil
    }
  }

  /// X's keysyms of the arrow keys, and where they point in the window.
  static let arrows: [UInt32: Vector] = [
    0xFF51: Vector(-1, 0), 0xFF52: Vector(0, -1), 0xFF53: Vector(1, 0), 0xFF54: Vector(0, 1),
  ]

  /// A scale within those that there are, on its side of 0.
  private static func held(_ scale: Double) -> Double {
    let size = max(Placement.scales.lowerBound, min(Placement.scales.upperBound, abs(scale)))
    return scale < 0 ? -size : size
  }
}
