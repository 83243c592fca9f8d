import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// A scaled selection is drawn again where it consists of whole strokes.
@Suite struct WholeStrokesTests {
  let filler: CoverageFiller
  let brushes = BrushLibrary(folder: BrushTests.folder)
  private static let side = 400

  init() throws { filler = try #require(CoverageFiller()) }

  private func document() throws -> Document { try #require(Document(width: Self.side, height: Self.side)) }

  /// A wavy stroke through the middle of `box`.
  private func wave(_ brush: Brush, in box: Rect, opacity: UInt8 = 255, symmetry: Symmetry = Symmetry()) -> StrokeRecord
  {
    var record = StrokeRecord(
      brush: brush, style: InkStyle(colour: 0x203060, opacity: opacity), symmetry: symmetry)
    for i in 0...30 {
      let t = Double(i) / 30
      record.samples.append(
        PenSample(
          position: Point(box.minX + t * box.width, box.center.y + 0.3 * box.height * (7 * t).sine),
          time: 0.008 * Double(i), pressure: 0.3 + 0.5 * t, altitude: Angle(degrees: 50),
          azimuth: Angle(degrees: 30 + 20 * t)))
    }
    return record
  }

  private func select(_ document: inout Document, _ rect: PixelRect) { document.select(document.mask(of: rect)) }

  /// Scales and turns what is selected about its middle. Returns the recorded operation.
  private func place(
    _ document: inout Document, scale: Double, degrees: Double = 0, by way: Vector = .zero, flips: Bool = false
  ) throws -> Placing {
    let isLifted = document.lift()
    #expect(isLifted)
    var placement = try #require(document.floating?.placement)
    (placement.scaleX, placement.scaleY) = (flips ? -scale : scale, scale)
    placement.rotation = Angle(degrees: degrees)
    placement.translation = way
    _ = document.place(placement)
    _ = document.drop()
    return try #require(document.history.lastDone?.operation?.placing)
  }

  /// The share of painted pixels that are neither empty nor nearly as opaque as the ink: those of blurred edges.
  private func blur(_ image: TileGrid) -> Double {
    var (soft, all) = (0.0, 0.0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let alpha = image[x, y] >> 24
        if alpha > 0 { all += 1 }
        if alpha > 12 && alpha < 240 { soft += 1 }
      }
    }
    return soft / max(1, all)
  }

  /// Fails if an enlarged stroke is interpolated, or differs from the stroke that a hand four times as large would have
  /// drawn with a brush four times as broad.
  @Test func anEnlargedStrokeIsCrisp() throws {
    var document = try document()
    let stroke = wave(Brush(size: 8), in: Rect(x: 160, y: 180, width: 80, height: 40))
    _ = document.draw(stroke, filler: filler)
    select(&document, PixelRect(x: 140, y: 150, width: 120, height: 100))
    let before = blur(document.activeImage)
    let placing = try place(&document, scale: 3)
    #expect(placing.strokes.count == 1)
    #expect(blur(document.activeImage) < 0.6 * before)
    var again = try self.document()
    let map = Affine.translation(Vector(200, 200)) * .scale(3, 3) * .translation(Vector(-200, -200))
    var large = stroke
    large.samples = stroke.samples.map { $0.mapped(by: map) }
    (large.brush.size, large.inputScale) = (24, 3)
    _ = again.draw(large, filler: filler)
    #expect(again.activeImage.showsSame(as: document.activeImage))
  }

  /// Fails if a stroke of any brush, turned, mirrored, scaled or repeated by symmetry, is drawn elsewhere or with another
  /// amount of ink than its pixels had: a length or an angle that is not mapped.
  @Test(arguments: BrushTests.names.filter { $0 != "eraser" }) func everyBrushIsMapped(_ name: String) throws {
    let brush = try #require(brushes[name])
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var drawn = try document()
      let symmetry = rng.isOne(in: 3) ? Symmetry(.mirror(vertical: true, horizontal: false)) : Symmetry()
      let size = min(24, max(6, brush.size))
      _ = drawn.draw(
        wave(
          brush.resized(to: size), in: Rect(x: 150, y: 165, width: 90, height: 70), opacity: 220, symmetry: symmetry),
        filler: filler)
      select(&drawn, PixelRect(x: 100, y: 100, width: 200, height: 200))
      let (scale, degrees, flips) = (rng.roll(0.7...1.7), rng.roll(5.0...355), rng.isOne(in: 3))
      var sampled = drawn
      let placing = try place(&drawn, scale: scale, degrees: degrees, flips: flips)
      #expect(placing.strokes.count == 1, "\(name), seed \(seed)")
      // Interpolated, as before.
      sampled.history = History()
      let plain = try place(&sampled, scale: scale, degrees: degrees, flips: flips)
      #expect(plain.strokes.isEmpty)
      #expect(plain.placement == placing.placement)
      let (a, b) = (drawn.activeImage, sampled.activeImage)
      // In squares of 16 px, the ink is the same but for edges and grain, which is another one when it is drawn again.
      var grain = 0.0
      if case .dabs(let dabs) = brush.rendering { grain = dabs.grain }
      var (different, all) = (0.0, 0.0)
      for y in stride(from: 0, to: Self.side, by: 16) {
        for x in stride(from: 0, to: Self.side, by: 16) {
          func ink(_ image: TileGrid) -> Double {
            var sum = 0
            for row in y..<y + 16 { for column in x..<x + 16 { sum += Int(image[column, row] >> 24) } }
            return Double(sum)
          }
          different += abs(ink(a) - ink(b))
          all += ink(b)
        }
      }
      #expect(different < (grain > 0 ? 0.13 : 0.08) * all, "\(name), seed \(seed): \(different / all)")
    }
  }

  /// Fails if pixels that are no whole strokes are lost or drawn twice: a fill among them, a stroke that the selection cuts,
  /// one that was partly erased, or one that another layer's pixels were merged into.
  @Test func otherPixelsAreInterpolated() throws {
    let box = Rect(x: 160, y: 180, width: 80, height: 40)
    let rect = PixelRect(x: 140, y: 150, width: 120, height: 100)
    func strokes(_ body: (inout Document) throws -> Void) throws -> Int {
      var document = try document()
      _ = document.draw(wave(Brush(size: 8), in: box), filler: filler)
      _ = document.draw(wave(Brush(size: 5), in: box.insetBy(4)), filler: filler)
      try body(&document)
      if document.selection == nil { select(&document, rect) }
      return try place(&document, scale: 2).strokes.count
    }
    let untouched = try strokes { _ in }
    #expect(untouched == 2)
    let erased = try strokes { document in
      let line = wave(Brush.eraser.resized(to: 6), in: Rect(x: 120, y: 180, width: 200, height: 40))
      _ = document.draw(line, filler: filler)
    }
    #expect(erased == 0)
    let filled = try strokes { document in _ = document.fill(at: Point(150, 160), colour: 0xFF0000, FillSettings()) }
    #expect(filled == 0)
    let cut = try strokes { document in select(&document, PixelRect(x: 140, y: 150, width: 60, height: 100)) }
    #expect(cut == 0)
    let undone = try strokes { document in _ = document.undo() }
    #expect(undone == 1)
    // What was cleared does not come back.
    let cleared = try strokes { document in
      _ = document.clearActiveLayer()
      _ = document.draw(wave(Brush(size: 9), in: box), filler: filler)
    }
    #expect(cleared == 1)
    let deleted = try strokes { document in
      select(&document, rect)
      _ = document.deleteSelected()
      _ = document.draw(wave(Brush(size: 9), in: box), filler: filler)
    }
    #expect(deleted == 1)
    let forgotten = try strokes { document in document.history = History() }
    #expect(forgotten == 0)
    // Another stroke outside of the selection.
    let beside = try strokes { document in
      _ = document.draw(wave(Brush(size: 8), in: Rect(x: 20, y: 20, width: 60, height: 40)), filler: filler)
    }
    #expect(beside == 2)
  }

  /// Fails if strokes that were scaled cannot be scaled again, or if a scaling and its inverse leave more than rounding.
  @Test func scalingTwiceIsExact() throws {
    var document = try document()
    _ = document.draw(wave(Brush(size: 8), in: Rect(x: 160, y: 180, width: 80, height: 40)), filler: filler)
    let before = document.activeImage
    select(&document, PixelRect(x: 140, y: 150, width: 120, height: 100))
    for scale in [0.5, 2] {
      let placing = try place(&document, scale: scale)
      #expect(placing.strokes.count == 1)
    }
    var most: UInt32 = 0
    for y in 0..<Self.side {
      for x in 0..<Self.side { most = max(most, Pixel.distance(document.activeImage[x, y], before[x, y])) }
    }
    #expect(most <= 12, "\(most) levels in all channels")
  }

  /// Fails if strokes that were moved by whole px are not known at their new place, or ink that the canvas cut off, or
  /// strokes that take long to be drawn, are drawn again.
  @Test func whatMovesAndWhatIsLeftOut() throws {
    var moved = try document()
    _ = moved.draw(wave(Brush(size: 8), in: Rect(x: 60, y: 80, width: 80, height: 40)), filler: filler)
    select(&moved, PixelRect(x: 40, y: 50, width: 120, height: 100))
    let first = try place(&moved, scale: 1, by: Vector(101, 102))
    #expect(first.strokes.isEmpty)
    let second = try place(&moved, scale: 1.5)
    #expect(second.strokes.count == 1)
    var cut = try document()
    _ = cut.draw(wave(Brush(size: 8), in: Rect(x: 2, y: 80, width: 80, height: 40)), filler: filler)
    select(&cut, PixelRect(x: 0, y: 50, width: 160, height: 100))
    let inside = try place(&cut, scale: 0.5)
    #expect(inside.strokes.isEmpty)
    var slow = try document()
    let symmetry = Symmetry(.radial(count: 32, isMirrored: true))
    for _ in 0..<12 {
      _ = slow.draw(
        wave(Brush(size: 30), in: Rect(x: 160, y: 180, width: 80, height: 40), symmetry: symmetry), filler: filler)
    }
    select(&slow, PixelRect(x: 20, y: 20, width: 360, height: 360))
    let long = try place(&slow, scale: 0.5)
    #expect(long.strokes.isEmpty)
  }

  /// Fails if a circle that is enlarged shows the chords that it was drawn with.
  @Test func curvesStaySmooth() throws {
    var document = try document()
    var shape = ShapeInProgress(
      brush: Brush(size: 2, minimumShare: 1), style: InkStyle(colour: 0), filler: filler, symmetry: Symmetry())
    _ = shape.draw(
      Shape(.ellipse, dragged: Point(195, 195), Point(205, 205), isConstrained: true, isCentered: false), on: &document)
    _ = shape.finish(on: &document)
    let count = try #require(document.history.lastDone?.operation?.stroke).samples.count
    select(&document, PixelRect(x: 190, y: 190, width: 20, height: 20))
    let placing = try place(&document, scale: 16)
    #expect(try #require(placing.strokes.first).samples.count > 2 * count)
  }

  /// Fails if a record loses something, or replaying, undoing or packing changes a pixel.
  @Test func itIsRecorded() throws {
    var document = try document()
    for size in [3.0, 8] {
      _ = document.draw(wave(Brush(size: size), in: Rect(x: 160, y: 180, width: 80, height: 40)), filler: filler)
    }
    let start = document
    select(&document, PixelRect(x: 140, y: 150, width: 120, height: 100))
    let placing = try place(&document, scale: 1.5, degrees: 20)
    let operation = Operation.place(placing)
    let read = try RecordForm.again(operation, width: Self.side, height: Self.side)
    #expect(read == operation)
    #expect(operation.hasBulk && operation.head.placing?.strokes.allSatisfy { $0.samples.isEmpty } == true)
    #expect(try Operation(operation.head, bulk: operation.bulk()) == operation)
    var again = start
    let region = again.perform(read, OperationContext(filler: filler))
    #expect(region != nil)
    #expect(again.activeImage.showsSame(as: document.activeImage))
    let after = document.activeImage
    _ = document.undo()
    _ = document.undo()
    #expect(document.activeImage.showsSame(as: start.activeImage))
    _ = document.redo()
    _ = document.redo()
    #expect(document.activeImage.showsSame(as: after))
    // A record with another brush than those that can be found.
    var wrong = placing
    wrong.strokes[0].selection = Mask(width: Self.side, height: Self.side, isFull: true)
    let refused = try? RecordForm.again(.place(wrong), width: Self.side, height: Self.side)
    #expect(refused == nil)
  }

  /// Fails if an export at a larger scale interpolates what was drawn again.
  @Test func exportsDrawItAgain() throws {
    var document = try document()
    _ = document.draw(wave(Brush(size: 8), in: Rect(x: 160, y: 180, width: 80, height: 40)), filler: filler)
    select(&document, PixelRect(x: 140, y: 150, width: 120, height: 100))
    _ = try place(&document, scale: 2)
    let large = try document.enlarged(by: 3, filler: filler, progress: .none)
    #expect(blur(large.activeImage) < 0.6 * blur(document.activeImage))
  }
}

extension Double {
  fileprivate var sine: Double { Angle(radians: self).sine }
}
