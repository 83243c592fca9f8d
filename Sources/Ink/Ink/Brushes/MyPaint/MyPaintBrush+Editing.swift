/// Changed brushes. What the file says beside its settings stays as it is.
extension MyPaintBrush {
  /// Whether another brush has the same settings, whatever else its file says.
  public func isLike(_ other: MyPaintBrush) -> Bool {
    bytes == other.bytes || baseValues == other.baseValues && Set(mappings) == Set(other.mappings)
  }

  /// The points of a mapping; none if the setting does not depend on the input.
  public func points(of setting: MyPaintSetting, _ input: MyPaintInput) -> [SIMD2<Float>] {
    mappings.first { $0.setting == setting && $0.input == input }?.points ?? []
  }

  /// The inputs that a setting depends on.
  public func inputs(of setting: MyPaintSetting) -> [MyPaintInput] {
    MyPaintInput.allCases.filter { input in mappings.contains { $0.setting == setting && $0.input == input } }
  }

  /// The brush with another base value, clamped to the setting's range; itself if it has that
  /// value.
  /// - Throws: if the brush would not be safe, or its file too large.
  public func with(_ value: Float, for setting: MyPaintSetting) throws(MyPaintBrushError) -> MyPaintBrush {
    let value = min(max(value.isFinite ? value : setting.standard, setting.range.lowerBound), setting.range.upperBound)
    if value == baseValue(of: setting) { return self }
    return try changing(setting) { $0.with("base_value", Self.number(value)) }
  }

  /// The brush with another mapping of a setting to an input; without points it does not depend on
  /// the input.
  /// - Throws: if the points are not possible, the brush would not be safe, or its file too large.
  public func with(
    _ points: [SIMD2<Float>], for setting: MyPaintSetting, _ input: MyPaintInput
  ) throws(MyPaintBrushError) -> MyPaintBrush {
    if points == self.points(of: setting, input) { return self }
    let list = JSONValue.list(points.map { .list([Self.number($0.x), Self.number($0.y)]) })
    // A brush whose file says nothing of it paints with the pen's pressure.
    let isStandard = setting == .opaqueMultiply && input == .pressure
    return try changing(setting) { (value) throws(MyPaintBrushError) in
      let inputs = try value.member("inputs") ?? .object([])
      return value.with("inputs", inputs.with(input.name, points.isEmpty && !isStandard ? nil : list))
    }
  }

  private func changing(
    _ setting: MyPaintSetting, _ change: (JSONValue) throws(MyPaintBrushError) -> JSONValue
  ) throws(MyPaintBrushError) -> MyPaintBrush {
    let root = try Self.json(bytes)
    let settings = try root.member("settings") ?? .object([])
    let standard = JSONValue.object([
      JSONValue.Member(name: "base_value", value: Self.number(setting.standard)),
      JSONValue.Member(name: "inputs", value: .object([])),
    ])
    let changed = try change(try settings.member(setting.name) ?? standard)
    return try MyPaintBrush(parsing: Array(root.with("settings", settings.with(setting.name, changed)).text.utf8))
  }

  /// A number with the fewest digits that give the same `Float`.
  private static func number(_ value: Float) -> JSONValue {
    // NaN is no JSON; the reader refuses null.
    guard value.isFinite, let number = Double("\(value)") else { return .null }
    return .number(number)
  }
}
