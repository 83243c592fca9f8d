extension MyPaintBrush {
  /// Reads a brush. Anything doubtful is an error.
  /// - Parameter bytes: the whole file; any bytes are safe.
  /// - Throws: the fault with its field.
  public init(parsing bytes: [UInt8]) throws(MyPaintBrushError) {
    guard bytes.count <= Self.byteLimit else { throw .tooLarge(limit: Self.byteLimit) }
    if let version = Self.oldVersion(bytes) { throw .version(version) }
    let root = try Self.json(bytes)
    guard case .object = root else { throw .notJSON(byte: 0) }
    guard let version = try root.member("version") else { throw .missing(field: "version") }
    guard version == .number(3) else { throw .version(MyPaintBrush.described(version)) }
    guard let settings = try root.member("settings") else { throw .missing(field: "settings") }
    guard case .object(let members) = settings else { throw MyPaintBrush.fault("settings", settings) }

    var baseValues = MyPaintSetting.allCases.map(\.standard)
    var mappings: [MyPaintMapping] = [
      // A brush whose file says nothing else paints with the pen's pressure.
      MyPaintMapping(setting: .opaqueMultiply, input: .pressure, points: [[0, 0], [1, 1]])
    ]
    var named: Set<MyPaintSetting> = []
    for member in members {
      guard let setting = MyPaintSetting(named: member.name) else { throw .unknown(field: member.name) }
      guard named.insert(setting).inserted else { throw .repeated(field: member.name) }
      guard case .object = member.value else { throw MyPaintBrush.fault(member.name, member.value) }
      baseValues[setting.rawValue] = try MyPaintBrush.baseValue(of: setting, in: member.value)
      for mapping in try MyPaintBrush.mappings(of: setting, in: member.value) {
        mappings.removeAll { $0.setting == setting && $0.input == mapping.input }
        if !mapping.points.isEmpty { mappings.append(mapping) }
      }
    }
    self.init(bytes: bytes, baseValues: baseValues, mappings: mappings.map { $0.limited(beside: baseValues) })
    try checkGrid()
  }

  static func json(_ bytes: [UInt8]) throws(MyPaintBrushError) -> JSONValue {
    do throws(JSONFault) { return try JSONReader.value(of: bytes) } catch {
      switch error {
      case .notJSON(let byte): throw .notJSON(byte: byte)
      case .tooDeep(_, let limit): throw .tooDeep(limit: limit)
      }
    }
  }

  /// The version of a file of MyPaint before 1.0, which had lines of a setting and its values, and comments; nil for
  /// another file. The first files did not name it.
  static func oldVersion(_ bytes: some Collection<UInt8>) -> String? {
    for line in bytes.prefix(4096).split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let words = line.split(maxSplits: 1) { $0 == 32 || $0 == 9 }.map { String(decoding: $0, as: UTF8.self) }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count == 2, let value = words[1].first, value.isNumber || value == "-" else { return nil }
      if first == "version" { return words[1].allSatisfy(\.isNumber) ? String(words[1].prefix(9)) : nil }
      return MyPaintSetting(named: first) == nil ? nil : "1"
    }
    return nil
  }

  private static func baseValue(of setting: MyPaintSetting, in value: JSONValue) throws(MyPaintBrushError) -> Float {
    let field = setting.name + ".base_value"
    guard let base = try value.member("base_value") else { throw .missing(field: field) }
    guard case .number(let number) = base else { throw fault(field, base) }
    return min(max(Float(number), setting.range.lowerBound), setting.range.upperBound)
  }

  private static func mappings(
    of setting: MyPaintSetting, in value: JSONValue
  ) throws(MyPaintBrushError) -> [MyPaintMapping] {
    let field = setting.name + ".inputs"
    guard let inputs = try value.member("inputs") else { throw .missing(field: field) }
    guard case .object(let members) = inputs else { throw fault(field, inputs) }
    var mappings: [MyPaintMapping] = []
    for member in members {
      let field = field + "." + member.name
      let points = try points(in: member.value, field: field)
      guard let input = MyPaintInput(named: member.name) else {
        // Brushes of development versions name inputs that were given up. Those without an effect
        // can be left out.
        guard points.allSatisfy({ $0.y == 0 }) else { throw .unknown(field: field) }
        continue
      }
      guard !mappings.contains(where: { $0.input == input }) else { throw .repeated(field: field) }
      mappings.append(MyPaintMapping(setting: setting, input: input, points: points))
    }
    return mappings
  }

  private static func points(in value: JSONValue, field: String) throws(MyPaintBrushError) -> [SIMD2<Float>] {
    guard case .list(let list) = value else { throw fault(field, value) }
    guard list.count != 1, list.count <= pointLimit else { throw .points(field: field, count: list.count) }
    var points: [SIMD2<Float>] = []
    for item in list {
      guard case .list(let pair) = item, pair.count == 2, case .number(let x) = pair[0], case .number(let y) = pair[1],
        abs(x) <= coordinateLimit, abs(y) <= coordinateLimit
      else { throw fault(field, item) }
      let point = SIMD2(Float(x), Float(y))
      if let last = points.last, point.x != last.x, point.x - last.x < spacing { throw .order(field: field) }
      points.append(point)
    }
    return points
  }

  /// The library uses the smudge bucket as an index without checking that it is a number. A grid
  /// whose size becomes 0 or infinite gives values that are none, which spread to other inputs.
  private func checkGrid() throws(MyPaintBrushError) {
    let usesGrid = mappings.contains { $0.input == .gridmapX || $0.input == .gridmapY }
    guard usesGrid, isMapped(.smudgeBucket) else { return }
    for (setting, limit) in [(MyPaintSetting.gridmapScale, Float(60)), (.gridmapScaleX, 1e4), (.gridmapScaleY, 1e4)] {
      let reach = mappings.filter { $0.setting == setting }.reduce(abs(baseValue(of: setting))) { $0 + $1.reach }
      guard reach <= limit else { throw .unsafe(field: setting.name) }
    }
  }

  private static func fault(_ field: String, _ value: JSONValue) -> MyPaintBrushError {
    .value(field: field, value: described(value))
  }

  /// A value for a message, at most 80 characters.
  private static func described(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let number): number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
    case .text(let text): "\"" + MyPaintBrushError.plain(text) + "\""
    case .list(let values) where values.isEmpty: "[]"
    case .list(let values) where values.count == 2 && values.allSatisfy(\.isNumber):
      "[" + values.map(described).joined(separator: ", ") + "]"
    case .list: "[...]"
    case .object: "{...}"
    }
  }
}

extension MyPaintMapping {
  /// The mapping with values that keep the setting below its upper bound, where the library needs that to be quick:
  /// with colours from a radius of 1000 px for each dab, ink came 15 s late. Small radii stay as they are.
  fileprivate func limited(beside baseValues: [Float]) -> MyPaintMapping {
    guard setting == .smudgeRadiusLog else { return self }
    let most = setting.range.upperBound - baseValues[setting.rawValue]
    let points = points.map { SIMD2($0.x, min($0.y, most)) }
    return MyPaintMapping(setting: setting, input: input, points: points)
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    guard case .number = self else { return false }
    return true
  }
}
