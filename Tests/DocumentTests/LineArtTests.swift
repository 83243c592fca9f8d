import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels

/// Areas of line art: ends of lines, the joints between them, and what a fill reaches then.
@Suite struct LineArtTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static let (width, height) = (320, 240)

  /// Ink where a test says so.
  private func map(_ isInk: (Int, Int) -> Bool) -> InkMap {
    InkMap(
      width: Self.width, height: Self.height,
      (0..<(Self.width * Self.height)).map { isInk($0 % Self.width, $0 / Self.width) })
  }

  private func open(_ ink: InkMap) -> LazyMask {
    var mask = Mask(width: Self.width, height: Self.height)
    for i in ink.pixels.indices where !ink.pixels[i] {
      mask.fill(PixelRect(x: i % Self.width, y: i / Self.width, width: 1, height: 1))
    }
    return LazyMask(mask)
  }

  private func area(_ place: Point, _ ink: InkMap, gap: Int) -> Mask {
    let open = open(ink)
    return ClosedLines(open, in: PixelRect(x: 0, y: 0, width: Self.width, height: Self.height), gap: gap)
      .area(around: place, within: open)
  }

  /// A ring around the middle, with a gap of so many px on its right and at random angles.
  private func ring(_ gaps: [(angle: Double, width: Double)], radius: Double = 80, line: Double = 5) -> InkMap {
    map { x, y in
      let from = Point(Double(x), Double(y)) - Point(160, 120)
      guard abs(from.length - radius) <= line / 2 else { return false }
      return !gaps.contains { gap in
        let direction = Angle(degrees: gap.angle)
        let (along, beside) = (
          from.dot(Vector(direction.cosine, direction.sine)), from.cross(Vector(direction.cosine, direction.sine))
        )
        return along > 0 && abs(beside) < gap.width / 2
      }
    }
  }

  @Test func contoursGoAroundInk() {
    let ink = map { x, y in
      (40..<60).contains(x) && (30..<90).contains(y) && !((45..<50).contains(x) && y > 35 && y < 80)
    }
    let contours = InkContour.all(of: ink, least: 0)
    #expect(contours.count == 2)
    #expect(contours.map(\.count).sorted() == [2 * (5 + 44), 2 * (20 + 60)])
    // Each side of ink is passed once.
    #expect(contours.reduce(0) { $0 + $1.count } == ink.sides)
    #expect(contours.allSatisfy { $0.sides.allSatisfy { ink.pixels[$0.pixel] } })
  }

  /// Fails if the end of a line is not found, is in a wrong place, or points elsewhere.
  @Test(arguments: [3, 5, 9, 16]) func endsOfABar(width: Int) throws {
    let ink = map { x, y in (60..<200).contains(x) && (100..<(100 + width)).contains(y) }
    let contour = try #require(InkContour.all(of: ink, least: LineEndFinder.speck).first)
    let ends = LineEndFinder(contour, mapWidth: Self.width).ends.filter { $0.kind == .end }
    #expect(ends.count == 2)
    for end in ends {
      #expect(abs(end.place.y - Double(100) - Double(width - 1) / 2) <= 1 && abs(end.width - Double(width)) <= 2.5)
      let isRight = end.place.x > 130
      #expect(abs(end.place.x - (isRight ? 199.5 : 59.5)) <= 1)
      #expect(end.direction.dx * (isRight ? 1 : -1) > 0.98)
    }
  }

  @Test(arguments: [4, 12, 20, 32, 60, 100]) func gapsOfARingAreClosed(gap: Int) {
    let ink = ring([(0, Double(gap))])
    let whole = area(Point(160, 120), ring([]), gap: 0)
    #expect(area(Point(160, 120), ink, gap: 0)[2, 2])
    let inside = area(Point(160, 120), ink, gap: gap)
    #expect(!inside[2, 2])
    // No corner and no hole is left: what differs is at the gap.
    var missing = whole
    missing.subtract(inside)
    var more = inside
    more.subtract(whole)
    // The joint is a pixel wide; on one side of it the ring's own pixels are open.
    #expect(missing.count <= 2 * gap && more.count <= 6 * (gap + 6))
    let room = missing.bounds.union(more.bounds)
    #expect(room.isEmpty || room.minX > 210 && room.height <= gap + 12)
  }

  /// A gap far wider than the setting stays open.
  @Test(arguments: [4, 12, 32]) func widerGapsStayOpen(closed: Int) {
    #expect(area(Point(160, 120), ring([(0, Double(2 * closed + 24))]), gap: closed)[2, 2])
  }

  /// Areas are a partition: each open pixel is in one, whichever pixel of it is the seed.
  @Test(arguments: RandomSource.seeds(60)) func areasAreAPartition(seed: Int) {
    var rng = RandomSource(seed)
    let gaps = (0..<rng.roll(1...4)).map { _ in (angle: rng.roll(0.0...359), width: rng.roll(3.0...24)) }
    var ink = ring(gaps, radius: rng.roll(50.0...100), line: rng.roll(2.0...9))
    let (slope, offset) = (rng.roll(-1.0...1), rng.roll(60.0...180))
    let hole = rng.roll(60...240)
    let other = ink
    ink = map { x, y in
      other[x, y] || abs(Double(y) - offset - slope * (Double(x) - 160)) < 2.5 && abs(x - hole) > 8
    }
    let gap = rng.roll(0...40)
    var left = Mask(width: Self.width, height: Self.height, isFull: true)
    for i in ink.pixels.indices where ink.pixels[i] {
      left.subtract(mask(PixelRect(x: i % Self.width, y: i / Self.width, width: 1, height: 1)))
    }
    var areas = 0
    while !left.isEmpty, areas < 200 {
      let bounds = left.bounds
      let x = (bounds.minX..<bounds.maxX).first { left[$0, bounds.minY] } ?? bounds.minX
      let found = area(Point(Double(x) + 0.5, Double(bounds.minY) + 0.5), ink, gap: gap)
      #expect(found[x, bounds.minY])
      var outside = found
      outside.subtract(left)
      // It takes nothing of another area.
      #expect(outside.isEmpty)
      // Another seed of it finds the same.
      let tile = found.bounds
      let other = (0..<50).lazy.map { _ in (rng.roll(tile.minX..<tile.maxX), rng.roll(tile.minY..<tile.maxY)) }
        .first { found[$0.0, $0.1] }
      if let other { #expect(area(Point(Double(other.0), Double(other.1)), ink, gap: gap) == found) }
      left.subtract(found)
      areas += 1
    }
    #expect(left.isEmpty)
  }

  private func mask(_ rect: PixelRect) -> Mask {
    var mask = Mask(width: Self.width, height: Self.height)
    mask.fill(rect)
    return mask
  }

  /// Noise and dots have no lines.
  @Test func texturesHaveNoJoints() {
    var rng = RandomSource(3)
    let noise = (0..<(Self.width * Self.height)).map { _ in rng.isOne(in: 2) }
    let white = InkMap(width: Self.width, height: Self.height, noise)
    let part = PixelRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let place = Point(Double(noise.firstIndex(of: false) ?? 0), 0)
    #expect(
      ClosedLines(open(white), in: part, gap: 40).area(around: place, within: open(white))
        == ClosedLines(open(white), in: part, gap: 0).area(around: place, within: open(white)))
    let dots = map { x, y in x % 12 < 3 && y % 12 < 3 }
    #expect(ClosedLines.joints(in: dots, gap: 40).isEmpty)
  }

  // MARK: Painting

  /// A page with lines on one layer, and an active one below for flats.
  private func page(_ rng: inout RandomSource, gaps: Bool) throws -> Document {
    var document = try #require(Document(width: Self.width, height: Self.height))
    var brush = Brush(size: rng.roll(2.0...9), minimumShare: 1)
    brush.smoother = .linear
    for _ in 0..<4 {
      var stroke = StrokeInProgress(
        on: document, brush: brush, style: InkStyle(colour: UInt32(rng.roll(0...0x50)) * 0x10101), filler: filler)
      let (x, y) = (rng.roll(60.0...260), rng.roll(60.0...180))
      let radius = rng.roll(30.0...90)
      for step in 0...(gaps ? 38 : 40) {
        let angle = Angle(degrees: Double(step) * 9)
        stroke.add(
          PenSample(
            position: Point(x + radius * angle.cosine, y + 0.7 * radius * angle.sine), time: Double(step) * 0.01,
            pressure: 1))
      }
      _ = stroke.finish(on: &document)
    }
    let lines = document.activeID
    _ = document.perform(.add(above: lines))
    _ = document.perform(.move(document.activeID, to: LayerPlace(position: 0)))
    return document
  }

  /// After any colours the layer is as if only the last one had been filled: fails if a rim of an earlier one is left.
  @Test(arguments: RandomSource.seeds(200)) func theLastColourCounts(seed: Int) throws {
    var rng = RandomSource(seed)
    var page = try page(&rng, gaps: true)
    let lines = try #require(page.layers.first { $0.id != page.activeID }).id
    if rng.isOne(in: 2) { _ = page.perform(.set(lines, .reference(true))) }
    let places = (0..<3).map { _ in Point(rng.roll(0.0...319), rng.roll(0.0...239)) }
    let settings = FillSettings(
      tolerance: rng.roll(8...90), gap: rng.roll(0...30), source: rng.isOne(in: 2) ? .reference : .all,
      under: rng.roll(0...8))
    var once = page
    // No two are similar, nor is one to the paper: similar areas beside one another are one.
    let levels: [UInt32] = [0, 120, 240]
    var colours = levels.flatMap { red in
      levels.flatMap { green in levels.map { red << 16 | green << 8 | $0 } }
    }.dropLast().shuffled(using: &rng)
    for place in places {
      let last = colours.removeLast()
      for _ in 0..<rng.roll(1...3) { _ = page.fill(at: place, colour: colours.removeLast(), settings) }
      _ = page.fill(at: place, colour: last, settings)
      _ = once.fill(at: place, colour: last, settings)
    }
    #expect(page.activeImage == once.activeImage)
    // The layer has the three chosen colours and transparency only.
    let found = Set(page.activeImage.tileIndices.flatMap { page.activeImage[$0]?.pixels ?? [] })
    #expect(found.count <= 4 && found.allSatisfy { $0 == 0 || $0 >> 24 == 255 })
  }

  /// A fill goes below a line up to its middle at most, and by `under` px at least where the line is wide.
  @Test(arguments: [-8, -1, 0, 2, 6, 40]) func fillsGoUnderLines(under: Int) throws {
    var document = try #require(Document(width: 200, height: 100))
    document.select(document.mask(of: PixelRect(x: 80, y: 0, width: 20, height: 100)))
    _ = document.coverActiveLayer(colour: 0)
    document.select(nil)
    let lines = document.activeID
    _ = document.perform(.add(above: lines))
    _ = document.perform(.set(lines, .reference(true)))
    _ = document.fill(at: Point(20, 50), colour: 0xFF_0000, FillSettings(source: .reference, under: under))
    let reached = (0..<200).filter { document.activeImage[$0, 50] != 0 }.count
    // Hard ink gets no darker behind its edge: that one px counts as darker than the ground.
    #expect(reached == 80 + (under < 0 ? under : min(10, max(1, under))))
    _ = document.fill(at: Point(180, 50), colour: 0x00_FF00, FillSettings(source: .reference, under: under))
    #expect((0..<200).filter { document.activeImage[$0, 50] == 0xFFFF_0000 }.count >= reached - 1)
  }

  /// Fails if a px of ground between two lines, which no way leads to, stays white.
  @Test func specksAreFilled() throws {
    var document = try #require(Document(width: 120, height: 80))
    func cover(_ rect: PixelRect) {
      document.select(document.mask(of: rect))
      _ = document.coverActiveLayer(colour: 0)
    }
    cover(PixelRect(x: 60, y: 10, width: 5, height: 60))
    // Behind a px of ink, 1 and 2 px.
    for rect in [PixelRect(x: 61, y: 20, width: 1, height: 1), PixelRect(x: 61, y: 30, width: 2, height: 1)] {
      document.select(document.mask(of: rect))
      _ = document.clearActiveLayer()
    }
    document.select(nil)
    let lines = document.activeID
    _ = document.perform(.add(above: lines))
    _ = document.fill(at: Point(20, 40), colour: 0xFF_0000, FillSettings())
    let image = document.activeImage
    #expect(image[61, 20] == 0xFFFF_0000 && image[61, 30] == 0xFFFF_0000)
  }
}
