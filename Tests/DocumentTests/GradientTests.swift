import Geometry
import Ink
import Paint
import Pixels
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Gradients as operations on drawings.
@Suite struct GradientTests {
  private let filler: CoverageFiller
  private var context: OperationContext { OperationContext(filler: filler, recordsAll: true) }

  init() throws { filler = try #require(CoverageFiller()) }

  static let sky = GradientStops(from: 0x88_AACC, to: 0xFF_FFFF, 0)

  /// A drawing of 230 x 220 px with random pixels in some tiles, some of them deep.
  private static func drawing(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 230, height: 220))
    for y in 20..<150 {
      let row = (0..<230).map { x in
        x < 60 ? 0 : Pixel.scaled(0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF)), by: UInt32(rng.roll(0...255)))
      }
      document.load(row: y, pixels: row.span)
    }
    for index in document.activeImage.tileIndices where rng.isOne(in: 3) {
      document.activeImage.withMutableTile(index, as: DeepPixel.self) { $0[0] = DeepPixel(SIMD4(1, 2, 3, 4)) }
    }
    return document
  }

  /// A random gradient on the active layer.
  static func gradient(on document: Document, _ rng: inout RandomSource, within mask: Mask? = nil) -> Gradient {
    Gradient(
      surface: document.activeSurface, selection: mask, kind: rng.isOne(in: 2) ? .linear : .radial,
      from: Point(rng.roll(0.0...230), rng.roll(0.0...220)), to: Point(rng.roll(0.0...230), rng.roll(0.0...220)),
      stops: GradientStops(
        from: UInt32(rng.roll(0...0xFF_FFFF)), UInt8(rng.roll(0...255)), to: UInt32(rng.roll(0...0xFF_FFFF))),
      opacity: rng.isOne(in: 2) ? 255 : UInt8(rng.roll(1...254)))
  }

  /// The pixels of an image after a gradient is painted over all of them.
  private static func painted(_ gradient: Gradient, _ image: TileGrid) -> TileGrid {
    var image = image
    let painter = GradientPainter(
      gradient.kind, from: gradient.from, to: gradient.to, gradient.stops, opacity: gradient.opacity)
    for index in 0..<image.slotCount { painter.paint(image.bounds(ofTile: index), ofTile: index, of: &image) }
    return image
  }

  /// Fails if a pixel does not change by its share in the selection, undo or redo is not exact, or the operation painted
  /// again gives another pixel.
  @Test func itStaysInTheSelection() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try Self.drawing(&rng)
      var mask: Mask?
      if !rng.isOne(in: 4) {
        var some = Mask(width: 230, height: 220)
        some.fill(polygon: (0..<6).map { _ in Point(rng.roll(-20...250), rng.roll(-20...240)) })
        mask = rng.isOne(in: 2) ? some : some.feathered(by: rng.roll(1.0...40))
      }
      document.select(mask)
      let gradient = Self.gradient(on: document, &rng, within: mask)
      let (before, old) = (document, document.activeImage)
      let whole = Self.painted(gradient, old)
      let painted = document.perform(.gradient(gradient), context)
      let (region, now) = (try #require(painted), document.activeImage)
      var wrong = 0
      for index in 0..<now.slotCount {
        let shares = mask?.shares(ofTile: index) ?? [UInt8](repeating: 255, count: Tile.count)
        let (a, b, c) = (old[index] ?? Tile(), whole[index] ?? Tile(), now[index] ?? Tile())
        if a.isDeep || b.isDeep {
          let (a, b, c) = (a.deepPixels, b.deepPixels, c.deepPixels)
          wrong += (0..<Tile.count).count { c[$0] != DeepPixel.mixed(a[$0], b[$0], shares[$0]) }
        } else {
          let (a, b, c) = (a.pixels, b.pixels, c.pixels)
          wrong += (0..<Tile.count).count { c[$0] != Pixel.mixed(a[$0], b[$0], UInt32(shares[$0])) }
        }
        if !a.showsSame(as: c), !region.bounds.contains(now.bounds(ofTile: index)) { wrong += 1 }
      }
      #expect(wrong == 0, "seed \(seed)")
      #expect(
        document.history.lastDone?.operation == .gradient(gradient) && document.history.lastDone?.name == "Gradient")
      let after = document
      _ = document.undo()
      #expect(document.activeImage == old, "seed \(seed)")
      _ = document.redo()
      #expect(document.activeImage == after.activeImage && document.selection == mask, "seed \(seed)")
      let read = try RecordForm.again(.gradient(gradient), width: 230, height: 220)
      #expect(read == .gradient(gradient), "seed \(seed)")
      var again = before
      #expect(again.perform(read, context) != nil && again.activeImage == now, "seed \(seed)")
    }
  }

  /// Fails if a gradient changes the alpha of a layer that keeps it, or does not colour its pixels.
  @Test func itKeepsALockedAlpha() throws {
    for seed in RandomSource.seeds(10) {
      var rng = RandomSource(seed)
      var document = try Self.drawing(&rng)
      _ = document.perform(.set(document.activeID, .alphaLocked(true)))
      let (gradient, old) = (Self.gradient(on: document, &rng), document.activeImage)
      let whole = Self.painted(gradient, old)
      #expect(document.perform(.gradient(gradient), context) != nil)
      let now = document.activeImage
      #expect(now.tileIndices.allSatisfy { old[$0] != nil }, "seed \(seed)")
      for index in old.tileIndices where old[index]?.isDeep == false {
        guard let a = old[index]?.pixels, let b = whole[index]?.pixels, let c = now[index]?.pixels else { continue }
        #expect((0..<Tile.count).allSatisfy { c[$0] == AlphaLock.kept(b[$0], over: a[$0]) }, "seed \(seed)")
      }
      for index in old.tileIndices {
        let (a, c) = (old[index]?.deepPixels ?? [], now[index]?.deepPixels ?? [])
        #expect(a.map(\.alpha) == c.map(\.alpha), "seed \(seed)")
      }
    }
  }

  /// Fails if a gradient on a mask paints on the layer, or on another mask.
  @Test func itPaintsOnAMask() throws {
    var rng = RandomSource(1)
    var document = try Self.drawing(&rng)
    #expect(document.perform(.addMask(document.activeID, showing: nil)) != nil)
    let (surface, old) = (SurfaceID(document.activeID, .mask), document.layers[0].image)
    let gradient = Gradient(
      surface: surface, from: Point(0, 0), to: Point(230, 0), stops: GradientStops(from: 0, to: 0xFF_FFFF))
    #expect(document.perform(.gradient(gradient), context) != nil)
    let mask = try #require(document.image(of: surface))
    #expect(document.layers[0].image == old && mask == Self.painted(gradient, TileGrid(width: 230, height: 220)))
    #expect(mask[0, 5] & 255 < 3 && mask[115, 5] & 255 == 128 && mask[229, 5] & 255 > 252)
    _ = document.undo()
    #expect(document.image(of: surface)?.tileCount == 0)
  }

  /// Fails if what is transparent everywhere is an edit, or changes a tile.
  @Test func nothingIsPaintedByNothing() throws {
    var rng = RandomSource(2)
    var document = try Self.drawing(&rng)
    let (count, old) = (document.history.undoCount, document.activeImage)
    var gradient = Gradient(surface: document.activeSurface, from: Point(9, 9), to: Point(90, 90), opacity: 0)
    #expect(gradient.paint(on: &document)?.isEmpty == true)
    gradient.opacity = 255
    gradient.stops = GradientStops(from: 0xFF_0000, 0, to: 0xFF, 0)
    #expect(gradient.paint(on: &document)?.isEmpty == true)
    #expect(document.history.undoCount == count && document.activeImage == old)
    gradient.selection = Mask(width: 9, height: 9, isFull: true)
    #expect(gradient.paint(on: &document) == nil)
    (gradient.selection, gradient.surface) = (nil, SurfaceID(Layer.ID(99)))
    #expect(gradient.paint(on: &document) == nil)
  }

  /// Fails if a gradient on an endless canvas paints without a selection, or not in one.
  @Test func endlessCanvas() throws {
    let side = Document.endlessSide
    var document = try #require(Document(width: side, height: side))
    let middle = Document.endlessMiddle
    var gradient = Gradient(
      surface: document.activeSurface, from: middle, to: middle + Vector(200, 0),
      stops: GradientStops(from: 0xFF, to: 0xFF_0000))
    #expect(gradient.paint(on: &document) == nil && document.activeImage.tileCount == 0)
    gradient.selection = document.mask(of: PixelRect(x: side / 2 - 50, y: side / 2, width: 300, height: 10))
    #expect(gradient.paint(on: &document) != nil)
    let image = document.activeImage
    #expect(image[side / 2 - 50, side / 2] == 0xFF00_00FF && image[side / 2 + 249, side / 2 + 9] == 0xFFFF_0000)
    #expect(image[side / 2, side / 2 + 10] == 0 && image[side / 2 + 250, side / 2] == 0)
  }

  /// Fails if a gradient at a larger size is not the same between the enlarged ends, or is enlarged as pixels with the
  /// pattern of the small one.
  @Test func itIsPaintedAgainAtALargerSize() throws {
    for kind in GradientPainter.Kind.allCases {
      var document = try #require(Document(width: 160, height: 140))
      var circle = Mask(width: 160, height: 140)
      circle.fill(
        polygon: (0..<90).map { Point(80, 70) + Vector(length: 50, direction: Angle(degrees: 4 * Double($0))) })
      var gradient = Gradient(
        surface: document.activeSurface, selection: circle, kind: kind, from: Point(30, 20), to: Point(120, 100),
        stops: Self.sky)
      #expect(document.perform(.gradient(gradient), context) != nil)
      let large = try document.enlarged(by: 4, filler: filler, progress: .none)
      var wanted = try #require(Document(width: 640, height: 560))
      (gradient.from, gradient.to) = (Point(120, 80), Point(480, 400))
      gradient.selection = circle.enlarged(by: 4, width: 640, height: 560)
      #expect(wanted.perform(.gradient(gradient), context) != nil)
      #expect(large.layers[0].image == wanted.activeImage && wanted.activeImage.tileCount > 0, "\(kind)")
      let worst = (40..<120).map {
        Pixel.distance(large.layers[0].image[4 * $0 + 2, 280], document.activeImage[$0, 70])
      }
      #expect(worst.max() ?? 9 <= 3, "\(kind)")
    }
  }

  /// Fails if a layer with a gradient is exported as strokes.
  @Test func itIsAnImageInVectorFiles() throws {
    var document = try #require(Document(width: 150, height: 100))
    #expect(VectorLayers(of: document).items.count == 1)
    let gradient = Gradient(surface: document.activeSurface, from: .zero, to: Point(150, 0))
    #expect(document.perform(.gradient(gradient), context) != nil)
    #expect(VectorLayers(of: document).items.isEmpty)
  }

  /// Fails if what is shown before an edit, by several threads, differs from what the edit paints there, or reaches beyond
  /// the part that is to be shown.
  @Test func thePreviewIsTheEdit() throws {
    let workers = WorkerPool(count: 2)
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var document = try Self.drawing(&rng)
      if rng.isOne(in: 2) { document.select(document.mask(of: PixelRect(x: 30, y: 20, width: 150, height: 90))) }
      let gradient = Self.gradient(on: document, &rng, within: document.selection)
      let before = document.activeImage
      let part = PixelRect(
        x: rng.roll(0...100), y: rng.roll(0...100), width: rng.roll(1...130), height: rng.roll(1...120))
      var shown = document
      _ = gradient.preview(on: &shown, over: before, within: part, workers: workers)
      _ = document.perform(.gradient(gradient), context)
      var wrong = 0
      for y in 0..<220 {
        for x in 0..<230 {
          let expected = part.contains(x: x, y: y) ? document.activeImage[x, y] : before[x, y]
          if shown.activeImage[x, y] != expected { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
  }
}
