import Geometry
import Ink
import MyPaint
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library

/// Paint that is mixed with 16 bits a channel, beside the same strokes with 8.
@Suite struct DeepPaintTests {
  let filler: CoverageFiller
  let brushes = BrushLibrary(folder: BrushTests.folder)
  private static let (width, height) = (400, 256)

  init() throws { filler = try #require(CoverageFiller()) }

  private func stroke(
    _ document: inout Document, _ brush: Brush, _ colour: UInt32 = 0, isDeep: Bool = true, opacity: UInt8 = 255,
    _ points: [Point], pressure: Double = 0.5
  ) {
    var stroke = StrokeInProgress(
      on: document, brush: brush, style: InkStyle(colour: colour, opacity: opacity), filler: filler,
      conditions: PaintConditions(mixing: isDeep ? .exact : .shallow))
    for (i, point) in points.enumerated() {
      stroke.add(PenSample(position: point, time: Double(i) * 0.02, pressure: pressure))
      _ = stroke.draw(on: &document)
    }
    _ = stroke.finish(on: &document)
  }

  private static func blank() throws -> Document { try #require(Document(width: width, height: height)) }

  /// A brush of MyPaint that mixes all colours that it smears, as light (0) or as pigments (1).
  private static func blender(paintMode: Int = 0) throws -> Brush {
    let text = """
      {"version": 3, "settings": {"radius_logarithmic": {"base_value": 3.4, "inputs": {}},
      "hardness": {"base_value": 0.3, "inputs": {}}, "opaque": {"base_value": 0.4, "inputs": {}},
      "paint_mode": {"base_value": \(paintMode), "inputs": {}},
      "smudge": {"base_value": 1.0, "inputs": {}}, "smudge_length": {"base_value": 0.4, "inputs": {}}}}
      """
    return Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: "blender")
  }

  /// Fails if 200 faint strokes of the airbrush end where a level of 8 bits is too coarse for one of them, or leave out
  /// a level of the gradient that they make, before and after a blender smoothed it.
  @Test func faintStrokesAddUp() throws {
    let airbrush = try #require(brushes["airbrush"]).resized(to: 700)
    let blender = try Self.blender()
    var document = try Self.blank()
    for i in 0..<200 { stroke(&document, airbrush, 0x203040, opacity: 3, [Point(0, Double(i % 7)), Point(0, 270)]) }
    for round in 0..<2 {
      var words = [UInt32](repeating: 0, count: document.bounds.area)
      var span = words.mutableSpan
      document.flatten(document.bounds, to: &span, start: 0, stride: Self.width)
      for shift: UInt32 in [0, 8, 16] {
        let levels = Set(words.map { $0 >> shift & 255 })
        let (low, high) = (try #require(levels.min()), try #require(levels.max()))
        #expect(high - low > 60 && levels.count == Int(high - low) + 1, "round \(round)")
      }
      for i in 0..<20 { stroke(&document, blender, 0, (0...60).map { Point(5 * Double($0), Double(10 + 12 * i)) }) }
    }
    var reached: [Int] = []
    for isDeep in [false, true] {
      var document = try Self.blank()
      for _ in 0..<200 {
        let points = [Point(60, -10), Point(60, 270)]
        stroke(&document, airbrush.resized(to: 300), 0x203040, isDeep: isDeep, opacity: 3, points)
      }
      reached.append((0..<Self.width).filter { document.activeImage[$0, 128] >> 24 > 0 }.count)
    }
    // The rim of the brush: with 8 bits, strokes of less than half a level leave nothing.
    #expect(reached[1] > reached[0] + 10, "\(reached)")
  }

  /// Fails if smudging leaves a faint line where it was, however often it is repeated, as it does with 8 bits; or if smudging
  /// what is even changes it.
  @Test(arguments: [0, 1]) func smudgedInkMovesOn(paintMode: Int) throws {
    let blender = try Self.blender(paintMode: paintMode)
    var edges: [Int] = []
    for isDeep in [false, true] {
      var document = try Self.blank()
      _ = document.cover(Covering(surface: document.activeSurface, selection: nil, colour: 0xFFFFFF, opacity: 255))
      let pen = try #require(brushes["pen"]).resized(to: 16)
      stroke(&document, pen, 0xFAFAFA, isDeep: false, [Point(200, 20), Point(200, 236)], pressure: 1)
      for i in 0..<100 {
        let way = i % 2 == 0 ? (80.0, 320.0) : (320.0, 80.0)
        let points = (0...32).map { Point(way.0 + (way.1 - way.0) * Double($0) / 32, 128) }
        stroke(&document, blender, 0, isDeep: isDeep, points)
      }
      edges.append(Int(document.activeImage[180, 128] & 255) - Int(document.activeImage[200, 128] & 255))
    }
    #expect(edges[0] >= 4 && edges[1] <= 1, "\(edges)")
    for colour: UInt32 in [0xFFFFFF, 0x808080, 0xC04020] {
      var even = try Self.blank()
      _ = even.cover(Covering(surface: even.activeSurface, selection: nil, colour: colour, opacity: 255))
      for _ in 0..<100 { stroke(&even, blender, 0, (0...30).map { Point(80 + 8 * Double($0), 128) }) }
      let middle = even.activeImage[200, 128]
      #expect(middle >> 24 == 255 && Pixel.distance(middle, Pixel.opaque(colour)) <= 1, "\(middle)")
    }
  }

  /// Fails if a stroke forgets its depth on the way through a record, is painted again in another one, or makes deep
  /// tiles that it does not need.
  @Test func strokesKeepTheirDepth() throws {
    let airbrush = try #require(brushes["airbrush"]).resized(to: 90)
    let plain = Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.plain.utf8)), name: "plain").resized(to: 20)
    for brush in [airbrush, plain] {
      var images: [TileGrid] = []
      for isDeep in [false, true] {
        var document = try Self.blank()
        stroke(&document, brush, 0x904020, isDeep: isDeep, opacity: 90, [Point(30, 40), Point(300, 200)])
        guard case .stroke(let record)? = document.history.lastDone?.operation else {
          Issue.record("a stroke")
          continue
        }
        let read = try record.again(width: Self.width, height: Self.height)
        #expect(read == record && read.conditions.isDeep(brush) == isDeep)
        var again = try Self.blank()
        again.draw(read, filler: filler)
        #expect(again.activeImage == document.activeImage)
        #expect(document.activeImage.hasDeepTiles == isDeep)
        images.append(document.activeImage)
      }
      var worst: UInt32 = 0
      for y in 0..<Self.height {
        for x in 0..<Self.width { worst = max(worst, Pixel.distance(images[0][x, y], images[1][x, y])) }
      }
      #expect(worst <= 1, "one stroke looks the same in both depths: \(worst)")
    }
    var document = try Self.blank()
    for name in ["pen", "pencil"] {
      stroke(&document, try #require(brushes[name]), 0x904020, [Point(30, 40), Point(300, 200)])
    }
    #expect(!document.activeImage.hasDeepTiles)
  }
}
