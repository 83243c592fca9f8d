import Geometry
import RandomSource
import Testing

@testable import Raster

/// Blocks of a frame that a change of the view leaves unchanged.
@Suite struct PlainBlocksTests {
  private let surround: UInt32 = 0xFF20_2122
  private let size = (width: 300, height: 210)
  /// A mark drawn on top of the view; no view contains it.
  private let mark: UInt32 = 0x0012_3456

  private func randomPlacement(_ rng: inout RandomSource) -> ViewPlacement? {
    let zoom = rng.isOne(in: 3) ? [0.25, 0.5, 1, 2, 4, 16][rng.roll(0..<6)] : rng.roll(0.2...5)
    let degrees = rng.isOne(in: 3) ? 0.0 : rng.roll(-180.0...180.0)
    let place = Point(rng.roll(-30.0...400.0), rng.roll(-30.0...330.0))
    let map =
      Affine.translation(Vector(Double(size.width) / 2, Double(size.height) / 2)) * .rotation(Angle(degrees: degrees))
      * .scale(zoom, zoom) * .translation(.zero - place)
    return map.inverse.flatMap { ViewPlacement(windowToImage: $0) }
  }

  private func prepared(_ picture: Picture, _ placement: ViewPlacement) -> Pyramid {
    var pyramid = Pyramid(width: picture.bounds.width, height: picture.bounds.height)
    let window = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let wanted = ViewRenderer.wanted(window, placement, pyramid, exactly: true)
    pyramid.make(
      level: max(1, placement.level), wanted, from: picture, budget: .max, workers: WorkerPool(count: 0))
    return pyramid
  }

  /// The whole view, with no block known.
  private func whole(_ picture: Picture, _ placement: ViewPlacement) -> [UInt32] {
    var renderer = ViewRenderer()
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    var span = words.mutableSpan
    renderer.render(
      PixelRect(x: 0, y: 0, width: size.width, height: size.height), placement, source: picture,
      pyramid: prepared(picture, placement), surround: surround, to: &span, stride: size.width)
    return words
  }

  private func step(
    _ picture: Picture, _ placement: ViewPlacement?, _ words: inout [UInt32], _ plain: inout PlainBlocks,
    _ workers: WorkerPool
  ) -> [PixelRect] {
    var span = words.mutableSpan
    let pyramid =
      placement.map { prepared(picture, $0) } ?? Pyramid(width: picture.bounds.width, height: picture.bounds.height)
    return ViewRenderer().render(
      placement, source: picture, pyramid: pyramid, surround: surround, to: &span, stride: size.width, workers: workers,
      plain: &plain)
  }

  /// Fails if a step draws px that it did not return, leaves px that changed, or returns the
  /// same px twice: a series of views of mostly blank pictures, on one thread and on several, with
  /// marks at random positions in between.
  @Test func stepsDrawWhatChanges() {
    var left = 0
    var all = 0
    let workers = [WorkerPool(count: 0), WorkerPool(count: 3)]
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      let picture = Picture(width: 400, height: 330, &rng, blankShare: seed.isMultiple(of: 3) ? 1 : 2)
      var words = [UInt32](repeating: 0, count: size.width * size.height)
      var plain = PlainBlocks(width: size.width, height: size.height)
      var clean = words
      for number in 0..<6 {
        guard let placement = randomPlacement(&rng) else { continue }
        var marked = words
        for _ in 0..<200 { marked[rng.roll(0..<words.count)] = mark }
        if number == 3 {
          let rect = PixelRect(x: rng.roll(-20..<300), y: rng.roll(-20..<200), width: 90, height: 30)
          plain.forget(rect)
        }
        let before = marked
        let drawn = step(picture, placement, &marked, &plain, workers[seed % 2])
        clean = whole(picture, placement)
        var times = [Int](repeating: 0, count: words.count)
        for rect in drawn {
          for y in rect.minY..<rect.maxY { for x in rect.minX..<rect.maxX { times[y * size.width + x] += 1 } }
        }
        var wrong = 0
        for i in words.indices {
          if times[i] > 1 || marked[i] != (times[i] == 1 ? clean[i] : before[i]) { wrong += 1 }
          if times[i] == 0, words[i] != clean[i] { wrong += 1 }
        }
        left += times.count { $0 == 0 }
        all += times.count
        #expect(wrong == 0, "seed \(seed), step \(number)")
        words = clean
      }
    }
    // At least a twentieth of all px is not drawn again, or the test covers too little.
    #expect(left * 20 > all)
  }

  /// Fails if a block is known with a wrong pixel after a move, or after `learn`.
  @Test func knownBlocksHaveTheirPixel() {
    var known = 0
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let picture = Picture(width: 400, height: 330, &rng, blankShare: 2)
      guard let placement = randomPlacement(&rng) else { continue }
      var words = [UInt32](repeating: 0, count: size.width * size.height)
      var plain = PlainBlocks(width: size.width, height: size.height)
      _ = step(picture, placement, &words, &plain, WorkerPool(count: 0))
      let (dx, dy) = (rng.roll(-100...100), rng.roll(-100...100))
      var moved = words
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (i, j) = (x - dx, y - dy)
          let isInside = i >= 0 && j >= 0 && i < size.width && j < size.height
          moved[y * size.width + x] = isInside ? words[j * size.width + i] : mark
        }
      }
      var shifted = plain
      shifted.move(dx: dx, dy: dy)
      #expect(isTrue(shifted, of: moved), "seed \(seed), moved by \(dx), \(dy)")
      var learned = PlainBlocks(width: size.width, height: size.height)
      ViewRenderer.learn(
        &learned, placement, source: picture, pyramid: prepared(picture, placement), surround: surround)
      #expect(isTrue(learned, of: words), "seed \(seed)")
      known += shifted.pixels.count { $0 != 0 } + learned.pixels.count { $0 != 0 }
    }
    #expect(known > 10)
  }

  private func isTrue(_ plain: PlainBlocks, of words: [UInt32]) -> Bool {
    for row in 0..<plain.rows {
      for column in 0..<plain.columns {
        let (pixel, area) = (plain.pixels[row * plain.columns + column], plain.area(column, row))
        if pixel == 0 { continue }
        for y in area.minY..<area.maxY {
          for x in area.minX..<area.maxX where words[y * size.width + x] != pixel { return false }
        }
      }
    }
    return true
  }

  /// Fails if the blocks of a frame of another size, or without a placement, count as known.
  @Test func otherFramesAreNotKnown() {
    var rng = RandomSource(5)
    let picture = Picture(width: 400, height: 330, &rng)
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    var plain = PlainBlocks(width: size.width, height: size.height)
    let first = step(picture, nil, &words, &plain, WorkerPool(count: 0))
    #expect(first == [PixelRect(x: 0, y: 0, width: size.width, height: size.height)])
    #expect(words.allSatisfy { $0 == surround })
    // Marks on it are drawn over.
    #expect(step(picture, nil, &words, &plain, WorkerPool(count: 0)) == first)
    let other = PlainBlocks(width: 64, height: 64)
    #expect(plain.changes(from: other) == [PixelRect(x: 0, y: 0, width: size.width, height: size.height)])
    #expect(PlainBlocks(width: 0, height: 0).changes(from: PlainBlocks(width: 0, height: 0)).isEmpty)
    plain.forget(PixelRect(x: -500, y: 64, width: 2000, height: 1))
    #expect(
      plain.changes(from: plain) == [PixelRect(x: 0, y: 64, width: size.width, height: 64)])
  }
}
