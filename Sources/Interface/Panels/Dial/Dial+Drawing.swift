import Geometry
import Paint
import Toolkit

/// Drawing of the dial. Lengths are px at 96 dpi, from its centre.
extension Dial {
  /// Radius of the dot's halo while it turns: the widest mark that moves with the value.
  static let haloRadius = 13.0

  func draw(on painter: Painter, _ typesetter: Typesetter, _ cache: PictureCache<Appearance>) {
    let frame = frame
    // The fixed parts are a cached picture.
    var still = appearance
    (still.degrees, still.isTurning) = (0, false)
    cache.show(still, frame: frame, on: painter, dirty: frame) { painter in
      painter.translate(center.x - Double(frame.minX), center.y - Double(frame.minY))
      drawFace(painter, typesetter)
    }
    painter.translate(center.x, center.y)
    drawValue(painter, typesetter)
  }

  private func drawFace(_ painter: Painter, _ typesetter: Typesetter) {
    let colours = theme.colours
    let radius = theme.px(Self.diameter / 2)
    let disc = Rect.null.grown(to: .zero, radius)
    painter.shadow(theme.roundShadow, of: disc, radius: radius)
    painter.fill(.circle(center: .zero, radius: radius), colours.panel)
    painter.stroke(
      .circle(center: .zero, radius: radius - theme.px(0.5)), StrokeStyle(width: theme.px(1)),
      colours.outline ?? colours.edge)
    if isHovered {
      painter.stroke(
        .circle(center: .zero, radius: radius - theme.px(1)), StrokeStyle(width: theme.px(2)), colours.separator)
    }
    if isFocused {
      painter.stroke(
        .circle(center: .zero, radius: radius - theme.px(2.5)), StrokeStyle(width: theme.px(2)), colours.focus)
    }
    var (short, long) = (Path(), Path())
    for degrees in stride(from: 0, to: 360, by: 5) {
      let isLong = degrees % 30 == 0
      // Quarter turns by an exact rotation, so that the four ticks on the axes are on whole pixels.
      let out = Affine.rotation(Angle.quarterTurn * (Double(degrees) / 90))(Vector(0, -1))
      let ends = (Point.zero + out * theme.px(84), Point.zero + out * theme.px(isLong ? 74 : 79))
      if isLong {
        long.move(to: ends.0)
        long.line(to: ends.1)
      } else {
        short.move(to: ends.0)
        short.line(to: ends.1)
      }
    }
    painter.stroke(short, StrokeStyle(width: theme.px(1.2)), colours.faint)
    painter.stroke(long, StrokeStyle(width: evenWidth(2)), colours.text)
    painter.stroke(
      .circle(center: .zero, radius: model.innerRadius),
      StrokeStyle(width: theme.px(1), dash: [theme.px(2), theme.px(3)]), colours.separator.faded(by: 0.6))
    if model.mode == .hue { drawHues(painter) }
    let name = typesetter.line(model.mode.name, theme.text(11), maxWidth: theme.px(100))
    painter.draw(name, at: Point(0, theme.px(22)), anchor: .middle, colours.dim)
  }

  private func drawHues(_ painter: Painter) {
    let step = 4.0
    for degrees in stride(from: 0.0, to: 360, by: step) {
      var segment = Path()
      // Slightly longer than its share, so that no seam is visible.
      segment.arc(
        center: .zero, radius: theme.px(62), from: Angle(degrees: degrees - 90 - step / 2),
        to: Angle(degrees: degrees - 90 + step * 0.6))
      painter.stroke(segment, StrokeStyle(width: theme.px(5)), Colour(hue: degrees))
    }
  }

  private func drawValue(_ painter: Painter, _ typesetter: Typesetter) {
    let colours = theme.colours
    let isHue = model.mode == .hue
    if !isHue {
      let arc = self.arc(to: self.arc(model.degrees))
      painter.stroke(arc, StrokeStyle(width: theme.px(4), cap: .round), colours.accent)
    }
    let dot = Point.zero + (self.dot(model.degrees) - center)
    let colour = isHue ? Colour(hue: model.degrees) : colours.accent
    if model.isTurning {
      painter.fill(.circle(center: dot, radius: theme.px(Self.haloRadius)), colour.faded(by: 0.3))
    }
    painter.fill(.circle(center: dot, radius: theme.px(8)), colour)
    if isHue {
      painter.stroke(.circle(center: dot, radius: theme.px(8)), StrokeStyle(width: theme.px(2)), colours.text)
    }
    let value = typesetter.line(model.shown, valueStyle)
    let box = valueFrame
    painter.saved {
      painter.clip(
        to: Rect(
          minX: Double(box.minX) - center.x, minY: Double(box.minY) - center.y, maxX: Double(box.maxX) - center.x,
          maxY: Double(box.maxY) - center.y))
      painter.draw(value, at: Point(0, theme.px(2)), anchor: .middle, colours.text)
    }
  }

  /// The arc from the top to an angle, -180...180 degrees.
  ///
  /// Its segments end at fixed angles, so that only the last one changes with the angle.
  private func arc(to end: Double) -> Path {
    let segment = 5.0
    var path = Path()
    for i in 0...Int(abs(end) / segment) {
      let (a, b) = (Double(i) * segment, min(Double(i + 1) * segment, abs(end)))
      let sign: Double = end < 0 ? -1 : 1
      path.arc(
        center: .zero, radius: theme.px(62), from: Angle(degrees: sign * a - 90), to: Angle(degrees: sign * b - 90))
    }
    return path
  }

  /// A width in whole, even window px, so that a line centred on a pixel's edge is crisp.
  private func evenWidth(_ width: Double) -> Double {
    max(2, (theme.px(width) / 2).rounded() * 2)
  }
}

extension Colour {
  /// The pure colour of a hue, degrees on the colour wheel: 0 red, 120 green, 240 blue.
  init(hue degrees: Double) { self.init(rgb: HSV(hue: degrees, saturation: 1, value: 1).rgb) }
}
