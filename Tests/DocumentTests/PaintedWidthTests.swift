import Geometry
import Ink
import MyPaint
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Strokes that are wider or thinner along the way.
@Suite struct PaintedWidthTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func widths(_ knots: [(Double, Double)]) throws -> StrokeWidths {
    try #require(StrokeWidths(knots.map { StrokeWidths.Knot(time: $0, factor: $1) }))
  }

  /// The layer with a stroke on an empty canvas that is so many times as large.
  private func drawn(_ record: StrokeRecord, scale: Double = 1) throws -> TileGrid {
    var document = try #require(Document(width: Int(230 * scale), height: Int(120 * scale)))
    var stroke = StrokeInProgress(on: document, like: record, filler: filler, magnification: scale)
    for sample in record.samples { stroke.add(sample) }
    _ = stroke.finish(on: &document)
    document.checkInvariants()
    return document.activeImage
  }

  /// A straight stroke of 1 s.
  private func line(_ brush: Brush) -> StrokeRecord {
    var record = StrokeRecord(brush: brush, style: InkStyle(colour: 0x30_6090))
    record.samples = (0...40).map {
      PenSample(position: Point(15 + Double($0) * 5, 60), time: Double($0) / 40, pressure: 1)
    }
    return record
  }

  /// The greatest difference of a pixel left of, between and right of two places, and the rows that differ.
  private func differences(
    _ a: TileGrid, _ b: TileGrid, between places: ClosedRange<Double>, isOfDabs: Bool
  ) -> (left: Int, inside: Int, right: Int, rows: Int) {
    var result = (left: 0, inside: 0, right: 0, rows: 0)
    for y in 0..<a.height {
      var differs = false
      for x in 0..<a.width {
        let difference = abs(Int(a[x, y] >> 24) - Int(b[x, y] >> 24))
        if difference > 0 { differs = true }
        let center = Double(x) + 0.5
        if center > 212, isOfDabs { continue }
        if center < places.lowerBound {
          result.left = max(result.left, difference)
        } else if center > places.upperBound {
          result.right = max(result.right, difference)
        } else {
          result.inside = max(result.inside, difference)
        }
      }
      if differs { result.rows += 1 }
    }
    return result
  }

  /// Fails if a factor of 2 along all of an outline differs by a pixel from a brush of twice the size, or a symmetry or
  /// another scale loses it.
  @Test func twiceTheWidthIsTwiceTheBrush() throws {
    for symmetry in [Symmetry(), Symmetry(.radial(count: 3, isMirrored: true))] {
      for scale in [1.0, 2] {
        var (wide, large) = (line(Brush(size: 9)), line(Brush(size: 18)))
        wide.widths = try widths([(0.3, 2), (0.4, 2)])
        if symmetry.isActive { (wide.symmetry, large.symmetry) = (symmetry, symmetry) }
        #expect(try drawn(wide, scale: scale).showsSame(as: drawn(large, scale: scale)), "scale \(scale)")
      }
    }
  }

  /// Fails if a bump changes pixels that are not near to it, or none near to it. Dabs after a bump have other places. At a
  /// distance of half a px that shows at the stroke's end alone.
  @Test(arguments: 0...3) func bumpsAreLocal(_ kind: Int) throws {
    var brush = Brush(size: 10)
    if kind == 1 { brush.width.rise = 20 }
    if kind == 2 { brush.rendering = .dabs(Brush.Dabs(spacing: 0.1)) }
    if kind == 3 {
      guard MyPaintLibrary.system != nil else { return }
      brush = Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.plain.utf8)), name: "plain").resized(to: 10)
    }
    var record = line(brush)
    let whole = try drawn(record)
    record.part = StrokePart(from: 0.4, to: 0.6)
    let xs = record.path.segments.flatMap { [$0.p0.position.x, $0.p3.position.x] }
    record.part = nil
    let (left, right) = (try #require(xs.min()), try #require(xs.max()))
    for (factor, rows) in [(2.5, 15...26), (0.3, 4...11)] {
      record.widths = try widths([(0.4, 1), (0.45, factor), (0.55, factor), (0.6, 1)])
      let reach = 5 * max(1, factor) + 2
      let found = differences(whole, try drawn(record), between: left - reach...right + reach, isOfDabs: kind == 2)
      #expect(found.left == 0 && found.right == 0, "\(found)")
      #expect(found.inside > 200 && rows.contains(found.rows), "\(found)")
    }
  }

  /// Fails if widths are lost by records, scripts or maps, or those that are not possible are read.
  @Test func widthsComeBack() throws {
    var record = StrokeRecord(brush: Brush(size: 9), style: InkStyle())
    record.samples = (0..<9).map { PenSample(position: Point(Double($0) * 9, 40), time: Double($0) / 10) }
    let bytes = try #require(try record.records().last).bytes
    for knots in [[(0.125, 2.0)], [(-1e300, 0.05), (1e300, 20)], (0..<4096).map { (Double($0) / 3000, 0.7) }] {
      record.widths = try widths(knots)
      #expect(try record.again(width: 230, height: 220) == record)
      let head = Operation.stroke(record).head
      #expect(try Operation(head, bulk: Operation.stroke(record).bulk()) == .stroke(record))
      let mapped = record.mapped(by: .scale(2, 2), onCanvas: PixelRect(x: 0, y: 0, width: 99, height: 99))
      #expect(mapped?.widths == record.widths)
    }
    record.widths = nil
    #expect(try #require(try record.records().last).bytes == bytes)
  }

  /// Fails if widths of a script are read or written otherwise, or a wrong value is not explained.
  @Test func scriptsHaveWidths() throws {
    func performed(_ widths: String) throws -> Document {
      let script = "{\"op\": \"stroke\", \"samples\": [[9, 9], [40, 9], [80, 9]]\(widths)}"
      var player = ScriptPlayer(
        Array(script.utf8), on: try #require(Document(width: 99, height: 99)), filler: filler,
        brush: { (_) throws(ScriptPlayer.Missing) in Brush() },
        picture: { (_) throws(ScriptPlayer.Missing) in Clipping.blank })
      try player.performAll()
      return player.document
    }
    let document = try performed(", \"widths\": [[0.005, 2], [0.015, 0.25]]")
    #expect(document.history.lastDone?.stroke?.widths == (try widths([(0.005, 2), (0.015, 0.25)])))
    for none in ["", ", \"widths\": null"] {
      #expect(try performed(none).history.lastDone?.stroke.map { $0.widths == nil } == true)
    }
    for (value, fault) in [
      ("3", "widths is a list of 1 to 4096 items [time, factor] in the order of their times, not 3"),
      ("[]", "widths is a list of 1 to 4096 items"), ("[[0, 1], [0, 2]]", "in the order of their times"),
      ("[[0]]", "widths is a list of 1 to 4096 items"), ("[[0, 21]]", "widths is a number from 0.05 to 20, not 21"),
      ("[[0, \"a\"]]", "widths is a number from 0.05 to 20"), ("[[null, 1]]", "widths is a number, not"),
    ] {
      do {
        _ = try performed(", \"widths\": \(value)")
        Issue.record("\(value) was read")
      } catch let error as ScriptPlayer.Fault {
        #expect(error.fault.contains(fault), "\(value): \(error.fault)")
      }
    }
  }

  /// Fails if the list of strokes has a wide stroke with the bounds or the ink of one without widths.
  @Test func theListHasTheWidth() throws {
    var brushes = [Brush(size: 4)]
    var brush = brushes[0]
    brush.rendering = .dabs(Brush.Dabs())
    brushes.append(brush)
    brushes.append(Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.plain.utf8)), name: "plain").resized(to: 4))
    for (index, brush) in brushes.enumerated() where brush.absence == nil {
      var record = line(brush)
      record.widths = try widths([(0.5, 1), (0.6, 8), (0.7, 1)])
      var document = try #require(Document(width: 230, height: 120))
      document.draw(record, filler: filler)
      var list = try StrokeList(ofHistoryOf: document)
      let listed = try list.nextStroke()
      let stroke = try #require(listed)
      let bounds = try #require(stroke.bounds)
      #expect(bounds.minY < 60 - 15 && bounds.maxY > 60 + 15, "\(index): \(bounds)")
      #expect(stroke.isTouched(by: StrokeTouch([Point(135, 50), Point(136, 50)], radius: 0)), "\(index)")
      // All of a stroke of MyPaint counts as wide.
      let isThere = stroke.isTouched(by: StrokeTouch([Point(50, 50), Point(51, 50)], radius: 0))
      #expect(isThere == (brush.paint != nil), "\(index)")
    }
  }
}
