import Foundation
import Testing

@testable import Ink
@testable import MyPaint

/// The brushes of the package mypaint-brushes, against the library's own reader.
@Suite(.enabled(if: Installed.hasLibrary && Installed.hasBrushes, "needs libmypaint-1.5-1 and mypaint-brushes"))
struct InstalledBrushTests {
  @Test func valuesEqualThoseOfTheLibrary() throws {
    let library = try #require(Installed.library)
    #expect(Installed.brushes.count > 300)
    for url in Installed.brushes {
      let brush = try Installed.brush(url)
      let theirs = try #require(library.makeBrush(300))
      defer { library.release(theirs) }
      library.setDefaults(theirs)
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(text.withCString { library.readBrush(theirs, $0) } != 0)
      compare(brush, theirs, library, url.lastPathComponent)
    }
  }

  /// Values reach the library's object, and the tracking noise returns after the priming.
  @Test func objectsHaveTheValuesOfTheirBrush() throws {
    let library = try #require(Installed.library)
    for url in Installed.brushes {
      let brush = try Installed.brush(url)
      let (hue, saturation, value) = MyPaintStyle(colour: 0x123456).hueSaturationValue
      let object = try #require(
        MyPaintBrushObject(brush, style: MyPaintStyle(colour: 0x123456), library: library, ourPigments: true))
      let colour: [MyPaintSetting: Float] = [.colorH: hue, .colorS: saturation, .colorV: value]
      for setting in MyPaintSetting.allCases {
        #expect(library.baseValue(object.pointer, setting.number) == colour[setting] ?? brush.baseValue(of: setting))
      }
      compare(brush, object.pointer, library, url.lastPathComponent, base: false)
    }
  }

  private func compare(
    _ brush: MyPaintBrush, _ theirs: MyPaintLibrary.Brush, _ library: MyPaintLibrary, _ name: String, base: Bool = true
  ) {
    for setting in MyPaintSetting.allCases {
      if base, library.baseValue(theirs, setting.number) != brush.baseValue(of: setting) {
        Issue.record("\(name): \(setting) is \(brush.baseValue(of: setting))")
      }
      for input in MyPaintInput.allCases {
        let mapping = brush.mappings.first { $0.setting == setting && $0.input == input }
        let count = library.pointCount(theirs, setting.number, input.number)
        var points: [SIMD2<Float>] = []
        for index in 0..<count {
          var (x, y): (Float, Float) = (0, 0)
          library.point(theirs, setting.number, input.number, index, &x, &y)
          points.append([x, y])
        }
        // The library reads no further after an input that it does not know. What follows has no
        // effect in these files.
        if points.isEmpty, let mapping, mapping.points.allSatisfy({ $0.y == 0 }) { continue }
        if points != mapping?.points ?? [] { Issue.record("\(name): \(setting) by \(input) differs") }
      }
    }
  }
}
