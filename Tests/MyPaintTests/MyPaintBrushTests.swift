import RandomSource
import Testing

@testable import Ink
@testable import MyPaint

@Suite struct MyPaintBrushTests {
  private func fault(_ text: String) -> MyPaintBrushError? {
    do throws(MyPaintBrushError) {
      _ = try MyPaintBrush(parsing: Array(text.utf8))
      return nil
    } catch { return error }
  }

  private func fault(settings: String) -> MyPaintBrushError? { fault("{\"version\": 3, \"settings\": {\(settings)}}") }

  @Test func settingsAndMappingsAreRead() throws {
    let brush = try TestStroke.brush(
      #""radius_logarithmic": {"base_value": 1.5, "inputs": {"speed1": [[0, -0.5], [1, 0.25e1]]}}"#,
      #""dabs_per_second": {"base_value": 20, "inputs": {}}"#, #""slow_tracking": {"base_value": 2, "inputs": {}}"#)
    #expect(brush.baseValue(of: .radiusLogarithmic) == 1.5)
    #expect(
      brush.mappings == [
        MyPaintMapping(setting: .opaqueMultiply, input: .pressure, points: [[0, 0], [1, 1]]),
        MyPaintMapping(setting: .radiusLogarithmic, input: .speed1, points: [[0, -0.5], [1, 2.5]]),
      ])
    #expect(abs(brush.radius - 4.4817) < 1e-3)
    #expect(brush.paintsWithTime && !brush.smudges && !brush.samplesColours)
    #expect(brush.slowTracking == 2)
  }

  @Test func missingSettingsHaveTheirStandard() throws {
    let brush = try TestStroke.brush()
    for setting in MyPaintSetting.allCases { #expect(brush.baseValue(of: setting) == setting.standard) }
    #expect(brush.mappings.count == 1)
  }

  @Test func smudgingIsKnown() throws {
    let brush = try TestStroke.brush(#""smudge": {"base_value": 0.5, "inputs": {}}"#)
    #expect(brush.smudges && brush.samplesColours)
    let paint = try TestStroke.brush(
      #""smudge": {"base_value": 0.5, "inputs": {}}"#, #""smudge_length": {"base_value": 1, "inputs": {}}"#)
    #expect(paint.smudges && !paint.samplesColours)
  }

  @Test func baseValuesAreLimitedToTheirRange() throws {
    let brush = try TestStroke.brush(
      #""dabs_per_actual_radius": {"base_value": 1e300, "inputs": {}}"#,
      #""radius_logarithmic": {"base_value": -99, "inputs": {}}"#)
    #expect(brush.baseValue(of: .dabsPerActualRadius) == 200)
    #expect(brush.baseValue(of: .radiusLogarithmic) == -2)
  }

  @Test func equalFilesAreEqualBrushes() throws {
    let brushes = try [
      TestStroke.brush(), TestStroke.brush(), TestStroke.brush(#""opaque": {"base_value": 1, "inputs": {}}"#),
    ]
    #expect(Set(brushes).count == 2)
  }

  @Test func otherFilesAreRefused() {
    #expect(fault("") == .notJSON(byte: 0))
    #expect(fault("# mypaint brush file\nopaque 1") == .version("1"))
    #expect(fault("[]") == .notJSON(byte: 0))
    #expect(fault("{}") == .missing(field: "version"))
    #expect(fault("# mypaint brush file\nversion 2\nopaque 0.75 | pressure 0.0 0.0, 1.0 0.98\n") == .version("2"))
    #expect(fault("version 1\r\nopaque 1\r\n") == .version("1") && fault("\nopaque 0.75\n") == .version("1"))
    #expect(fault("hello 1\n") == .notJSON(byte: 0) && fault("# only this\n") == .notJSON(byte: 0))
    #expect(fault("{\"version\": 2, \"settings\": {}}") == .version("2"))
    #expect(fault("{\"version\": \"3\", \"settings\": {}}") == .version("\"3\""))
    #expect(fault("{\"version\": 3}") == .missing(field: "settings"))
    #expect(fault("{\"version\": 3, \"settings\": []}") == .value(field: "settings", value: "[]"))
    #expect(fault("{\"version\": 3, \"version\": 3}") == .repeated(field: "version"))
    // Installed brushes have this.
    #expect(fault("{\"notes\": 1, \"version\": 3, \"settings\": {}, \"notes\": 2}") == nil)
    #expect(fault("{\"version\": 3, \"settings\": {}} {}") == .notJSON(byte: 31))
    #expect(fault(String(repeating: "[", count: 100_000)) == .tooDeep(limit: 8))
    #expect(fault(String(repeating: " ", count: 1 << 20) + "{}") == .tooLarge(limit: 1 << 20))
  }

  @Test(arguments: [
    "{\"a\": 01}", "{\"a\": 1.}", "{\"a\": .5}", "{\"a\": NaN}", "{\"a\": 1e999}", "{\"a\": tru}", "{\"a\": 1,}",
    "{'a': 1}", "{\"a\": \"\u{1}\"}", "{\"a\": \"\\x\"}", "{\"a\": \"\\ud800\"}", "{\"a\" 1}", "{\"a\": +1}", "{\"a\"",
    "{\"a\": \"", "{\"a\": -}", "{\"a\": \"\\u12\"}", "// a\n{}",
  ])
  func onlyJSONIsRead(_ text: String) {
    guard case .notJSON = fault(text) else {
      Issue.record("\(text) is read as JSON: \(String(describing: fault(text)))")
      return
    }
  }

  @Test func textsAreReadWithTheirEscapes() throws {
    let value = try JSONReader.value(of: Array(#"{"a": "\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00é"}"#.utf8))
    #expect(try value.member("a") == .text("\"\\/\u{8}\u{c}\n\r\tä😀é"))
    let list = try JSONReader.value(of: Array("[true, false, null, -0.5e-1]".utf8))
    #expect(list == .list([.boolean(true), .boolean(false), .null, .number(-0.05)]))
  }

  @Test func newerOrBrokenSettingsAreRefused() {
    #expect(fault(settings: #""glitter": {"base_value": 1, "inputs": {}}"#) == .unknown(field: "glitter"))
    #expect(fault(settings: #""opaque": 1"#) == .value(field: "opaque", value: "1"))
    #expect(fault(settings: #""opaque": {"inputs": {}}"#) == .missing(field: "opaque.base_value"))
    #expect(fault(settings: #""opaque": {"base_value": 1}"#) == .missing(field: "opaque.inputs"))
    let twice = #""opaque": {"base_value": 1, "inputs": {}}, "opaque": {"base_value": 1, "inputs": {}}"#
    #expect(fault(settings: twice) == .repeated(field: "opaque"))
    #expect(
      fault(settings: #""opaque": {"base_value": "1", "inputs": {}}"#)
        == .value(field: "opaque.base_value", value: "\"1\""))
    #expect(
      fault(settings: #""opaque": {"base_value": 1, "inputs": null}"#) == .value(field: "opaque.inputs", value: "null"))
  }

  private func fault(points: String, of input: String = "pressure") -> MyPaintBrushError? {
    fault(settings: #""opaque": {"base_value": 1, "inputs": {"\#(input)": \#(points)}}"#)
  }

  @Test func brokenMappingsAreRefused() {
    let field = "opaque.inputs.pressure"
    #expect(fault(points: "[]") == nil)
    #expect(fault(points: "[[0, 0], [0, 1], [1, 1]]") == nil)
    #expect(fault(points: "[[0, 0]]") == .points(field: field, count: 1))
    let many = (0..<65).map { "[\($0), 0]" }.joined(separator: ",")
    #expect(fault(points: "[\(many)]") == .points(field: field, count: 65))
    #expect(fault(points: "[[1, 0], [0, 1]]") == .order(field: field))
    #expect(fault(points: "[[0, 0], [1e-9, 1]]") == .order(field: field))
    #expect(fault(points: "[[0, 0], [1]]") == .value(field: field, value: "[...]"))
    #expect(fault(points: "[[0, 0], [1, 20000]]") == .value(field: field, value: "[1, 20000]"))
    #expect(fault(points: "{}") == .value(field: field, value: "{...}"))
    #expect(fault(points: "[[0, 0], [1, 1]]", of: "mood") == .unknown(field: "opaque.inputs.mood"))
    #expect(fault(points: "[[0, 0], [1, 0]]", of: "surfacemap_x") == nil)
  }

  @Test func messagesNameTheField() {
    #expect(MyPaintBrushError.missing(field: "version").description == "the field \"version\" is missing")
    let long = MyPaintBrushError.unknown(field: String(repeating: "\n", count: 1000)).description
    #expect(long.count < 200 && !long.contains("\n"))
  }

  /// Fails, by a crash, if the reader traps.
  @Test(arguments: RandomSource.seeds(300)) func changedFilesAreReadOrRefused(seed: Int) {
    var rng = RandomSource(seed)
    var bytes = Array(
      #"{"version": 3, "comment": "a\u00e4\n", "settings": {"opaque": {"base_value": -1.5e-2, "inputs": {"pressure": [[0.0, 1], [1, 0.5]]}}, "hardness": {"base_value": 1, "inputs": {}}}, "group": ""}"#
        .utf8)
    for _ in 0..<rng.roll(1...4) {
      let place = rng.roll(0..<bytes.count)
      switch rng.roll(0...3) {
      case 0: bytes[place] = UInt8(rng.roll(0...255))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[rng.roll(0..<bytes.count)], at: place)
      default: bytes.insert(contentsOf: Array(["[", "{", "\"", "9e9", ",", "\\u"][rng.roll(0..<6)].utf8), at: place)
      }
    }
    do throws(MyPaintBrushError) {
      let brush = try MyPaintBrush(parsing: bytes)
      #expect(brush.baseValues.allSatisfy { $0.isFinite })
    } catch { #expect(!error.description.isEmpty) }
  }
}

@Suite struct MyPaintLimitTests {
  private func brush(_ settings: String) throws -> MyPaintBrush {
    try MyPaintBrush(parsing: Array("{\"version\": 3, \"settings\": {\(settings)}}".utf8))
  }

  /// Fails if inputs take the radius in which colours are picked up above its range, so that a dab takes seconds, or
  /// small radii and other settings change.
  @Test func radiusOfColoursStaysInItsRange() throws {
    func points(_ base: Double, _ points: String) throws -> [SIMD2<Float>] {
      let inputs = "{\"pressure\": \(points)}"
      return try brush("\"smudge_radius_log\": {\"base_value\": \(base), \"inputs\": \(inputs)}")
        .points(of: .smudgeRadiusLog, .pressure)
    }
    #expect(try points(100, "[[0, 0], [1, 100]]") == [[0, 0], [1, 0]])
    #expect(try points(0, "[[0, -9000], [0.5, 1], [1, 9000]]") == [[0, -9000], [0.5, 1], [1, 1.6]])
    #expect(try points(-1.6, "[[0, 0], [1, 3]]") == [[0, 0], [1, 3]])
    let other = try brush("\"offset_by_random\": {\"base_value\": 0, \"inputs\": {\"pressure\": [[0, 0], [1, 90]]}}")
    #expect(other.points(of: .offsetByRandom, .pressure) == [[0, 0], [1, 90]])
  }
}
