import Geometry
import Paint

/// A line icon for a button, 24 x 24 px at 96 dpi, crisp at any scale.
///
/// The lines are SVG path data in a box from (0, 0) to (24, 24), stroked 1.8 wide with round ends.
public struct Icon: Hashable, Sendable {
  public let name: String
  public let lines: Path
  public let areas: Path

  public init(_ name: String, _ lines: String, filled areas: String = "") {
    self.name = name
    // Invalid data would leave the icon empty; a test reads all icons.
    self.lines = (try? Path(svg: lines)) ?? Path()
    self.areas = areas.isEmpty ? Path() : (try? Path(svg: areas)) ?? Path()
  }

  public static func == (a: Icon, b: Icon) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Draws the icon in window px with its centre near `center`, aligned to whole pixels.
  public func draw(on painter: Painter, center: Point, _ colour: Colour, _ theme: Theme, size: Double = 24) {
    let side = theme.px(size)
    painter.saved {
      painter.translate((center.x - side / 2).rounded(), (center.y - side / 2).rounded())
      painter.transform(.scale(side / 24, side / 24))
      if !lines.elements.isEmpty {
        painter.stroke(lines, StrokeStyle(width: 1.8, cap: .round, join: .round), colour)
      }
      if !areas.elements.isEmpty { painter.fill(areas, colour) }
    }
  }
}
