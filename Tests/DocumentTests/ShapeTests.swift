import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

@Suite struct ShapeTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawn(_ shape: Shape, size: Double, opacity: UInt8 = 255) throws -> TileGrid {
    var document = try #require(Document(width: 200, height: 160))
    var progress = ShapeInProgress(
      brush: Brush(size: size), style: InkStyle(colour: 0, opacity: opacity), filler: filler)
    _ = progress.draw(shape, on: &document)
    _ = progress.finish(on: &document)
    #expect(document.history.undoCount == 1)
    return document.layers[0].image
  }

  /// Fails if corners are cut or rounded inside, or a side is not as wide as the brush.
  @Test func rectanglesHaveCorners() throws {
    let image = try drawn(Shape(.rectangle, from: Point(150, 30), to: Point(40, 120)), size: 10)
    var wrong = 0
    for y in 0..<160 {
      for x in 0..<200 {
        let p = Point(Double(x) + 0.5, Double(y) + 0.5)
        let inner = p.x > 45 && p.x < 145 && p.y > 35 && p.y < 115
        let outer = p.x < 35 || p.x > 155 || p.y < 25 || p.y > 125
        if inner || outer, image[x, y] != 0 { wrong += 1 }
        let onSide = (p.x < 45 || p.x > 145 || p.y < 35 || p.y > 115) && p.x > 40 && p.x < 150 && p.y > 30 && p.y < 120
        if onSide, image[x, y] != 0xFF00_0000 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// Fails if an ellipse has a notch or bulge, above all where it closes. The ring between radius
  /// 46 and 54 is ink, evenly dark at half opacity.
  @Test func ellipsesCloseWithoutANotch() throws {
    let image = try drawn(Shape(.ellipse, from: Point(50, 30), to: Point(150, 130)), size: 8, opacity: 128)
    var wrong = 0
    for y in 0..<160 {
      for x in 0..<200 {
        let away = Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(100, 80))
        if abs(away - 50) < 3.2, image[x, y] != 0x8000_0000 { wrong += 1 }
        if abs(away - 50) > 4.8, image[x, y] != 0 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    let flat = Shape(.ellipse, from: Point(10, 10), to: Point(110, 30))
    for p in flat.outline() {
      let (x, y) = ((p.x - 60) / 50, (p.y - 20) / 10)
      #expect(abs(x * x + y * y - 1) < 1e-12)
    }
    #expect(flat.outline().first == flat.outline().last)
    #expect(Shape(.ellipse, from: Point(5, 5), to: Point(5, 5)).outline() == [Point(5, 5)])
  }

  /// Fails if an earlier shape of a drag stays, changes are outside the returned region, or
  /// cancelling leaves a trace.
  @Test func onlyTheLastFormStays() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 200, height: 160))
      _ = document.fill(at: Point(5, 5), colour: 0x88AA22, opacity: 90, FillSettings())
      let before = document.layers[0].image
      let brush = Brush(size: rng.roll(1...20))
      let symmetry = rng.isOne(in: 2) ? Symmetry(.mirror(vertical: true, horizontal: false)) : Symmetry()
      var progress = ShapeInProgress(brush: brush, style: InkStyle(opacity: 200), filler: filler, symmetry: symmetry)
      let kind = Shape.Kind.allCases[rng.roll(0..<3)]
      let start = Point(rng.roll(0...200), rng.roll(0...160))
      var shape = Shape(kind, from: start, to: start)
      var old = before
      for _ in 0..<6 {
        shape = Shape(
          kind, dragged: start, Point(rng.roll(-50...250), rng.roll(-50...200)),
          isConstrained: rng.isOne(in: 2),
          isCentered: rng.isOne(in: 2))
        let region = progress.draw(shape, on: &document)
        let new = document.layers[0].image
        var missed = 0
        for y in 0..<160 {
          for x in 0..<200 where old[x, y] != new[x, y] {
            if !region.rects.contains(where: { $0.contains(x: x, y: y) }) { missed += 1 }
          }
        }
        #expect(missed == 0, "seed \(seed)")
        old = new
      }
      var cancelled = document
      var copy = progress
      _ = copy.cancel(on: &cancelled)
      #expect(cancelled.layers[0].image == before)
      _ = progress.finish(on: &document)
      var fresh = try #require(Document(width: 200, height: 160))
      _ = fresh.fill(at: Point(5, 5), colour: 0x88AA22, opacity: 90, FillSettings())
      var direct = ShapeInProgress(brush: brush, style: InkStyle(opacity: 200), filler: filler, symmetry: symmetry)
      _ = direct.draw(shape, on: &fresh)
      _ = direct.finish(on: &fresh)
      #expect(document.layers[0].image.showsSame(as: fresh.layers[0].image), "seed \(seed)")
      // A shape outside the canvas is no edit.
      if document.history.undoCount > 1 { _ = document.undo() }
      #expect(document.layers[0].image == before)
    }
  }

  /// Fails if Shift does not give steps of 15 degrees, squares and circles, or level lines are not
  /// exactly level.
  @Test func constraints() {
    var rng = RandomSource(9)
    for _ in 0..<300 {
      let (a, b) = (Point(rng.roll(-9...9), rng.roll(-9...9)), Point(rng.roll(-9...9), rng.roll(-9...9)))
      let line = Shape(.line, dragged: a, b, isConstrained: true, isCentered: false)
      let steps = (line.to - line.from).direction.degrees / 15
      #expect(abs(steps - steps.rounded()) < 1e-9)
      #expect((line.to - b).dot(line.to - a) < 1e-9, "it ends where the pen is nearest")
      #expect(abs((line.to - a).direction.radians - (b - a).direction.radians) < 0.14 || steps.magnitude > 11)
      for kind in [Shape.Kind.rectangle, .ellipse] {
        let square = Shape(kind, dragged: a, b, isConstrained: true, isCentered: true)
        #expect(abs(abs(square.to.x - square.from.x) - abs(square.to.y - square.from.y)) < 1e-12)
        #expect(square.from.midpoint(to: square.to).distance(to: a) < 1e-12)
      }
    }
    let level = Shape(.line, dragged: Point(1, 2), Point(-70, 4), isConstrained: true, isCentered: false)
    #expect(level.to.y == 2)
  }
}
