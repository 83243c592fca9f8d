import Geometry
import Paint
import Toolkit

/// The icon of the program's windows: a brush stroke on paper.
public enum AppIcon {
  /// The sizes for window managers and task bars, px.
  public static let sizes = [16, 32, 48, 64]

  /// The icon's pixels, not premultiplied 0xAARRGGBB row by row for _NET_WM_ICON; nil if Cairo has
  /// no memory.
  public static func pixels(size: Int) -> [UInt32]? {
    do {
      let surface = try ImageSurface(width: size, height: size)
      try surface.paint { painter in
        let k = Double(size) / 64
        painter.transform(.scale(k, k))
        painter.fill(.roundedRect(Rect(x: 2, y: 2, width: 60, height: 60), radius: 14), Colour(rgb: 0x1F2024))
        painter.fill(.roundedRect(Rect(x: 10, y: 10, width: 44, height: 44), radius: 6), Colour(rgb: 0xFDFCF9))
        painter.fill(brushStroke, Colour(rgb: 0x1D1F24))
        painter.fill(.circle(center: Point(45, 20), radius: 3.6), Colour(rgb: 0xE2553A))
      }
      return (0..<size * size).map { i in straight(surface.pixel(x: i % size, y: i / size) ?? 0) }
    } catch {
      return nil
    }
  }

  private static var brushStroke: Path {
    var path = Path()
    path.move(to: Point(16, 22))
    path.cubic(Point(24, 16), Point(32, 22), to: Point(30, 32))
    path.cubic(Point(28, 42), Point(38, 46), to: Point(49, 40))
    path.cubic(Point(40, 53), Point(20, 50), to: Point(21, 36))
    path.cubic(Point(22, 28), Point(22, 25), to: Point(16, 22))
    path.close()
    return path
  }

  private static func straight(_ p: UInt32) -> UInt32 {
    let a = p >> 24
    guard a > 0, a < 255 else { return p }
    func channel(_ shift: UInt32) -> UInt32 { min(255, ((p >> shift & 255) * 255 + a / 2) / a) << shift }
    return a << 24 | channel(16) | channel(8) | channel(0)
  }
}
