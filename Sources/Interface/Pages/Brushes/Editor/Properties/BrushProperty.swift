import Ink
import Language
import Toolkit

/// A property of brushes that the editor shows in a row.
struct BrushProperty {
  /// How it is read from a brush and set.
  enum Kind {
    /// A number on a slider. `get` is nil for brushes without the property, whose rows are hidden.
    case number(Scale, get: (Brush) -> Double?, set: (Brush, Double) -> Brush)
    /// One of a few options, by its number.
    case choice([String], get: (Brush) -> Int?, set: (Brush, Int) -> Brush)
    /// A curve of the pressure.
    case curve(get: (Brush) -> PressureCurve?, set: (Brush, PressureCurve) -> Brush)
    /// The pictures of the tip.
    case pictures
    /// A setting of MyPaint's, with its inputs.
    case paint(MyPaintSetting)
  }

  /// The values of a slider, and how it shows them.
  struct Scale {
    var slider: SliderScale
    var standard: Double
    var text: (Double) -> String
    var widest: String
    var isPercent = false

    /// Shares of 0...1 in percent.
    static func percent(_ range: ClosedRange<Double> = 0...1, standard: Double, isCurved: Bool = false) -> Scale {
      Scale(
        slider: isCurved ? .curved(range, step: 0.01) : .linear(range, step: 0.01), standard: standard,
        text: { "\(Int(($0 * 100).rounded())) %" }, widest: "\(Int(range.upperBound * 100)) %", isPercent: true)
    }

    /// Numbers with a unit behind them, perhaps none.
    static func number(
      _ slider: SliderScale, standard: Double, _ unit: String = "", decimals: Int = 0
    ) -> Scale {
      let behind = unit.isEmpty ? "" : " " + unit
      let text = { (value: Double) in NumberText.text(value, decimals: decimals) + behind }
      let widest = [slider.range.lowerBound, slider.range.upperBound].map(text).max { $0.count < $1.count } ?? ""
      return Scale(slider: slider, standard: standard, text: text, widest: widest)
    }
  }

  var title: String
  var note = ""
  var kind: Kind

  /// Whether a brush has it.
  func applies(to brush: Brush) -> Bool {
    switch kind {
    case .number(_, let get, _): get(brush) != nil
    case .choice(_, let get, _): get(brush) != nil
    case .curve(let get, _): get(brush) != nil
    case .pictures: brush.dabs != nil
    case .paint: brush.paint != nil
    }
  }
}

/// Properties that belong together.
struct BrushPropertyGroup {
  var title: String
  var properties: [BrushProperty]
  /// Its number among all groups of the kind of brush.
  private(set) var number = 0

  init(title: String, properties: [BrushProperty]) { (self.title, self.properties) = (title, properties) }

  /// The groups of a brush's properties, without those that it cannot have.
  static func groups(of brush: Brush) -> [BrushPropertyGroup] {
    (brush.paint == nil ? own : paint).enumerated().map { number, group in
      var group = group
      group.number = number
      return group
    }.filter { $0.properties.contains { $0.applies(to: brush) } }
  }
}
