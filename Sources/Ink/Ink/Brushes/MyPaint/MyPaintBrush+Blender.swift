import Glibc

/// Brushes that move the colours of the canvas and add none.
extension MyPaintBrush {
  /// The smudge length of a blender whose brush takes up no colours by itself.
  private static let smudgeLength: Float = 0.5

  /// What changes colours after they are picked up. The canvas would be changed more with each dab.
  private static let colourChanges: [MyPaintSetting] = [
    .changeColorH, .changeColorL, .changeColorHslS, .changeColorV, .changeColorHsvS, .colorize, .posterize,
  ]

  /// This brush as a blender: it smudges entirely, whatever the pen does, never erases and changes no
  /// colour. All other settings stay, those of its own smudging too. The file has only what a blender needs, without
  /// notes.
  ///
  /// Nil if the file would be too large, which no file of a normal size becomes.
  public var blender: MyPaintBrush? {
    var replaced: [MyPaintSetting: Float] = [.smudge: 1, .eraser: 0]
    for setting in Self.colourChanges { replaced[setting] = 0 }
    if !samplesColours { replaced[.smudgeLength] = Self.smudgeLength }
    var baseValues = baseValues
    for (setting, value) in replaced { baseValues[setting.rawValue] = value }
    let blender = MyPaintBrush(
      baseValues: baseValues, mappings: mappings.filter { replaced[$0.setting] == nil })
    return blender.bytes.count <= Self.byteLimit ? blender : nil
  }

  /// A round blender. It mixes colours as light, as strokes of Fude's own brushes do. Pressure makes
  /// it stronger.
  /// - Parameters:
  ///   - radius: at full pressure, px of the canvas.
  ///   - minimumShare: the radius without pressure as a share of that, 0...1.
  ///   - hardness: 0 (soft) ... 1 (hard).
  static func roundBlender(radius: Double, minimumShare: Double, hardness: Double) -> MyPaintBrush {
    var baseValues = MyPaintSetting.allCases.map(\.standard)
    let values: [(MyPaintSetting, Double)] = [
      (.radiusLogarithmic, log(radius)), (.hardness, hardness), (.smudge, 1), (.smudgeLength, Double(smudgeLength)),
      (.paintMode, 0),
    ]
    for (setting, value) in values {
      baseValues[setting.rawValue] = min(max(Float(value), setting.range.lowerBound), setting.range.upperBound)
    }
    var mappings = [MyPaintMapping(setting: .opaqueMultiply, input: .pressure, points: [[0, 0], [1, 1]])]
    if minimumShare < 1 {
      // A thinner tip would leave gaps between its dabs.
      let least = Float(log(max(0.05, minimumShare)))
      mappings.append(MyPaintMapping(setting: .radiusLogarithmic, input: .pressure, points: [[0, least], [1, 0]]))
    }
    return MyPaintBrush(baseValues: baseValues, mappings: mappings)
  }

  /// A brush by its values, which must be within their ranges, with a file that says just these.
  private init(baseValues: [Float], mappings: [MyPaintMapping]) {
    let settings = MyPaintSetting.allCases.compactMap { setting -> String? in
      let value = baseValues[setting.rawValue]
      let own = mappings.filter { $0.setting == setting }
      var inputs = own.map { mapping in
        "\"\(mapping.input.name)\": [" + mapping.points.map { "[\($0.x), \($0.y)]" }.joined(separator: ", ") + "]"
      }
      // A file that does not name this input has it.
      if setting == .opaqueMultiply, !own.contains(where: { $0.input == .pressure }) {
        inputs.append("\"pressure\": []")
      }
      guard value != setting.standard || !inputs.isEmpty else { return nil }
      return "\"\(setting.name)\": {\"base_value\": \(value), \"inputs\": {\(inputs.joined(separator: ", "))}}"
    }
    let text = "{\"version\": 3, \"settings\": {\n\(settings.joined(separator: ",\n"))\n}}\n"
    self.init(bytes: Array(text.utf8), baseValues: baseValues, mappings: mappings)
  }
}
