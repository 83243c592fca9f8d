import Geometry
import Ink
import Language
import Toolkit

/// The properties of Fude's own brushes: their tips and the width of their strokes.
extension BrushPropertyGroup {
  static var own: [BrushPropertyGroup] { [tip, width, ink, chance, smoothing] }

  private static var tip: BrushPropertyGroup {
    BrushPropertyGroup(
      title: translated("Tip", context: "of a brush"),
      properties: [
        BrushProperty(
          title: translated("Size", context: "of a brush"),
          note: translated("Width of the stroke at full pressure, in pixels of the canvas."),
          kind: .number(
            .number(.logarithmic(Brush.sizes), standard: 12, "px", decimals: 1), get: { $0.fullWidth },
            set: { $0.resized(toFullWidth: $1) })),
        BrushProperty(
          title: translated("Shape", context: "of a brush's tip"),
          kind: .choice(
            [translated("Round", context: "tip"), translated("Flat", context: "tip")],
            get: { brush in
              guard brush.rendering == .outline else { return nil }
              if case .flat = brush.tip { return 1 } else { return 0 }
            },
            set: { brush, number in
              var brush = brush
              brush.tip = number == 0 ? .round : .flat(Brush.Nib(thickness: 0.2, angle: .zero, followsAzimuth: false))
              return brush.valid
            })),
        BrushProperty(
          title: translated("Thickness", context: "of a flat tip"),
          note: translated("As a share of the width of the flat tip."),
          kind: .number(
            .percent(0.02...1, standard: 0.2), get: { $0.nib?.thickness },
            set: { brush, value in brush.withNib { $0.thickness = value } })),
        BrushProperty(
          title: translated("Angle", context: "of a tip"),
          note: translated("Direction of the broad side, clockwise from the right."),
          kind: .number(
            .number(.linear(-180...180, step: 1), standard: 0, "°"), get: { $0.nib?.angle.shownDegrees },
            set: { brush, value in brush.withNib { $0.angle = Angle(degrees: value) } })),
        BrushProperty(
          title: translated("Follows the pen", context: "a flat tip"),
          note: translated("The tip turns with the direction in which the pen leans, or with its barrel."),
          kind: .choice(
            [translated("No"), translated("Yes")], get: { $0.nib.map { $0.followsAzimuth ? 1 : 0 } },
            set: { brush, number in brush.withNib { $0.followsAzimuth = number == 1 } })),
        BrushProperty(
          title: translated("Picture", context: "of a tip"),
          note: translated("A PNG image: the darker and the more opaque a pixel is, the more it covers."),
          kind: .pictures),
        BrushProperty(
          title: translated("Order of the pictures"),
          kind: .choice(
            [
              translated("In turn", context: "pictures of a tip"), translated("Random", context: "pictures of a tip"),
              translated("By direction", context: "pictures of a tip"),
            ],
            get: { brush in
              guard let tip = brush.imageTip, tip.images.count > 1 else { return nil }
              return Brush.ImageTip.Choice.allCases.firstIndex(of: tip.choice)
            },
            set: { brush, number in brush.withImageTip { $0.choice = Brush.ImageTip.Choice.allCases[number] } })),
        BrushProperty(
          title: translated("Turned by", context: "pictures of a tip"),
          kind: .choice(
            [
              translated("Nothing", context: "turns a tip"), translated("Stroke", context: "turns a tip"),
              translated("Tilt", context: "turns a tip"), translated("Barrel", context: "turns a tip"),
            ], get: { $0.imageTip.flatMap { Brush.ImageTip.Turning.allCases.firstIndex(of: $0.turning) } },
            set: { brush, number in brush.withImageTip { $0.turning = Brush.ImageTip.Turning.allCases[number] } })),
        BrushProperty(
          title: translated("Rotation", context: "of a tip's picture"),
          kind: .number(
            .number(.linear(-180...180, step: 1), standard: 0, "°"), get: { $0.imageTip?.angle.shownDegrees },
            set: { brush, value in brush.withImageTip { $0.angle = Angle(degrees: value) } })),
        BrushProperty(
          title: translated("Roundness", context: "of a tip"),
          note: translated("Height of a print as a share of that of its picture."),
          kind: .number(
            .percent(Brush.ImageTip.roundnesses, standard: 1), get: { $0.imageTip?.roundness },
            set: { brush, value in brush.withImageTip { $0.roundness = value } })),
      ])
  }

  private static var width: BrushPropertyGroup {
    BrushPropertyGroup(
      title: translated("Width", context: "of a stroke"),
      properties: [
        BrushProperty(
          title: translated("Least width"), note: translated("Width at no pressure, as a share of the size."),
          kind: .number(
            .percent(standard: 0.1), get: { $0.width.tiltPencil == nil ? $0.minimumShare : nil },
            set: { $0.with(\.minimumShare, $1) })),
        BrushProperty(
          title: translated("Width by pressure"),
          note: translated("From left to right: pressure. Upwards: width, from the least one to the size."),
          kind: .curve(
            get: { $0.width.tiltPencil == nil ? $0.pressureCurve : nil }, set: { $0.with(\.pressureCurve, $1) })),
        BrushProperty(
          title: translated("Widened by tilt"), note: translated("Width of a pen held flat; 1 is as wide as upright."),
          kind: .number(
            .number(.curved(1...20, step: 0.1), standard: 1, "×", decimals: 1),
            get: { $0.width.tiltPencil == nil ? $0.width.flat : nil }, set: { $0.with(\.width.flat, $1) })),
        BrushProperty(
          title: translated("Thinned by speed"), note: translated("Share of the width that a fast stroke loses."),
          kind: .number(
            .percent(standard: 0), get: { $0.width.tiltPencil == nil ? $0.width.thinning : nil },
            set: { $0.with(\.width.thinning, $1) })),
        BrushProperty(
          title: translated("Speed for half of it"), note: translated("In pixels of the window a second."),
          kind: .number(
            .number(.logarithmic(1...100_000), standard: 1000), get: { $0.width.thinning > 0 ? $0.width.speed : nil },
            set: { $0.with(\.width.speed, $1) })),
        BrushProperty(
          title: translated("Grows within", context: "a stroke's width"),
          note: translated("Distance over which the width grows to its target, as bristles spread."),
          kind: .number(
            .number(.curved(0...1000, step: 1), standard: 0, "px"), get: { $0.width.rise },
            set: { $0.with(\.width.rise, $1) })),
        BrushProperty(
          title: translated("Shrinks within", context: "a stroke's width"),
          note: translated("Distance over which the width shrinks to its target."),
          kind: .number(
            .number(.curved(0...1000, step: 1), standard: 0, "px"), get: { $0.width.fall },
            set: { $0.with(\.width.fall, $1) })),
        BrushProperty(
          title: translated("Lead of a pencil"),
          note: translated("The width follows the tilt as that of a pencil's lead does, instead of the pressure."),
          kind: .choice(
            [translated("No"), translated("Yes")], get: { $0.width.tiltPencil == nil ? 0 : 1 },
            set: { $0.with(\.width.tiltPencil, $1 == 0 ? nil : 0.2) })),
        BrushProperty(
          title: translated("Thinnest line", context: "of a pencil's lead"),
          note: translated("Width along the tilt as a share of that across it."),
          kind: .number(
            .percent(standard: 0.2), get: { $0.width.tiltPencil }, set: { $0.with(\.width.tiltPencil, $1) })),
      ])
  }
}

extension Brush {
  var nib: Nib? { if case .flat(let nib) = tip { nib } else { nil } }
  var imageTip: ImageTip? { if case .image(let tip) = tip { tip } else { nil } }

  /// The brush with another value of a property.
  func with<Value>(_ property: WritableKeyPath<Brush, Value>, _ value: Value) -> Brush {
    var brush = self
    brush[keyPath: property] = value
    return brush
  }

  func withNib(_ change: (inout Nib) -> Void) -> Brush {
    guard var nib else { return self }
    change(&nib)
    return with(\.tip, .flat(nib))
  }
}

extension Angle {
  /// -180...180 degrees.
  fileprivate var shownDegrees: Double {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }
}
