import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct ViewRendererTests {
  private let surround: UInt32 = 0xFF20_2122
  private let width = 170
  private let height = 140

  /// A window's pixels after `rects` of it were drawn; the rest is 0.
  private func render(_ picture: Picture, _ windowToImage: Affine, _ rects: [PixelRect]? = nil) -> [UInt32] {
    var pyramid = Pyramid(width: picture.bounds.width, height: picture.bounds.height)
    return render(picture, windowToImage, rects, &pyramid)
  }

  private func render(
    _ picture: Picture, _ windowToImage: Affine, _ rects: [PixelRect]? = nil, _ pyramid: inout Pyramid
  ) -> [UInt32] {
    var renderer = ViewRenderer()
    var words = [UInt32](repeating: 0, count: width * height)
    var span = words.mutableSpan
    for rect in rects ?? [PixelRect(x: 0, y: 0, width: width, height: height)] {
      renderer.render(
        rect, windowToImage: windowToImage, source: picture, pyramid: &pyramid, surround: surround, to: &span,
        stride: width)
    }
    return words
  }

  /// A view: window px to image px, `scale` window px per image px, `place` of the image in the
  /// window's centre.
  private func view(_ scale: Double, _ degrees: Double = 0, mirrored: Bool = false, at place: Point) -> Affine {
    Affine.translation(place - .zero) * .rotation(Angle(degrees: -degrees)) * .scale(mirrored ? -1 : 1, 1)
      * .scale(1 / scale, 1 / scale) * .translation(Vector(-Double(width) / 2, -Double(height) / 2))
  }

  private func randomView(_ rng: inout RandomSource) -> Affine {
    var scale = 0.05
    for _ in 0..<rng.roll(0...12) { scale *= rng.roll(1...1.82) }
    if rng.isOne(in: 4) { scale = [0.05, 0.25, 0.5, 1, 2, 4, 16, 64][rng.roll(0..<8)] }
    let degrees = rng.isOne(in: 3) ? 90 * Double(rng.roll(0...3)) : rng.roll(-180...180)
    return view(
      min(64, scale), degrees, mirrored: rng.isOne(in: 2), at: Point(rng.roll(-30...260), rng.roll(-30...230)))
  }

  /// Fails if a view at 100 % differs from the image, moved or turned by right angles.
  @Test func hundredPercentIsTheImageItself() {
    var rng = RandomSource(1)
    let picture = Picture(width: 230, height: 200, &rng)
    for (dx, dy) in [(0, 0), (30, 21), (-40, -70), (200, 10), (-500, 0)] {
      let words = render(picture, .translation(Vector(Double(dx), Double(dy))))
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          let wanted = picture.bounds.contains(x: x + dx, y: y + dy) ? picture[x + dx, y + dy] : surround
          if words[y * width + x] != wanted { wrong += 1 }
        }
      }
      #expect(wrong == 0, "moved by \(dx), \(dy)")
    }
    for (quarter, mirrored) in [(1, false), (2, false), (3, false), (0, true), (3, true)] {
      let view = view(1, Double(quarter) * 90, mirrored: mirrored, at: Point(100, 90))
      let words = render(picture, view)
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          let place = view(Point(Double(x) + 0.5, Double(y) + 0.5))
          let (i, j) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
          let wanted = picture.bounds.contains(x: i, y: j) ? picture[i, j] : surround
          if words[y * width + x] != wanted { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(quarter) quarters, mirrored \(mirrored)")
    }
  }

  /// Fails if a window pixel at 50 % is not the mean of 2 x 2 px of the picture, or at 25 % that of 4 x
  /// 4.
  @Test func halvesShowMeans() {
    var rng = RandomSource(2)
    let picture = Picture(width: 230, height: 200, &rng)
    let words = render(picture, .scale(2, 2))
    var wrong = 0
    for y in 0..<100 {
      for x in 0..<115 {
        let wanted = Pixel.mean(
          picture[2 * x, 2 * y], picture[2 * x + 1, 2 * y], picture[2 * x, 2 * y + 1], picture[2 * x + 1, 2 * y + 1])
        if words[y * width + x] != wanted { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(words[115] == surround && words[100 * width] == surround)
    var pyramid = Pyramid(width: 230, height: 200)
    pyramid.prepare(level: 2, pyramid.bounds(ofLevel: 2), from: picture)
    var quarter = [UInt32](repeating: 0, count: 57 * 50)
    var span = quarter.mutableSpan
    pyramid.copy(
      level: 2, PixelRect(x: 0, y: 0, width: 57, height: 50), blank: picture.blank, to: &span, start: 0, stride: 57)
    let shown = render(picture, .scale(4, 4))
    for y in 0..<50 {
      #expect(Array(shown[(y * width)..<(y * width + 57)]) == Array(quarter[(y * 57)..<(y * 57 + 57)]))
    }
  }

  /// Fails if the chosen level would skip details (a texel step of 2 or more) or blur
  /// needlessly.
  @Test func levelsFitTheScale() {
    for (scale, level) in [
      (64.0, 0), (1, 0), (0.51, 0), (0.5, 1), (0.500000000001, 1), (0.26, 1), (0.25, 2), (0.05, 4), (1e-9, 10), (0, 0),
    ] {
      #expect(ViewRenderer.level(forScale: scale) == level, "\(scale)")
    }
    #expect(ViewRenderer.level(forScale: .nan) == 0)
    #expect(ViewRenderer.level(forScale: .infinity) == 0)
  }

  /// Fails if pixels are blurred from 400 % on: each window pixel shows the image pixel under
  /// its centre.
  @Test func largeScalesShowSquares() {
    var rng = RandomSource(3)
    let picture = Picture(width: 230, height: 200, &rng)
    for (scale, degrees) in [(4.0, 0.0), (5.3, 0), (17, 31), (64, 0), (64, -77)] {
      let view = view(scale, degrees, at: Point(100.3, 100.7))
      let words = render(picture, view)
      var (wrong, near) = (0, 0)
      for y in 0..<height {
        for x in 0..<width {
          let place = view(Point(Double(x) + 0.5, Double(y) + 0.5))
          let (i, j) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
          // Coordinates are rounded to 1/65536 px at each step within a block of 64 px. So close to
          // the edge between two pixels either of them is right.
          let edge = min(abs(place.x - place.x.rounded()), abs(place.y - place.y.rounded()))
          if edge < 65.0 / 65536 { near += 1 } else if words[y * width + x] != picture[i, j] { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(scale), \(degrees)")
      #expect(near < width * height / 50)
    }
  }

  /// Fails if a pixel depends on the rectangle that is drawn: any part of any view, drawn
  /// alone, must have exactly the pixels of the whole.
  @Test func partsEqualTheWhole() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let picture = Picture(width: 230, height: 200, &rng)
      let view = randomView(&rng)
      let whole = render(picture, view)
      let part = PixelRect(
        x: rng.roll(0..<width), y: rng.roll(0..<height), width: rng.roll(1...90), height: rng.roll(1...90)
      ).intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      let words = render(picture, view, [part])
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width where words[y * width + x] != (part.contains(x: x, y: y) ? whole[y * width + x] : 0) {
          wrong += 1
        }
      }
      #expect(wrong == 0, "seed \(seed), \(part)")
    }
  }

  /// Fails if an edit changes pixels outside the computed damage: random edits in random views,
  /// the pyramid updated, the whole window drawn before and after.
  @Test func editsChangeOnlyTheirDamage() {
    for seed in 0..<60 {
      var rng = RandomSource(seed)
      var picture = Picture(width: 230, height: 200, &rng)
      let view = randomView(&rng)
      guard let imageToWindow = view.inverse else {
        Issue.record("the view has no inverse")
        continue
      }
      var pyramid = Pyramid(width: 230, height: 200)
      let before = render(picture, view, nil, &pyramid)
      let rect = PixelRect(
        x: rng.roll(0..<230), y: rng.roll(0..<200), width: rng.roll(1...40), height: rng.roll(1...40)
      )
      .intersection(picture.bounds)
      picture.fill(rect, &rng)
      pyramid.update(rect, from: picture)
      let after = render(picture, view, nil, &pyramid)
      let damage = ViewRenderer.damage(of: rect, imageToWindow: imageToWindow)
      var outside = 0
      for y in 0..<height {
        for x in 0..<width where before[y * width + x] != after[y * width + x] {
          if !damage.contains(x: x, y: y) { outside += 1 }
        }
      }
      #expect(outside == 0, "seed \(seed), \(rect)")
      // The result of an update equals that of a new pyramid.
      #expect(after == render(picture, view), "seed \(seed)")
    }
    #expect(ViewRenderer.damage(of: .empty, imageToWindow: .identity).isEmpty)
  }

  /// Fails if the damage of a single pixel, which changes from white to black, is too small. The
  /// scales are those at which a level of the pyramid is enlarged most.
  @Test func theDamageOfAPixelIsLargeEnough() {
    var seen = 0
    for seed in 0..<200 {
      var rng = RandomSource(seed)
      var picture = Picture(width: 230, height: 200, &rng, blankShare: 1)
      let scale = [0.26, 0.3, 0.51, 0.55, 0.13, 1.3, 3.9][rng.roll(0..<7)]
      let place = (rng.roll(90..<130), rng.roll(80..<120))
      let view = view(
        scale, rng.isOne(in: 2) ? 0 : rng.roll(0...360),
        at: Point(Double(place.0) + rng.roll(-9...9), Double(place.1) + rng.roll(-9...9)))
      guard let imageToWindow = view.inverse else { continue }
      let rect = PixelRect(x: place.0, y: place.1, width: 1, height: 1)
      let damage = ViewRenderer.damage(of: rect, imageToWindow: imageToWindow)
      let around = damage.grown(by: 12).intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      var pyramid = Pyramid(width: 230, height: 200)
      let before = render(picture, view, [around], &pyramid)
      picture.image.withMutableTile(picture.image.index(column: place.0 >> 6, row: place.1 >> 6)) {
        $0[(place.1 & 63) << 6 | (place.0 & 63)] = 0xFF00_0000
      }
      pyramid.update(rect, from: picture)
      let after = render(picture, view, [around], &pyramid)
      var outside = 0
      for i in before.indices where before[i] != after[i] {
        if !damage.contains(x: i % width, y: i / width) { outside += 1 }
      }
      #expect(outside == 0, "seed \(seed), scale \(scale)")
      if before != after { seen += 1 }
    }
    // A single texel may be skipped where two of them fall on a window px.
    #expect(seen > 180)
  }

  /// Fails if smooth views are shifted: the centre of a square in a blank picture stays at the
  /// position that the view gives.
  @Test func smoothViewsAreNotShifted() {
    var rng = RandomSource(1)
    var picture = Picture(width: 230, height: 200, &rng, blankShare: 1)
    let square = PixelRect(x: 80, y: 70, width: 32, height: 24)
    picture.image.forEachTile(in: square) { tile in
      let part = picture.image.bounds(ofTile: tile).intersection(square)
      picture.image.withMutableTile(tile) { pixels in
        for y in part.minY..<part.maxY {
          for x in part.minX..<part.maxX { pixels[(y & 63) << 6 | (x & 63)] = 0xFF00_0000 }
        }
      }
    }
    for (scale, degrees) in [(0.3, 0.0), (0.7, 20), (0.25, 45), (0.4, -120), (1.7, 10), (2.3, 0)] {
      let view = view(scale, degrees, at: Point(96, 82))
      let words = render(picture, view)
      var (sum, sx, sy) = (0.0, 0.0, 0.0)
      for y in 0..<height {
        for x in 0..<width {
          // Only around the square: at the picture's edges the background mixes in.
          let place = view(Point(Double(x) + 0.5, Double(y) + 0.5))
          guard Rect(square).insetBy(-12).contains(place) else { continue }
          let ink = Double(0xF0) - Double(words[y * width + x] & 255)
          sum += ink
          sx += ink * (Double(x) + 0.5)
          sy += ink * (Double(y) + 0.5)
        }
      }
      // The view has (96, 82), the square's centre, in the window's centre.
      #expect(abs(sx / sum - 85) < 0.1 && abs(sy / sum - 70) < 0.1, "\(scale), \(degrees): \(sx / sum), \(sy / sum)")
      #expect(abs(sum / Double(0xF0) - 32 * 24 * scale * scale) < 32 * 24 * scale * scale * 0.03 + 3)
    }
  }

  /// Fails if extreme views read outside of memory or stop the program.
  @Test func extremeViewsShowBackground() {
    var rng = RandomSource(1)
    let picture = Picture(width: 230, height: 200, &rng)
    let far = [
      view(64, 12, at: Point(1e7, -1e7)), view(64, 0, at: Point(-1e15, 0)), view(1e-5, 0, at: Point(1e9, 1e9)),
      Affine(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0), Affine(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      Affine(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0), view(1e-300, 0, at: Point(5, 5)),
    ]
    for view in far { #expect(render(picture, view).allSatisfy { $0 == surround }) }
    // At an edge with the greatest and the least scale: image and background.
    for degrees in [0.0, 33, 90] {
      let words = render(picture, view(64, degrees, at: Point(230, 200)))
      #expect(words.contains(surround) && words.contains(picture[229, 199]))
      #expect(render(picture, view(0.05, degrees, at: Point(115, 100))).contains { $0 != surround })
    }
    // Far below every level the content does not matter; the program must not stop.
    for exponent in 1...30 { _ = render(picture, view(1 / Double(1 << exponent), 7, at: Point(115, 100))) }
    #expect(render(picture, .identity, []).allSatisfy { $0 == 0 })
  }
}
