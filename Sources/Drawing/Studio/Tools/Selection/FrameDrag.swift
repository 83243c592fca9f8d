import Document
import Geometry
import Ink
import Input

/// A drag of a handle of a frame, which moves, scales or rotates what is in it.
struct FrameDrag {
  private let handle: SelectionFrame.Handle
  /// The touch, window px.
  private let start: Point
  /// The newest position, window px.
  private var now: Point
  /// The modifiers held now.
  private var modifiers: Modifiers
  /// The placement at the start.
  private let before: Placement
  /// The frame's rectangle before any move, canvas px.
  private let rect: Rect
  /// Whether both sides grow alike, whatever is held.
  private let keepsProportions: Bool
  /// Whether the pen has moved beyond `slop`.
  private(set) var hasMoved = false

  /// The distance below which a drag is a tap, window px.
  static let slop = 3.0

  /// A drag that starts at a window position.
  init(
    _ handle: SelectionFrame.Handle, at start: Point, modifiers: Modifiers, before: Placement, rect: Rect,
    keepsProportions: Bool = false
  ) {
    (self.handle, self.start, now, self.modifiers) = (handle, start, start, modifiers)
    (self.before, self.rect, self.keepsProportions) = (before, rect, keepsProportions)
  }

  mutating func move(_ e: PointerEvent) {
    (now, modifiers) = (e.sample.position, e.modifiers)
    if start.distance(to: now) >= Self.slop { hasMoved = true }
  }

  /// The new placement.
  func placement(in view: View) -> Placement {
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
    if at.x != 0 { new.scaleX = FloatingSelectionDrag.clamped(before.scaleX + local.dx * at.x / width) }
    if at.y != 0 { new.scaleY = FloatingSelectionDrag.clamped(before.scaleY + local.dy * at.y / height) }
    // A corner keeps the proportions; Shift frees them.
    if keepsProportions || !modifiers.contains(.shift), at.x != 0, at.y != 0 {
      let (x, y) = (new.scaleX / before.scaleX, new.scaleY / before.scaleY)
      var factor = abs(x - 1) > abs(y - 1) ? x : y
      // Nothing is mirrored then.
      if keepsProportions { factor = max(Placement.scales.lowerBound / before.scaleX, factor) }
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
}
