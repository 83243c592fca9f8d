import Foundation
import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document
@testable import Fude

@Suite struct StrokeTextTests {
  private func stroke(
    _ name: String, layer: String?, blend: InkStyle.Blend = .over, _ points: [Point]
  ) -> ListedStroke {
    var brush = Brush(size: 4.5, minimumShare: 1, strength: 0)
    brush.name = name
    var record = StrokeRecord(brush: brush, style: InkStyle(colour: 0x0A_40FF, blend: blend))
    record.samples = points.enumerated().map { PenSample(position: $1, time: Double($0)) }
    return ListedStroke(
      record, number: 7, edit: 6, layer: layer, canvas: PixelRect(x: 0, y: 0, width: 100, height: 100), map: .identity)
  }

  /// Fails if a value is missing or on another place, or an unknown one is not "-".
  @Test func linesHaveColumns() {
    var known = stroke("a\tb", layer: "-", [Point(10, 20), Point(30, 20)])
    known.time = 1_700_000_000.9
    #expect(
      StrokeText(stroke: known).line
        == "7\t2023-11-14T22:13:20Z\t\\u002d\ta\\tb\t#0a40ff\t4.5\t7.75 17.75 24.5 4.5\n")
    let unknown = stroke("pen", layer: nil, blend: .erase, [])
    #expect(StrokeText(stroke: unknown).line == "7\t-\t-\tpen\t-\t4.5\t-\n")
  }

  /// Fails if JSON is invalid or lacks a value.
  @Test func jsonHasKeys() throws {
    var known = stroke("a\"", layer: "b\n", [Point(10, 20), Point(30, 20)])
    known.time = 0
    func object(_ stroke: ListedStroke) throws -> NSDictionary {
      let json = StrokeText(stroke: stroke).json
      #expect(!json.contains("\n"))
      return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
    }
    #expect(
      try object(known) == [
        "number": 7, "time": "1970-01-01T00:00:00Z", "layer": "b\n", "brush": "a\"", "colour": "#0a40ff", "size": 4.5,
        "bounds": [7.75, 17.75, 24.5, 4.5], "path": "m10 20l20 0",
      ])
    #expect(
      try object(stroke("pen", layer: nil, blend: .erase, [])) == [
        "number": 7, "time": NSNull(), "layer": NSNull(), "brush": "pen", "colour": NSNull(), "size": 4.5,
        "bounds": NSNull(), "path": "",
      ])
  }
}
