import Ink
import Language
import Toolkit

/// The properties of Fude's own brushes: their ink, chance and smoothing.
extension BrushPropertyGroup {
  static var ink: BrushPropertyGroup {
    BrushPropertyGroup(
      title: translated("Ink", context: "of a brush"),
      properties: [
        BrushProperty(
          title: translated("Kind", context: "of ink"),
          note: translated(
            "Outlines are crisp. Dabs are soft or grainy, and not darker where a stroke crosses itself. Spray builds up."
          ),
          kind: .choice(
            [
              translated("Outlines", context: "kind of ink"), translated("Dabs", context: "kind of ink"),
              translated("Spray", context: "kind of ink"),
            ], get: { $0.kindOfInk }, set: { $0.with(kindOfInk: $1) })),
        BrushProperty(
          title: translated("Opacity", context: "of a brush"), note: translated("Opacity of a whole stroke."),
          kind: .number(.percent(standard: 1), get: { $0.opacity }, set: { $0.with(\.opacity, $1) })),
        BrushProperty(
          title: translated("Effect", context: "of ink"),
          kind: .choice(
            [
              translated("Covers", context: "effect of ink"), translated("Multiplies", context: "effect of ink"),
              translated("Erases", context: "effect of ink"),
            ], get: { Brush.Blend.allCases.firstIndex(of: $0.blend) },
            set: { $0.with(\.blend, Brush.Blend.allCases[$1]) })),
        BrushProperty(
          title: translated("Hardness"), note: translated("Share of a dab that is even; its edge is soft."),
          kind: .number(
            .percent(standard: 1), get: { $0.imageTip == nil ? $0.dabs?.hardness : nil },
            set: { brush, value in brush.withDabs { $0.hardness = value } })),
        BrushProperty(
          title: translated("Spacing", context: "of dabs"),
          note: translated("Distance between dabs as a share of their radius."),
          kind: .number(
            .percent(Brush.Dabs.spacings, standard: 0.25), get: { $0.imageTip == nil ? $0.dabs?.spacing : nil },
            set: { brush, value in brush.withDabs { $0.spacing = value } })),
        BrushProperty(
          title: translated("Spacing", context: "of pictures"),
          note: translated("Distance between prints as a share of half of their size."),
          kind: .number(
            .percent(Brush.Dabs.imageSpacings, standard: 0.25, isCurved: true),
            get: { $0.imageTip == nil ? nil : $0.dabs?.spacing },
            set: { brush, value in brush.withDabs { $0.spacing = value } })),
        BrushProperty(
          title: translated("Flow"), note: translated("Strength of a dab at full pressure."),
          kind: .number(
            .percent(standard: 1), get: { $0.dabs == nil ? nil : $0.flow.most },
            set: { $0.with(\.flow.most, max(0.001, $1)) })),
        BrushProperty(
          title: translated("Least flow"), note: translated("Strength at no pressure, as a share of the flow."),
          kind: .number(
            .percent(standard: 1), get: { $0.dabs == nil ? nil : $0.flow.minimumShare },
            set: { $0.with(\.flow.minimumShare, $1) })),
        BrushProperty(
          title: translated("Flow by pressure"),
          note: translated("From left to right: pressure. Upwards: strength, from the least one to the flow."),
          kind: .curve(get: { $0.dabs == nil ? nil : $0.flow.curve }, set: { $0.with(\.flow.curve, $1) })),
        BrushProperty(
          title: translated("Flow of a flat pen"),
          note: translated("Strength of a pen held flat; 100 % is as upright."),
          kind: .number(
            .percent(standard: 1), get: { $0.dabs == nil ? nil : $0.flow.flat }, set: { $0.with(\.flow.flat, $1) })),
        BrushProperty(
          title: translated("Grain", context: "of the paper"),
          note: translated("How much of a fine grain shows. A chosen texture replaces it."),
          kind: .number(
            .percent(standard: 0), get: { $0.dabs?.grain },
            set: { brush, value in brush.withDabs { $0.grain = value } })),
        BrushProperty(
          title: translated("Size of the grain"),
          kind: .number(
            .number(.linear(1...16, step: 0.5), standard: 1, "×", decimals: 1),
            get: { brush in brush.dabs.flatMap { $0.grain > 0 ? $0.grainScale : nil } },
            set: { brush, value in brush.withDabs { $0.grainScale = value } })),
      ])
  }

  static var chance: BrushPropertyGroup {
    func number(
      _ title: String, _ note: String = "", _ scale: BrushProperty.Scale,
      _ property: WritableKeyPath<Brush.Variation, Double>
    ) -> BrushProperty {
      BrushProperty(
        title: title, note: note,
        kind: .number(
          scale, get: { $0.dabs?.variation[keyPath: property] },
          set: { brush, value in brush.withDabs { $0.variation[keyPath: property] = value } }))
    }
    return BrushPropertyGroup(
      title: translated("Chance", context: "of a brush"),
      properties: [
        number(
          translated("Scatter"), translated("Greatest distance of a dab from the stroke, as a share of the size."),
          .percent(Brush.Variation.scatters, standard: 0, isCurved: true), \.scatter),
        BrushProperty(
          title: translated("Scattered", context: "dabs"),
          kind: .choice(
            [translated("Across", context: "the stroke"), translated("All around", context: "the stroke")],
            get: { brush in
              brush.dabs.flatMap { $0.variation.scatter > 0 ? ($0.variation.scattersAlong ? 1 : 0) : nil }
            },
            set: { brush, number in brush.withDabs { $0.variation.scattersAlong = number == 1 } })),
        BrushProperty(
          title: translated("Dabs at a place"),
          kind: .number(
            .number(.linear(1...16, step: 1), standard: 1), get: { $0.dabs.map { Double($0.variation.count) } },
            set: { brush, value in brush.withDabs { $0.variation.count = Int(max(1, min(16, value.rounded()))) } })),
        number(
          translated("Size by chance"), translated("Share of the size that a dab loses at most."),
          .percent(standard: 0), \.size),
        number(
          translated("Flow by chance"), translated("Share of the strength that a dab loses at most."),
          .percent(standard: 0), \.strength),
        BrushProperty(
          title: translated("Turn by chance"),
          note: translated("Greatest turn to each side as a share of half a turn."),
          kind: .number(
            .percent(standard: 0), get: { $0.imageTip?.angleJitter },
            set: { brush, value in brush.withImageTip { $0.angleJitter = value } })),
        BrushProperty(
          title: translated("Mirrored by chance"),
          kind: .choice(
            [
              translated("No"), translated("Left to right", context: "mirrored"),
              translated("Top to bottom", context: "mirrored"), translated("Both", context: "mirrored"),
            ],
            get: { brush in brush.imageTip.map { ($0.flipsAcross ? 1 : 0) + ($0.flipsDown ? 2 : 0) } },
            set: { brush, number in
              brush.withImageTip { ($0.flipsAcross, $0.flipsDown) = (number & 1 != 0, number & 2 != 0) }
            })),
      ])
  }

  static var smoothing: BrushPropertyGroup {
    BrushPropertyGroup(
      title: translated("Smoothing", context: "of a brush"),
      properties: [
        BrushProperty(
          title: translated("Smoothing"),
          kind: .choice(
            [translated("From the settings", context: "smoothing"), translated("Own", context: "smoothing")],
            get: { $0.hasOwnStrength ? 1 : 0 }, set: { $0.with(\.hasOwnStrength, $1 == 1) })),
        BrushProperty(
          title: translated("Strength", context: "of the smoothing"),
          kind: .number(
            .number(.linear(0...100, step: 1), standard: Brush.defaultStrength),
            get: { $0.hasOwnStrength ? $0.strength : nil }, set: { $0.with(\.strength, $1) })),
        BrushProperty(
          title: translated("Stabiliser"),
          kind: .choice(
            [
              translated("From the settings", context: "smoothing"), translated("None", context: "guide of the ink"),
              translated("Rope", context: "guide of the ink"), translated("Average", context: "guide of the ink"),
            ], get: { $0.kindOfStabiliser }, set: { $0.with(kindOfStabiliser: $1) })),
        BrushProperty(
          title: translated("Length of the rope"),
          kind: .number(
            .number(.curved(Stabiliser.lengths, step: 1), standard: 60, "px"),
            get: { if $0.hasOwnStabiliser, case .rope(let length, _) = $0.stabiliser { length } else { nil } },
            set: { $0.with(\.stabiliser, .rope(length: $1, endsAtPen: $0.stabiliserEndsAtPen)) })),
        BrushProperty(
          title: translated("Time of the average"),
          kind: .number(
            .number(.linear(Stabiliser.times, step: 0.01), standard: 0.3, "s", decimals: 2),
            get: { if $0.hasOwnStabiliser, case .average(let time, _) = $0.stabiliser { time } else { nil } },
            set: { $0.with(\.stabiliser, .average(time: $1, endsAtPen: $0.stabiliserEndsAtPen)) })),
        BrushProperty(
          title: translated("When the pen is lifted"),
          kind: .choice(
            [translated("Finish the line"), translated("Stop there")],
            get: { $0.hasOwnStabiliser && $0.stabiliser != .none ? ($0.stabiliserEndsAtPen ? 0 : 1) : nil },
            set: { $0.with(\.stabiliser, $0.stabiliser.ending(atPen: $1 == 0)) })),
      ])
  }
}

extension Brush {
  /// Outlines, dabs, spray; nil for a brush of MyPaint.
  fileprivate var kindOfInk: Int? {
    switch rendering {
    case .outline: 0
    case .dabs: 1
    case .spray: 2
    case .mypaint: nil
    }
  }

  fileprivate func with(kindOfInk number: Int) -> Brush {
    let dabs = dabs ?? Dabs()
    return with(\.rendering, number == 0 ? .outline : number == 1 ? .dabs(dabs) : .spray(dabs)).valid
  }

  /// From the settings, none, rope, average.
  fileprivate var kindOfStabiliser: Int {
    guard hasOwnStabiliser else { return 0 }
    return switch stabiliser {
    case .none: 1
    case .rope: 2
    case .average: 3
    }
  }

  fileprivate func with(kindOfStabiliser number: Int) -> Brush {
    let stabiliser: Stabiliser =
      switch number {
      case 2: .rope(length: 60, endsAtPen: stabiliserEndsAtPen)
      case 3: .average(time: 0.3, endsAtPen: stabiliserEndsAtPen)
      default: .none
      }
    return with(\.hasOwnStabiliser, number > 0).with(\.stabiliser, stabiliser)
  }

  fileprivate var stabiliserEndsAtPen: Bool {
    switch stabiliser {
    case .none: true
    case .rope(_, let endsAtPen), .average(_, let endsAtPen): endsAtPen
    }
  }
}

extension Stabiliser {
  fileprivate func ending(atPen endsAtPen: Bool) -> Stabiliser {
    switch self {
    case .none: .none
    case .rope(let length, _): .rope(length: length, endsAtPen: endsAtPen)
    case .average(let time, _): .average(time: time, endsAtPen: endsAtPen)
    }
  }
}
