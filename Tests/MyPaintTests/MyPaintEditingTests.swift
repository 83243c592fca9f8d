import Foundation
import RandomSource
import Testing

@testable import Ink

@Suite struct MyPaintEditingTests {
  /// Brushes that come with Fude.
  private static let shipped: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Resources/brushes")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "myb" } ?? []).sorted { $0.path < $1.path }
  }()

  /// Fails if an edit of one setting changes another one, or is not what the file says afterwards.
  /// Random edits of the brushes that come with Fude.
  @Test func editsChangeNothingElse() throws {
    #expect(Self.shipped.count > 40)
    for (seed, url) in Self.shipped.enumerated() {
      var source = RandomSource(seed)
      var brush = try MyPaintBrush(parsing: Array(Data(contentsOf: url)))
      for _ in 0..<12 {
        let setting = try #require(MyPaintSetting.allCases.randomElement(using: &source))
        let before = brush
        if Bool.random(using: &source) {
          let value = Float.random(in: setting.range, using: &source)
          brush = try before.with(value, for: setting)
          #expect(brush.baseValue(of: setting) == value)
          #expect(Set(brush.mappings) == Set(before.mappings))
        } else {
          let input = try #require(MyPaintInput.allCases.randomElement(using: &source))
          let count = [0, 2, 3, 8].randomElement(using: &source) ?? 0
          let points = (0..<count).map { SIMD2(Float($0) + 0.25, Float.random(in: -1...1, using: &source)) }
          do throws(MyPaintBrushError) { brush = try before.with(points, for: setting, input) } catch {
            // A grid without a limit.
            if case .unsafe = error { continue }
            throw error
          }
          #expect(brush.points(of: setting, input) == points)
          #expect(brush.baseValue(of: setting) == before.baseValue(of: setting))
          let rest = { (brush: MyPaintBrush) in
            Set(brush.mappings.filter { $0.setting != setting || $0.input != input })
          }
          #expect(rest(brush) == rest(before))
        }
        for other in MyPaintSetting.allCases where other != setting {
          #expect(brush.baseValue(of: other) == before.baseValue(of: other), "\(other.name) by \(setting.name)")
        }
      }
    }
  }

  /// Fails if what a file says beside its settings is lost, or a text is not written as JSON.
  @Test func restOfTheFileStays() throws {
    let text =
      #"{"comment": "a \"b\" \\ \u0007\né", "version": 3, "group": "", "notes": [], "x": null, "settings": {}}"#
    let brush = try MyPaintBrush(parsing: Array(text.utf8)).with(0.1, for: .hardness)
    let root = try JSONReader.value(of: brush.bytes)
    #expect(try root.member("comment") == .text("a \"b\" \\ \u{7}\né"))
    #expect(try root.member("x") == .null && root.member("notes") == .list([]) && root.member("group") == .text(""))
    #expect(try root.member("version") == .number(3))
    let written = try #require(String(validating: brush.bytes, as: UTF8.self))
    #expect(written.contains("\"version\": 3,") && written.contains("\"base_value\": 0.1,"))
    #expect(try JSONReader.value(of: Array(root.text.utf8)) == root)
  }

  /// Fails if a value that a brush has already changes its file, or a brush that was changed and
  /// changed back counts as another one.
  @Test func unchangedBrushesKeepTheirFile() throws {
    let text =
      #"{"version": 3,   "settings": {"hardness": {"base_value": 0.50, "inputs": {"speed1": [[0, 0], [4, 0.3]]}}}}"#
    let brush = try MyPaintBrush(parsing: Array(text.utf8))
    #expect(try brush.with(0.5, for: .hardness).bytes == brush.bytes)
    #expect(try brush.with([[0, 0], [4, 0.3]], for: .hardness, .speed1).bytes == brush.bytes)
    let changed = try brush.with(0.7, for: .hardness)
    #expect(!changed.isLike(brush))
    let back = try changed.with(0.5, for: .hardness)
    #expect(back.isLike(brush) && back != brush)
    #expect(try !brush.with([], for: .hardness, .speed1).isLike(brush))
  }

  /// Fails if a brush that paints by pressure unless its file says otherwise cannot be changed to
  /// one that does not.
  @Test func theStandardMappingCanBeRemoved() throws {
    let brush = try MyPaintBrush(parsing: Array(#"{"version": 3, "settings": {}}"#.utf8))
    #expect(brush.inputs(of: .opaqueMultiply) == [.pressure])
    let without = try brush.with([], for: .opaqueMultiply, .pressure)
    #expect(without.inputs(of: .opaqueMultiply) == [] && without.mappings.isEmpty)
    #expect(try without.with(1, for: .opaque).mappings.isEmpty)
  }

  /// Fails if impossible values or points are written: those have to be clamped or refused.
  @Test func impossibleEditsAreRefused() throws {
    let brush = try MyPaintBrush(parsing: Array(#"{"version": 3, "settings": {}}"#.utf8))
    #expect(try brush.with(99, for: .hardness).baseValue(of: .hardness) == 1)
    #expect(try brush.with(.nan, for: .hardness).baseValue(of: .hardness) == MyPaintSetting.hardness.standard)
    for points: [SIMD2<Float>] in [[[0, 0]], [[1, 0], [0, 0]], [[0, .nan], [1, 0]], [[0, 0], [1, .infinity]]] {
      #expect(throws: MyPaintBrushError.self) { try brush.with(points, for: .hardness, .pressure) }
    }
    let many = (0...MyPaintBrush.pointLimit).map { SIMD2(Float($0), 0) }
    #expect(throws: MyPaintBrushError.self) { try brush.with(many, for: .hardness, .pressure) }
  }
}
