import Document
import Geometry
import Ink
import Input

/// A floating selection being moved, scaled or rotated by a handle of its frame.
final class FloatingSelectionDrag: InkGesture {
  private let handle: SelectionFrame.Handle
  /// The touch, window px.
  private let start: Point
  /// The newest position, window px.
  private var now: Point
  /// The modifiers held now.
  private var modifiers: Modifiers
  /// The placement before; nil if nothing floated.
  private let floated: Placement?
  /// The frame's rectangle before any move, canvas px.
  private let rect: Rect
  /// Whether the pen has moved beyond `slop`.
  private var hasMoved = false

  /// A drag that starts at a window position.
  init(
    _ handle: SelectionFrame.Handle, at start: Point, modifiers: Modifiers, floated: Placement?, rect: Rect
  ) {
    (self.handle, self.start, now, self.modifiers) = (handle, start, start, modifiers)
    (self.floated, self.rect) = (floated, rect)
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    (now, modifiers) = (e.sample.position, e.modifiers)
    if start.distance(to: now) >= Self.slop { hasMoved = true }
    context.awaitDrawing()
    return Effects()
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    guard hasMoved, context.lift() else { return Effects() }
    let new = placement(in: context.view)
    var effects = context.updated { $0.place(new) }
    effects.adornmentsChanged = true
    return effects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = Effects()
    if end == .cancelled {
      effects = context.updated { document in
        if let floated { document.place(floated) } else { document.cancelFloating() }
      }
    } else if let piece = context.document.floating, piece.placement != floated {
      context.addFloatingStep(from: floated)
      effects.panelsChanged = true
    }
    effects.adornmentsChanged = true
    return effects
  }

  /// The distance below which a drag is a tap, window px.
  static let slop = 3.0

  /// The new placement.
  private func placement(in view: View) -> Placement {
    let before = floated ?? Placement(pivot: rect.center)
    let (from, to) = (view.windowToCanvas(start), view.windowToCanvas(now))
    switch handle {
    case .inside: return moved(before, by: to - from)
    case .rotation: return turned(before, from, to)
    default: return scaled(before, by: to - from)
    }
  }

  private func moved(_ before: Placement, by way: Vector) -> Placement {
    var new = before
    var way = way
    if modifiers.contains(.shift) { way = abs(way.dx) > abs(way.dy) ? Vector(way.dx, 0) : Vector(0, way.dy) }
    new.translation = before.translation + way
    return new
  }

  private func turned(_ before: Placement, _ from: Point, _ to: Point) -> Placement {
    var new = before
    let middle = before.pivot + before.translation
    new.rotation = (before.rotation + ((to - middle).direction - (from - middle).direction)).wrapped
    if modifiers.contains(.shift) {
      let step = Double.pi / 12
      // Quarter turns to the bit, so that they are exact.
      new.rotation = Angle(radians: Double.pi / 2 * ((new.rotation.radians / step).rounded() / 6))
    }
    return new
  }

  private func scaled(_ before: Placement, by way: Vector) -> Placement {
    guard let at = handle.place else { return before }
    let isCentered = !modifiers.isDisjoint(with: [.alt, .control])
    var new = before
    // Along the selection's own sides. Scaling about the middle moves both sides.
    let local = Affine.rotation(-before.rotation)(way) * (isCentered ? 2 : 1)
    let (width, height) = (max(1, rect.width), max(1, rect.height))
    if at.x != 0 { new.scaleX = Self.clamped(before.scaleX + local.dx * at.x / width) }
    if at.y != 0 { new.scaleY = Self.clamped(before.scaleY + local.dy * at.y / height) }
    // A corner keeps the proportions; Shift frees them.
    if !modifiers.contains(.shift), at.x != 0, at.y != 0 {
      let (x, y) = (new.scaleX / before.scaleX, new.scaleY / before.scaleY)
      let factor = abs(x - 1) > abs(y - 1) ? x : y
      (new.scaleX, new.scaleY) = (before.scaleX * factor, before.scaleY * factor)
    }
    if isCentered { return new }
    let anchor = Vector(-at.x * rect.width / 2, -at.y * rect.height / 2)
    func reached(_ p: Placement) -> Vector {
      p.translation + Affine.rotation(p.rotation)(Vector(anchor.dx * p.scaleX, anchor.dy * p.scaleY))
    }
    new.translation = new.translation + (reached(before) - reached(new))
    return new
  }

  /// A scale within `Placement.scales`, with its sign.
  static func clamped(_ scale: Double) -> Double {
    let size = max(Placement.scales.lowerBound, min(Placement.scales.upperBound, abs(scale)))
    return scale < 0 ? -size : size
  }
}
