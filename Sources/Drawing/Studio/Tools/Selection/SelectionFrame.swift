import Geometry

/// A frame with handles: around the selection, which they scale and rotate, or around the canvas that
/// the crop tool would make.
public struct SelectionFrame: Sendable, Hashable {
  /// A handle.
  public enum Handle: Sendable, Hashable, CaseIterable {
    case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left
    /// Above the upper edge: rotates.
    case rotation
    /// The inside: moves.
    case inside

    /// The position in the frame, from -1 (left, top) to 1; nil for handles that do not scale.
    var place: (x: Double, y: Double)? {
      switch self {
      case .topLeft: (-1, -1)
      case .top: (0, -1)
      case .topRight: (1, -1)
      case .right: (1, 0)
      case .bottomRight: (1, 1)
      case .bottom: (0, 1)
      case .bottomLeft: (-1, 1)
      case .left: (-1, 0)
      case .rotation, .inside: nil
      }
    }
  }

  /// Half of the side of a handle's touch area, px at 96 dpi.
  public static let reach = 20.0
  /// The distance of the rotation handle from the frame, px at 96 dpi.
  public static let rotationDistance = 40.0

  /// The rectangle around the selection before it was moved, canvas px.
  public let rect: Rect
  /// The map from that rectangle to the selection's present place.
  public let map: Affine
  /// Whether it has the handle that rotates.
  public let rotates: Bool
  /// Whether it has handles at its sides, which change one of its measures alone.
  public let hasSides: Bool

  /// A frame around a rectangle on the canvas, px, as `map` places it.
  public init(rect: Rect, map: Affine, rotates: Bool = true, hasSides: Bool = true) {
    (self.rect, self.map, self.rotates, self.hasSides) = (rect, map, rotates, hasSides)
  }

  /// All handles but the inside.
  public var handles: [Handle] {
    Handle.allCases.filter { handle in
      switch handle {
      case .inside: false
      case .rotation: rotates
      case .top, .right, .bottom, .left: hasSides
      case .topLeft, .topRight, .bottomRight, .bottomLeft: true
      }
    }
  }

  /// The present corners, canvas px: upper left, upper right, lower right, lower left of the
  /// rectangle.
  public var corners: [Point] {
    [
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
      Point(rect.minX, rect.maxY),
    ].map { map($0) }
  }

  /// The position of a handle, window px; for `inside` the middle.
  /// - Parameter scale: window px for each px of a design for 96 dpi.
  public func place(of handle: Handle, in view: View, scale: Double) -> Point {
    let toWindow = view.canvasToWindow * map
    let middle = rect.center
    if let at = handle.place {
      return toWindow(Point(middle.x + at.x * rect.width / 2, middle.y + at.y * rect.height / 2))
    }
    if handle == .inside { return toWindow(middle) }
    let top = toWindow(Point(middle.x, rect.minY))
    let out = (top - toWindow(middle)).normalized ?? Vector(0, -1)
    return top + out * (Self.rotationDistance * scale)
  }

  /// The handle at a window position; nil for none. In a small frame the touch areas are smaller,
  /// so that an inside remains.
  public func handle(at place: Point, in view: View, scale: Double) -> Handle? {
    let toWindow = view.canvasToWindow * map
    let isInside = toWindow.inverse.map { rect.contains($0(place)) } ?? false
    let width = toWindow(Vector(rect.width, 0)).length
    let height = toWindow(Vector(0, rect.height)).length
    let reach = Self.reach * scale
    let inner = min(reach, min(width, height) / 4)
    var best: (handle: Handle, distance: Double)?
    for handle in handles {
      let distance = self.place(of: handle, in: view, scale: scale).distance(to: place)
      guard distance <= (isInside ? inner : reach), distance < best?.distance ?? .infinity else { continue }
      best = (handle, distance)
    }
    return best?.handle ?? (isInside ? .inside : nil)
  }
}
