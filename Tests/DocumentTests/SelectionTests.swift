import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// Selections limit drawing; floating selections move without loss and return exactly.
@Suite struct SelectionTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func image(_ document: Document) -> TileGrid { document.layers[0].image }

  private func shown(_ document: Document) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: document.bounds.area)
    var span = words.mutableSpan
    document.compose(document.bounds, to: &span, start: 0, stride: document.width)
    return words
  }

  private func draw(on document: inout Document, _ rng: inout RandomSource, symmetry: Symmetry = Symmetry()) {
    let style = InkStyle(
      colour: UInt32(rng.roll(0...0xFFFFFF)), opacity: UInt8(rng.roll(1...255)),
      blend: rng.isOne(in: 4) ? .erase : .over)
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: rng.roll(1...40)), style: style, filler: filler, symmetry: symmetry)
    var p = Point(rng.roll(-10...210), rng.roll(-10...160))
    for i in 0..<rng.roll(1...9) {
      stroke.add(PenSample(position: p, time: Double(i) / 200, pressure: rng.roll(0...1)))
      p = p + Vector(rng.roll(-40...40), rng.roll(-40...40))
      if rng.isOne(in: 2) { _ = stroke.draw(on: &document) }
    }
    _ = stroke.finish(on: &document)
  }

  private func mask(_ rng: inout RandomSource) -> Mask {
    var mask = Mask(width: 200, height: 150)
    if rng.isOne(in: 2) {
      mask.fill(
        PixelRect(
          x: rng.roll(-20...150), y: rng.roll(-20...120), width: rng.roll(1...150), height: rng.roll(1...99)
        ))
    } else {
      mask.fill(polygon: (0..<7).map { _ in Point(rng.roll(-20...220), rng.roll(-20...170)) })
    }
    return mask
  }

  private func drawing(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 200, height: 150))
    for _ in 0..<5 { draw(on: &document, &rng) }
    return document
  }

  /// Fails if a stroke changes an unselected pixel, or a selected one differs from a stroke without
  /// selection.
  @Test func strokesStayInTheSelection() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var bounded = try drawing(&rng)
      var free = bounded
      let before = image(bounded)
      bounded.select(mask(&rng))
      var (a, b) = (rng, rng)
      draw(on: &bounded, &a)
      draw(on: &free, &b)
      var wrong = 0
      for y in 0..<150 {
        for x in 0..<200 {
          let isSelected = bounded.selection?[x, y] ?? true
          if image(bounded)[x, y] != (isSelected ? image(free)[x, y] : before[x, y]) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
  }

  /// Fails if lifting changes the look, putting down or undo changes a bit, or moving away and back
  /// loses pixels.
  @Test func nothingIsLostOnTheWay() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var document = try drawing(&rng)
      document.select(mask(&rng))
      guard document.selection != nil else { continue }
      let (before, seen, steps) = (image(document), shown(document), document.history.undoCount)
      let isLifted = document.lift()
      #expect(isLifted)
      #expect(shown(document) == seen)
      var placement = try #require(document.floating?.placement)
      let start = placement
      for _ in 0..<3 {
        placement.translation = Vector(rng.roll(-50...50), rng.roll(-50...50))
        placement.rotation = Angle(degrees: rng.roll(-180...180))
        (placement.scaleX, placement.scaleY) = (rng.roll(-3...3), rng.roll(0.02...4))
        let old = shown(document)
        let region = document.place(placement)
        let new = shown(document)
        let missed = old.indices.count { i in
          old[i] != new[i] && !region.rects.contains { $0.contains(x: i % 200, y: i / 200) }
        }
        #expect(missed == 0, "seed \(seed)")
      }
      if rng.isOne(in: 2) {
        _ = document.place(start)
        #expect(shown(document) == seen)
        _ = document.drop()
      } else {
        _ = document.cancelFloating()
      }
      #expect(image(document) == before && document.history.undoCount == steps)
    }
  }

  /// Fails if a move by whole px or a quarter turn resamples pixels.
  @Test(arguments: [0, 1, 2, 3]) func movesAndQuarterTurnsAreExact(quarters: Int) throws {
    var rng = RandomSource(quarters)
    for (width, height) in [(40, 30), (41, 30), (33, 33)] {
      var document = try drawing(&rng)
      var mask = Mask(width: 200, height: 150)
      let rect = PixelRect(x: 60, y: 50, width: width, height: height)
      mask.fill(rect)
      document.select(mask)
      let before = image(document)
      let isLifted = document.lift()
      #expect(isLifted)
      let background = image(document)
      var placement = try #require(document.floating?.placement)
      placement.translation = Vector(17.3, -8.8)
      placement.rotation = .quarterTurn * Double(quarters)
      _ = document.place(placement)
      let map = try #require(document.floating?.map)
      _ = document.drop()
      var wrong = 0
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          let to = map(Point(Double(x) + 0.5, Double(y) + 0.5))
          let (i, j) = (Int(to.x.rounded(.down)), Int(to.y.rounded(.down)))
          let wanted = before[x, y] == 0 ? background[i, j] : Pixel.over(before[x, y], background[i, j])
          let isExact = to == Point(Double(i) + 0.5, Double(j) + 0.5)
          if !isExact || !areNear(image(document)[i, j], wanted) || document.selection?[i, j] != true { wrong += 1 }
        }
      }
      #expect(wrong == 0)
      #expect(document.selection?.count == rect.area)
      _ = document.undo()
      #expect(image(document) == before && document.selection == mask)
    }
  }

  /// Fails if a scaled selection becomes darker or lighter. An even square stays even at half and
  /// double size, with the right area.
  @Test(arguments: [0.1, 0.25, 0.4, 0.5, 1.5, 2]) func scaledPiecesKeepTheirColour(scale: Double) throws {
    var document = try #require(Document(width: 200, height: 150))
    var mask = Mask(width: 200, height: 150)
    mask.fill(PixelRect(x: 70, y: 50, width: 60, height: 50))
    document.select(mask)
    _ = document.fill(at: Point(100, 75), colour: 0x30A060, FillSettings())
    let isLifted = document.lift()
    #expect(isLifted)
    var placement = try #require(document.floating?.placement)
    (placement.scaleX, placement.scaleY) = (scale, scale)
    placement.rotation = Angle(degrees: 20)
    _ = document.place(placement)
    _ = document.drop()
    var (area, wrong) = (0.0, 0)
    for y in 0..<150 {
      for x in 0..<200 {
        let p = image(document)[x, y]
        area += Double(p >> 24) / 255
        guard p >> 24 > 128 else { continue }
        let straight = Premultiplied.straight(p)
        if abs(Int(straight.red) - 0x30) > 2 || abs(Int(straight.green) - 0xA0) > 2 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(abs(area / (3000 * scale * scale) - 1) < 0.05)
    #expect(image(document)[100, 75] == 0xFF30_A060)
  }

  /// Fails if pasting differs from what was copied, deleting leaves pixels, or an undone paste
  /// leaves a trace.
  @Test func copyPasteDelete() throws {
    var rng = RandomSource(4)
    var document = try drawing(&rng)
    #expect(document.copied()?.bounds == document.bounds)
    var mask = Mask(width: 200, height: 150)
    mask.fill(PixelRect(x: 30, y: 20, width: 100, height: 100))
    document.select(mask)
    let before = image(document)
    let clipping = try #require(document.copied())
    #expect(clipping.bounds == mask.bounds && clipping.pixels.count == 10000)
    let copied = clipping.pixels
    #expect((0..<10000).allSatisfy { copied[$0] == before[30 + $0 % 100, 20 + $0 / 100] })
    _ = document.clearActiveLayer()
    let cleared = image(document)
    #expect(
      (0..<30000).allSatisfy {
        cleared[$0 % 200, $0 / 200] == (mask[$0 % 200, $0 / 200] ? 0 : before[$0 % 200, $0 / 200])
      })
    _ = document.float(clipping)
    _ = document.cancelFloating()
    #expect(image(document) == cleared)
    _ = document.float(clipping)
    _ = document.drop()
    #expect(image(document).showsSame(as: before))
    _ = document.undo()
    #expect(image(document) == cleared)
    _ = document.undo()
    #expect(image(document) == before)

    // Pastes into a smaller drawing.
    var small = try #require(Document(width: 50, height: 40))
    _ = small.float(clipping, translation: Vector(-30, -20))
    _ = small.drop()
    #expect((0..<2000).allSatisfy { image(small)[$0 % 50, $0 / 50] == before[$0 % 50 + 30, $0 / 50 + 20] })
    let foreign = try #require(Clipping(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6].map { 0xFF00_0000 | $0 }))
    _ = small.float(foreign, translation: Vector(10, 10))
    _ = small.drop()
    #expect(image(small)[12, 11] == 0xFF00_0006)
    #expect(Clipping(width: 0, height: 2, pixels: []) == nil && Clipping(width: 2, height: 2, pixels: [0]) == nil)
  }

  /// Fails if selecting changes the picture, cannot be undone, or accepts an empty selection.
  @Test func selectingIsAStepButNoPicture() throws {
    var document = try #require(Document(width: 200, height: 150))
    var mask = Mask(width: 200, height: 150)
    document.select(mask)
    #expect(document.selection == nil && document.history.undoCount == 0)
    mask.fill(PixelRect(x: 3, y: 3, width: 9, height: 9))
    document.select(mask)
    document.select(mask)
    #expect(document.selection == mask && document.history.undoCount == 1 && document.history.state == 0)
    var rng = RandomSource(1)
    document.select(nil)
    for _ in 0..<3 { draw(on: &document, &rng) }
    let state = document.history.state
    #expect(state > 0)
    document.select(mask)
    #expect(document.history.state == state)
    _ = document.undo()
    #expect(document.selection == nil && document.history.state == state)
  }

  /// Fails if any tool has no exact inverse. After random actions, undoing all gives the first
  /// picture and redoing all the last, bit by bit.
  @Test func allToolsGoBackAndForth() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 200, height: 150))
      var clipping: Clipping?
      for _ in 0..<25 {
        let kinds: [Symmetry.Kind] = [
          .none, .mirror(vertical: true, horizontal: rng.isOne(in: 2)),
          .radial(count: rng.roll(2...7), isMirrored: true),
        ]
        let symmetry = Symmetry(kinds[rng.roll(0..<3)])
        switch rng.roll(0..<12) {
        case 0: document.select(mask(&rng))
        case 1: document.select(nil)
        case 2:
          _ = document.fill(
            at: Point(rng.roll(0...199), rng.roll(0...149)), colour: UInt32(rng.roll(0...0xFFFFFF)),
            opacity: UInt8(rng.roll(0...255)), FillSettings(tolerance: rng.roll(0...255), gap: rng.roll(0...9)))
        case 3, 4:
          _ = document.lift()
          if var placement = document.floating?.placement {
            placement.translation = Vector(rng.roll(-50...50), rng.roll(-50...50))
            placement.rotation = Angle(degrees: rng.roll(-180...180))
            placement.scaleX = rng.roll(0.1...2)
            _ = document.place(placement)
          }
          switch rng.roll(0..<4) {
          case 0: _ = document.cancelFloating()
          case 1: _ = document.deleteSelected()
          default: _ = document.drop()
          }
        case 5: clipping = document.copied() ?? clipping
        case 6:
          if let clipping { _ = document.float(clipping, translation: Vector(rng.roll(-50...50), 7)) }
          _ = document.drop()
        case 7: _ = document.clearActiveLayer()
        case 8: _ = rng.isOne(in: 2) ? document.undo() : document.redo()
        case 9:
          var shape = ShapeInProgress(
            brush: Brush(size: rng.roll(1...20)), style: InkStyle(colour: 0xAA0000), filler: filler,
            symmetry: symmetry)
          for _ in 0..<rng.roll(1...3) {
            let corners = (0..<2).map { _ in Point(rng.roll(-10...210), rng.roll(-10...160)) }
            _ = shape.draw(
              Shape(Shape.Kind.allCases[rng.roll(0..<3)], from: corners[0], to: corners[1]), on: &document)
          }
          _ = rng.isOne(in: 4) ? shape.cancel(on: &document) : shape.finish(on: &document)
        default: draw(on: &document, &rng, symmetry: symmetry)
        }
      }
      while document.redo() != nil {}
      let (end, selection, steps) = (image(document), document.selection, document.history.undoCount)
      while document.undo() != nil {}
      #expect(image(document).tileCount == 0 && document.selection == nil, "seed \(seed)")
      while document.redo() != nil {}
      #expect(image(document) == end && document.selection == selection, "seed \(seed)")
      #expect(document.history.undoCount == steps)
    }
  }
}
