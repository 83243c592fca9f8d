import Foundation
import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Pixels
@testable import Storage

@Suite struct EnlargementTests {
  let filler: CoverageFiller
  let library = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  /// A brush scaled for a larger canvas.
  private func enlarged(_ brush: Brush, _ scale: Double) -> Brush {
    var brush = brush
    brush.size *= scale
    brush.width.rise *= scale
    brush.width.fall *= scale
    switch brush.rendering {
    case .outline, .mypaint: break
    case .dabs(var dabs):
      dabs.grainScale *= scale
      brush.rendering = .dabs(dabs)
    case .spray(var dabs):
      dabs.grainScale *= scale
      brush.rendering = .spray(dabs)
    }
    return brush
  }

  /// Samples as of handwriting: round, with changing pressure and tilt.
  static func writing(_ rng: inout RandomSource, in box: Rect, count: Int) -> [PenSample] {
    let (a, b) = (rng.roll(0.3...0.5), rng.roll(0.3...0.5))
    let (m, n, phase) = (rng.roll(1...3), rng.roll(1...3), rng.roll(0...6.28))
    return (0..<count).map { i in
      let t = Double(i) / 40
      return PenSample(
        position: Point(
          box.center.x + box.width * a * cos(Double(m) * t + phase), box.center.y + box.height * b * sin(Double(n) * t)),
        time: Double(i) * 0.005, pressure: 0.55 + 0.4 * sin(t * 2.3 + phase),
        altitude: Angle(degrees: 55 + 20 * sin(t)),
        azimuth: Angle(degrees: 40 + 30 * cos(t)))
    }
  }

  private func draw(
    _ samples: [PenSample], _ brush: Brush, _ style: InkStyle = InkStyle(colour: 0x204080), inputScale: Double = 1,
    symmetry: Symmetry = Symmetry(), on document: inout Document
  ) {
    var stroke = StrokeInProgress(
      on: document, brush: brush, inputScale: inputScale, style: style, filler: filler, symmetry: symmetry)
    for sample in samples { stroke.add(sample) }
    _ = stroke.finish(on: &document)
  }

  /// The difference of two images, 0...255: the mean over the pixels that either has, and the
  /// maximum.
  static func difference(_ a: TileGrid, _ b: TileGrid) -> (mean: Double, most: Int) {
    var (sum, count, most) = (0, 0, 0)
    for index in 0..<(a.columns * a.rows) where a[index] != nil || b[index] != nil {
      // Pixels of a deep tile are converted at each call.
      let (p, q) = ((a[index] ?? Tile()).pixels, (b[index] ?? Tile()).pixels)
      for i in 0..<Tile.count where p[i] | q[i] != 0 {
        let d = Int(Pixel.distance(p[i], q[i]))
        (sum, count, most) = (sum + d, count + 1, max(most, d))
      }
    }
    return (Double(sum) / Double(max(1, count)), most)
  }

  #if DEBUG
    private static let scales = [2.5]
  #else
    private static let scales = [4.0, 2.5]
  #endif

  /// Fails if an enlarged stroke differs, even by one bit, from the same movement drawn on a larger
  /// canvas. All brushes draw handwriting over old strokes. Pens at rest would differ: close
  /// samples count as one on the smaller canvas.
  @Test(arguments: BrushTests.names, scales) func aStrokeIsAsIfDrawnSoLarge(name: String, scale: Double) throws {
    let brush = try #require(library[name])
    for seed in 0..<3 {
      var rng = RandomSource(seed)
      var small = try #require(Document(width: 240, height: 200))
      var large = try #require(Document(width: Int(240 * scale), height: Int(200 * scale)))
      // Dabs of a thinner tilt pencil would be as far apart as dabs may be, which is a length of the canvas.
      let size = max([6.0, 17, 40][seed], name == "tilt-pencil" ? 12 : 0)
      let inputScale = [1.0, 0.5, 2][seed]
      let symmetry = seed == 2 ? Symmetry(.mirror(vertical: true, horizontal: false)) : Symmetry()
      for style in [InkStyle(colour: 0xC03020), InkStyle(colour: 0x204080, opacity: 140)] {
        let samples = Self.writing(&rng, in: Rect(minX: 20, minY: 20, maxX: 220, maxY: 180), count: 160)
        let kind = name == "eraser" && style.opacity == 255 ? Brush(size: 60) : brush.resized(to: size)
        draw(samples, kind, style, inputScale: inputScale, symmetry: symmetry, on: &small)
        let far = samples.map { sample in
          var sample = sample
          sample.position = Point(sample.position.x * scale, sample.position.y * scale)
          return sample
        }
        draw(far, enlarged(kind, scale), style, inputScale: inputScale * scale, symmetry: symmetry, on: &large)
      }
      let again = try small.enlarged(by: scale, filler: filler, progress: .none)
      #expect(large.layers[0].image.tileCount > 20)
      let (mean, most) = Self.difference(again.layers[0].image, large.layers[0].image)
      #expect(mean == 0 && most == 0, "\(name), seed \(seed): \(mean), \(most)")
      #expect(again.history.undoCount == 0)
    }
  }

  /// Fails if circles get corners or become oval: a ring, as a shape and by hand, enlarged four
  /// times.
  @Test func circlesStayRound() throws {
    for isFigure in [true, false] {
      var document = try #require(Document(width: 200, height: 200))
      let brush = Brush(size: 10, minimumShare: 1)
      if isFigure {
        var shape = ShapeInProgress(brush: brush, style: InkStyle(colour: 0), filler: filler, symmetry: Symmetry())
        let figure = Shape(.ellipse, dragged: Point(30, 30), Point(170, 170), isConstrained: true, isCentered: false)
        _ = shape.draw(figure, on: &document)
        _ = shape.finish(on: &document)
      } else {
        let samples = (0...120).map { i in
          PenSample(
            position: Point(100, 100) + Vector(length: 70, direction: Angle(degrees: Double(i) * 3.05)),
            time: Double(i) * 0.005, pressure: 1)
        }
        draw(samples, brush, InkStyle(colour: 0), on: &document)
      }
      let image = try document.enlarged(by: 4, filler: filler, progress: .none).layers[0].image
      let room = isFigure ? 1.0 : 2.5
      for y in stride(from: 0, to: 800, by: 3) {
        for x in stride(from: 0, to: 800, by: 3) {
          let off = abs(Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(400, 400)) - 280)
          if off < 20 - room { #expect(image[x, y] >> 24 == 255, "\(x), \(y)") }
          if off > 20 + room { #expect(image[x, y] == 0, "\(x), \(y)") }
        }
      }
    }
  }

  /// Fails if any action is missing or different in the enlarged drawing. Reduced again, it looks
  /// as the original, except for edges.
  @Test func anyHistoryLooksTheSame() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 190, height: 150))
      if rng.isOne(in: 3) {
        for y in 20..<90 { document.load(row: y, pixels: [UInt32](repeating: 0xFFE0_C090, count: 190).span) }
      }
      for _ in 0..<rng.roll(4...14) { Self.doAnything(&rng, &document, filler, library) }
      if rng.isOne(in: 2) { _ = document.undo() }
      let scale = [2.0, 3, 1.7, 4.2][rng.roll(0..<4)]
      let large = try document.enlarged(by: scale, filler: filler, progress: .none)
      #expect(large.layers.map(\.id) == document.layers.map(\.id))
      #expect(large.layers.map(\.opacity) == document.layers.map(\.opacity))
      #expect(large.paper == document.paper && large.isPaperShown == document.isPaperShown)
      for (a, b) in zip(large.layers, document.layers) {
        let mean = try Self.meanDifference(a.image, reducedTo: b.image)
        #expect(mean < 3, "seed \(seed), \(b.name)")
      }
    }
  }

  /// The mean difference, 0...255, of an image's pixels from those of a larger one reduced to its
  /// size.
  static func meanDifference(_ large: TileGrid, reducedTo small: TileGrid) throws -> Double {
    var reducer = AreaReducer(from: (large.width, large.height), to: (small.width, small.height))
    var row = [UInt32](repeating: 0, count: small.width)
    var sum = 0
    for y in 0..<small.height {
      var span = row.mutableSpan
      reducer.write(y, 0..<small.width, to: &span) { i, target in
        large.copy(PixelRect(x: 0, y: i, width: large.width, height: 1), to: &target, stride: large.width)
      }
      for x in 0..<small.width { sum += Int(Pixel.distance(row[x], small[x, y])) }
    }
    return Double(sum) / Double(small.width * small.height)
  }

  /// Performs one random action on a drawing.
  static func doAnything(
    _ rng: inout RandomSource, _ document: inout Document, _ filler: CoverageFiller, _ library: BrushLibrary
  ) {
    func place(_ rng: inout RandomSource) -> Point {
      Point(rng.roll(0.0...Double(document.width)), rng.roll(0.0...Double(document.height)))
    }
    let ids = document.layers.map(\.id)
    let id = ids[rng.roll(0..<ids.count)]
    switch rng.roll(0...13) {
    case 0...5:
      let name = BrushTests.names[rng.roll(0..<BrushTests.names.count)]
      let brush = (library[name] ?? Brush()).resized(to: rng.roll(3...30))
      var stroke = StrokeInProgress(
        on: document, brush: brush,
        style: InkStyle(colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(90...255))),
        filler: filler)
      let a = place(&rng)
      let box = Rect(minX: a.x - 60, minY: a.y - 50, maxX: a.x + 60, maxY: a.y + 50)
      for sample in writing(&rng, in: box, count: rng.roll(2...120)) { stroke.add(sample) }
      _ = stroke.finish(on: &document)
    case 6:
      _ = document.fill(
        at: place(&rng), colour: UInt32(rng.roll(0...0xFF_FFFF)), FillSettings(source: rng.isOne(in: 2) ? .all : .layer)
      )
    case 7: _ = document.clearActiveLayer()
    case 8:
      var mask = Mask(width: document.width, height: document.height)
      mask.fill(polygon: (0..<4).map { _ in place(&rng) })
      document.select(rng.isOne(in: 3) ? nil : mask)
    case 9:
      guard document.lift(), var placement = document.floating?.placement else { return }
      placement.translation = Vector(rng.roll(-30...30), rng.roll(-30...30))
      _ = document.place(placement)
      _ = document.drop()
    case 10: _ = document.perform([.add(above: id), .duplicate(id)][rng.roll(0...1)])
    case 11: _ = document.perform([.mergeDown(id), .delete(id)][rng.roll(0...1)])
    case 12:
      _ = document.perform(
        [
          .set(id, .opacity(rng.roll(0.3...1))), .move(id, to: LayerPlace(position: rng.roll(0..<ids.count))),
          .setPaper(0xCCDDEE),
          .setPaperShown(false), .set(id, .blend(.multiply)),
        ][rng.roll(0...4)])
    default: _ = document.undo()
    }
  }

  /// Fails if an enlarged fill leaves a seam at its line or blurs it. Within a ring all is opaque,
  /// the line keeps its colour, and outside stays clear.
  @Test func aFillMeetsItsLine() throws {
    var document = try #require(Document(width: 160, height: 160))
    var shape = ShapeInProgress(
      brush: Brush(size: 8, minimumShare: 1), style: InkStyle(colour: 0), filler: filler, symmetry: Symmetry())
    _ = shape.draw(
      Shape(.ellipse, dragged: Point(30, 30), Point(130, 130), isConstrained: true, isCentered: false), on: &document)
    _ = shape.finish(on: &document)
    _ = document.fill(at: Point(80, 80), colour: 0x00FF00, FillSettings())
    let image = try document.enlarged(by: 4, filler: filler, progress: .none).layers[0].image
    for y in 0..<640 {
      for x in 0..<640 {
        let far = Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(320, 320))
        let pixel = image[x, y]
        if far < 183 { #expect(pixel == 0xFF00_FF00, "\(x), \(y)") }
        if far < 214 { #expect(pixel >> 24 >= 253, "\(x), \(y)") }
        if far > 185.5, far < 214 { #expect(pixel == 0xFF00_0000, "\(x), \(y)") }
        if far > 217 { #expect(pixel == 0, "\(x), \(y)") }
      }
    }
  }

  /// Fails if erased ink or a cleared layer leaves a trace of its finer edges.
  @Test func clearedIsClear() throws {
    var rng = RandomSource(5)
    var document = try #require(Document(width: 200, height: 160))
    let samples = Self.writing(&rng, in: Rect(minX: 20, minY: 20, maxX: 180, maxY: 140), count: 200)
    for name in BrushTests.names where name != "eraser" {
      draw(samples, try #require(library[name]).resized(to: 9), on: &document)
    }
    _ = document.clearActiveLayer()
    let large = try document.enlarged(by: 4, filler: filler, progress: .none)
    #expect(large.layers[0].image.tileCount == 0)
  }

  /// Fails if undone strokes are drawn.
  @Test func theUndoneIsNotThere() throws {
    var rng = RandomSource(6)
    var document = try #require(Document(width: 200, height: 160))
    let box = Rect(minX: 20, minY: 20, maxX: 180, maxY: 140)
    draw(Self.writing(&rng, in: box, count: 100), Brush(), on: &document)
    let one = try document.enlarged(by: 2, filler: filler, progress: .none)
    draw(Self.writing(&rng, in: box, count: 100), Brush(), on: &document)
    _ = document.undo()
    let again = try document.enlarged(by: 2, filler: filler, progress: .none)
    #expect(again.layers[0].image.showsSame(as: one.layers[0].image))
    #expect(document.history.redoCount == 1)
  }

  /// Fails if an enlarged selection has a staircase edge, a rectangle's edge is not straight, or a
  /// full one is not full.
  @Test func selectionsGetEdgesOfTheirOwn() {
    var disc = Mask(width: 100, height: 100)
    let corners = (0..<200).map { Point(50, 50) + Vector(length: 30, direction: Angle(degrees: Double($0) * 1.8)) }
    disc.fill(polygon: corners)
    let large = disc.enlarged(by: 4, width: 400, height: 400)
    var wrong = 0
    for y in 0..<400 {
      for x in 0..<400 {
        let far = Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(200, 200))
        if abs(far - 120) > 3 { #expect(large[x, y] == (far < 120), "\(x), \(y)") }
        if large[x, y] != (far < 120) { wrong += 1 }
      }
    }
    // Copying pixel by pixel would give about 1.5 times as many.
    #expect(wrong < 700, "\(wrong)")
    var box = Mask(width: 100, height: 100)
    box.fill(PixelRect(x: 10, y: 20, width: 30, height: 40))
    var expected = Mask(width: 250, height: 250)
    expected.fill(PixelRect(x: 25, y: 50, width: 75, height: 100))
    #expect(box.enlarged(by: 2.5, width: 250, height: 250) == expected)
    let full = Mask(width: 33, height: 35, isFull: true).enlarged(by: 1.3, width: 43, height: 46)
    #expect(full == Mask(width: 43, height: 46, isFull: true))
  }

  /// Fails if even areas become uneven, or an image gets a soft or dark rim at the canvas's edge.
  @Test func evenPixelsStayEven() throws {
    var document = try #require(Document(width: 70, height: 65))
    for y in 0..<65 {
      document.load(row: y, pixels: [UInt32](repeating: 0xC034_5678 & 0xFF30_3030 | 0xC000_0000, count: 70).span)
    }
    let pixel = document.layers[0].image[3, 3]
    for scale in [1.5, 3, 7.3] {
      let large = try document.enlarged(by: scale, filler: filler, progress: .none)
      let image = large.layers[0].image
      for y in 0..<large.height {
        for x in 0..<large.width where image[x, y] != pixel { Issue.record("\(x), \(y) at \(scale)") }
      }
    }
  }
}
