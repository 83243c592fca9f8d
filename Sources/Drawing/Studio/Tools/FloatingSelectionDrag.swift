import Document
import Geometry
import Input

/// A piece being moved, scaled or turned by a handle of its frame.
struct FloatingSelectionDrag {
  let handle: SelectionFrame.Handle
  /// Where the pen touched, window px.
  let start: Point
  /// Where it is.
  private(set) var now: Point
  /// Keys held now.
  private(set) var modifiers: Modifiers
  /// How the piece floated before; nil where it did not float.
  let floated: Placement?
  /// What the frame goes round where the piece was, canvas px.
  let rect: Rect
  /// Whether the pen has moved far enough to mean it.
  private(set) var hasMoved = false

  /// A drag that starts at a window place.
  init(
    _ handle: SelectionFrame.Handle, at start: Point, modifiers: Modifiers, floated: Placement?, rect: Rect
  ) {
    (self.handle, self.start, now, self.modifiers) = (handle, start, start, modifiers)
    (self.floated, self.rect) = (floated, rect)
  }

  /// The pen went to a window place.
  mutating func move(to place: Point, modifiers: Modifiers) {
    (now, self.modifiers) = (place, modifiers)
    if start.distance(to: now) >= Self.slop { hasMoved = true }
  }

  /// The way within which a touch is a tap, window px.
  static let slop = 3.0

  /// Where the piece is to be.
  func placement(in view: View) -> Placement {
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
    // Along the piece's own sides; what the opposite handle stays put for is seen from the middle twice.
    let local = Affine.rotation(-before.rotation)(way) * (isCentered ? 2 : 1)
    let (width, height) = (max(1, rect.width), max(1, rect.height))
    if at.x != 0 { new.scaleX = Self.clear(of: 0, before.scaleX + local.dx * at.x / width) }
    if at.y != 0 { new.scaleY = Self.clear(of: 0, before.scaleY + local.dy * at.y / height) }
    if modifiers.contains(.shift), at.x != 0, at.y != 0 {
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

  /// A scale that does not flatten anything.
  private static func clear(of zero: Double, _ scale: Double) -> Double {
    let size = max(Placement.scales.lowerBound, min(Placement.scales.upperBound, abs(scale)))
    return scale < zero ? -size : size
  }
}
