import Geometry

extension Vector {
  /// The direction of an arrow key in the window, by its keysym; nil for other keys.
  static func arrow(_ keysym: UInt32) -> Vector? {
    switch keysym {
    case 0xFF51: Vector(-1, 0)
    case 0xFF52: Vector(0, -1)
    case 0xFF53: Vector(1, 0)
    case 0xFF54: Vector(0, 1)
    default: nil
    }
  }
}
