import Geometry
import Paint
import Toolkit

/// The line of a gradient above the drawing, with a mark for each stop. All lengths are window px.
public struct GradientLine: Sendable, Hashable {
  public struct Stop: Sendable, Hashable {
    public let place: Point
    /// 0xRRGGBB.
    public let colour: UInt32
    /// 0...1.
    public let opacity: Double
    public let isChosen: Bool

    public init(place: Point, colour: UInt32, opacity: Double, isChosen: Bool) {
      (self.place, self.colour, self.opacity, self.isChosen) = (place, colour, opacity, isChosen)
    }
  }

  public let from: Point
  public let to: Point
  public let stops: [Stop]

  public init(from: Point, to: Point, stops: [Stop]) { (self.from, self.to, self.stops) = (from, to, stops) }

  var points: [Point] { [from, to] + stops.map(\.place) }

  /// The radius of the largest mark.
  static func radius(_ theme: Theme) -> Double { theme.px(10) }

  func draw(on painter: Painter, _ theme: Theme) {
    guard points.allSatisfy(\.isFinite) else { return }
    var path = Path()
    path.move(to: from)
    path.line(to: to)
    let (light, dark) = (Colour(rgb: 0xffffff, alpha: 0.9), Colour(rgb: 0x1f2024, alpha: 0.95))
    painter.stroke(path, StrokeStyle(width: theme.px(3.6)), light)
    painter.stroke(path, StrokeStyle(width: theme.px(1.4)), dark)
    // The chosen one last, so that it is seen where stops lie on each other.
    for stop in stops.filter({ !$0.isChosen }) + stops.filter(\.isChosen) {
      let radius = stop.isChosen ? theme.px(8) : theme.px(6)
      let circle = Path.circle(center: stop.place, radius: radius)
      painter.fill(circle, .white)
      painter.fill(circle, Colour(rgb: stop.colour, alpha: stop.opacity))
      painter.stroke(circle, StrokeStyle(width: theme.px(3.2)), light)
      painter.stroke(circle, StrokeStyle(width: theme.px(1.4)), stop.isChosen ? theme.colours.accent : dark)
      if stop.isChosen {
        painter.stroke(
          .circle(center: stop.place, radius: radius + theme.px(1.4)), StrokeStyle(width: theme.px(1.4)),
          theme.colours.accent)
      }
    }
  }
}
