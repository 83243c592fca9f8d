import Geometry
import Paint
import RandomSource
import TestSupport
import Testing

@Suite struct PainterTests {
  private func drawn(_ size: Int = 20, _ body: (Painter) throws -> Void) throws -> ImageSurface {
    let surface = try ImageSurface(width: size, height: size)
    try surface.paint(body)
    return surface
  }

  /// The sum of coverage, in pixels.
  private func coverage(_ surface: ImageSurface) -> Double {
    var sum = 0
    for y in 0..<surface.height { for x in 0..<surface.width { sum += Int((surface.pixel(x: x, y: y) ?? 0) >> 24) } }
    return Double(sum) / 255
  }

  @Test("a rectangle on whole pixels fills exactly those pixels")
  func rect() throws {
    let surface = try drawn { $0.fill(.rect(Rect(x: 3, y: 4, width: 5, height: 6)), .white) }
    for y in 0..<20 {
      for x in 0..<20 {
        let isInside = PixelRect(x: 3, y: 4, width: 5, height: 6).contains(x: x, y: y)
        #expect(surface.pixel(x: x, y: y) == (isInside ? 0xffff_ffff : 0))
      }
    }
  }

  @Test("shapes cover their geometric area, within the rounding of coverage")
  func areas() throws {
    let circle = try drawn(60) { $0.fill(.circle(center: Point(30, 30), radius: 25), .white) }
    #expect(abs(coverage(circle) - .pi * 625) < 4)
    let rounded = try drawn(60) { $0.fill(.roundedRect(Rect(x: 5, y: 10, width: 50, height: 30), radius: 8), .white) }
    #expect(abs(coverage(rounded) - (1500 - (4 - .pi) * 64)) < 2)
    let ring = try drawn(60) {
      $0.stroke(.circle(center: Point(30, 30), radius: 20), StrokeStyle(width: 4), .white)
    }
    #expect(abs(coverage(ring) - .pi * (22 * 22 - 18 * 18)) < 4)
  }

  @Test("circles are within 5e-6 of their radius")
  func roundness() {
    var at = Point.zero
    for element in Path.circle(center: .zero, radius: 1).elements {
      switch element {
      case .move(let p), .line(let p): at = p
      case .cubic(let a, let b, let c):
        let curve = CubicBezier(at, a, b, c)
        for t in stride(from: 0.0, through: 1, by: 0.01) {
          #expect(abs(curve.point(at: t).distance(to: .zero) - 1) < 5e-6)
        }
        at = c
      case .close: break
      }
    }
  }

  @Test("a corner radius is limited to half of a side, and 0 gives a rectangle")
  func corners() {
    let r = Rect(x: 0, y: 0, width: 10, height: 4)
    #expect(Path.roundedRect(r, radius: 99) == Path.roundedRect(r, radius: 2))
    #expect(Path.roundedRect(r, radius: 0) == Path.rect(r))
    #expect(Path.roundedRect(r, radius: 2).controlBounds == r)
  }

  @Test("saved restores clips and transforms, also when it throws")
  func saving() throws {
    struct Stop: Error {}
    let surface = try drawn { painter in
      #expect(throws: Stop.self) {
        try painter.saved {
          painter.clip(to: PixelRect(x: 0, y: 0, width: 1, height: 1))
          painter.translate(100, 100)
          throw Stop()
        }
      }
      painter.fill(.rect(Rect(x: 5, y: 5, width: 1, height: 1)), .white)
    }
    #expect(surface.pixel(x: 5, y: 5) == 0xffff_ffff)
  }

  @Test("transforms match Geometry.Affine")
  func transforms() throws {
    let map = Affine.translation(Vector(10, 10)) * .rotation(.quarterTurn) * .scale(2, 1)
    let surface = try drawn { painter in
      painter.transform(map)
      painter.fill(.rect(Rect(x: 0, y: 0, width: 2, height: 3)), .white)
    }
    let wanted = PixelRect(covering: map.bounds(of: Rect(x: 0, y: 0, width: 2, height: 3)))
    #expect(wanted == PixelRect(minX: 7, minY: 10, maxX: 10, maxY: 14))
    for y in 0..<20 {
      for x in 0..<20 { #expect((surface.pixel(x: x, y: y) == 0xffff_ffff) == wanted.contains(x: x, y: y)) }
    }
  }

  @Test("clips intersect")
  func clips() throws {
    let surface = try drawn { painter in
      painter.clip(to: PixelRect(x: 2, y: 2, width: 10, height: 10))
      painter.clip(to: Rect(x: 5, y: 0, width: 20, height: 6))
      painter.clip(to: .rect(Rect(x: 0, y: 0, width: 8, height: 20)))
      painter.paint(.colour(.white))
    }
    for y in 0..<20 {
      for x in 0..<20 {
        #expect((surface.pixel(x: x, y: y) != 0) == PixelRect(minX: 5, minY: 2, maxX: 8, maxY: 6).contains(x: x, y: y))
      }
    }
  }

  @Test("a gradient goes from its first to its last colour and continues with it")
  func gradient() throws {
    let surface = try drawn { painter in
      let stops = [LinearGradient.Stop(0, .black), .init(1, .white)]
      painter.paint(.linear(LinearGradient(from: Point(5, 0), to: Point(15, 0), stops)))
    }
    let reds = (0..<20).map { Int((surface.pixel(x: $0, y: 7) ?? 0) >> 16 & 0xff) }
    #expect(reds[0...4].allSatisfy { $0 == 0 } && reds[15...].allSatisfy { $0 == 255 })
    #expect(zip(reds[4...15], reds[5...15]).allSatisfy { $0 < $1 })
    #expect(abs(reds[9] - 115) <= 2)
  }

  @Test("an image is composited pixel for pixel, with its opacity")
  func images() throws {
    let image = try drawn(3) { $0.fill(.rect(Rect(x: 1, y: 1, width: 1, height: 1)), Colour(rgb: 0xff0000)) }
    let surface = try drawn { painter in
      painter.paint(.colour(.white))
      painter.draw(image, at: Point(4, 4))
      painter.draw(image, at: Point(10, 10), opacity: 0.5)
    }
    #expect(surface.pixel(x: 5, y: 5) == 0xffff_0000)
    #expect(surface.pixel(x: 4, y: 5) == 0xffff_ffff)
    let half = Colour(premultipliedBGRA: surface.pixel(x: 11, y: 11) ?? 0)
    #expect(half.red == 1 && abs(half.green - 0.5) < 0.01)
  }

  @Test("an enlarged image has hard edges by nearest, soft ones by bilinear")
  func filters() throws {
    let image = try drawn(2) { $0.fill(.rect(Rect(x: 0, y: 0, width: 1, height: 2)), .white) }
    for (filter, kinds) in [(ImageFilter.nearest, 2), (.bilinear, 3)] {
      let surface = try drawn { painter in
        painter.transform(.scale(10, 10))
        painter.draw(image, at: .zero, filter: filter)
      }
      let values = Set((0..<20).map { surface.pixel(x: $0, y: 10) ?? 0 })
      #expect(kinds == 2 ? values == [0, 0xffff_ffff] : values.count > 3)
    }
  }

  @Test("clearing makes transparent, within the clip")
  func clearing() throws {
    let surface = try drawn { painter in
      painter.paint(.colour(.white))
      painter.clip(to: PixelRect(x: 0, y: 0, width: 10, height: 20))
      painter.clear()
      painter.fill(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), Colour(rgb: 0, alpha: 0.5))
    }
    #expect(surface.pixel(x: 9, y: 9) == 0 && surface.pixel(x: 10, y: 9) == 0xffff_ffff)
    #expect(surface.pixel(x: 0, y: 0) == 0x8000_0000)
  }

  @Test("a shadow stays within its bounds, and is darker below than above")
  func shadow() throws {
    let shadow = SoftShadow(
      offset: Vector(0, 2), layers: [5, 3, 1].map { .init(spread: $0, colour: Colour(rgb: 0, alpha: 0.1)) })
    let r = Rect(x: 20, y: 20, width: 20, height: 20)
    let surface = try drawn(60) { $0.shadow(shadow, of: r, radius: 6) }
    #expect(shadow.bounds(of: r) == Rect(minX: 15, minY: 17, maxX: 45, maxY: 47))
    let bounds = PixelRect(covering: shadow.bounds(of: r))
    for y in 0..<60 {
      for x in 0..<60 where !bounds.contains(x: x, y: y) { #expect(surface.pixel(x: x, y: y) == 0) }
    }
    #expect((surface.pixel(x: 30, y: 41) ?? 0) > (surface.pixel(x: 30, y: 18) ?? 0))
    #expect((surface.pixel(x: 30, y: 30) ?? 0) > (surface.pixel(x: 30, y: 45) ?? 0))
  }

  @Test("shapes, strokes, dashes, gradients and icons match the golden picture (12 levels, 0.1 % of pixels)")
  func golden() throws {
    let surface = try drawn(96) { painter in
      painter.paint(.colour(Colour(rgb: 0x3a3b3f)))
      let pen = try Path(svg: "M36,114 l4,-12 l10,-10 l6,6 l-10,10z M40,102 l6,6")
      painter.saved {
        painter.translate(-30, -84)
        painter.stroke(pen, StrokeStyle(width: 1.8, cap: .round, join: .round), Colour(rgb: 0xe8e8ea))
      }
      let stops = [LinearGradient.Stop(0, .white), .init(1, Colour(rgb: 0xd6452a))]
      painter.fill(
        .roundedRect(Rect(x: 40, y: 6, width: 50, height: 24), radius: 6),
        .linear(LinearGradient(from: Point(40, 0), to: Point(90, 0), stops)))
      painter.stroke(
        .circle(center: Point(24, 64), radius: 18), StrokeStyle(width: 2, dash: [5, 3]), Colour(rgb: 0xe2553a))
      var zigzag = Path.segment(Point(50, 80), Point(60, 45))
      zigzag.line(to: Point(70, 80))
      zigzag.quadratic(Point(90, 80), to: Point(85, 45))
      painter.stroke(zigzag, StrokeStyle(width: 4), Colour(rgb: 0x9a9ba1))
    }
    try Golden.check(surface, "painter-shapes")
  }

  /// Fails if a redrawn part of a rectangle with round corners differs from the whole: at
  /// corners, edges, in the middle, between pixels, or under a rotation.
  @Test("a rectangle with round corners is the same drawn in parts", arguments: [0.0, 0.4], [0.0, 0.2])
  func roundedParts(_ shift: Double, _ angle: Double) throws {
    var rng = RandomSource(5)
    let colour = Colour(rgb: 0x336699, alpha: 0.6)
    let r = Rect(x: 8 + shift, y: 6 + shift, width: 40, height: 30)
    func drawn(_ part: PixelRect, byPath: Bool) throws -> ImageSurface {
      let surface = try ImageSurface(width: 64, height: 48)
      try surface.paint { painter in
        painter.paint(.colour(.white))
        painter.clip(to: part)
        painter.transform(.rotation(Angle(radians: angle)))
        if byPath {
          painter.fill(.roundedRect(r, radius: 9), colour)
        } else {
          painter.fill(roundedRect: r, radius: 9, colour)
        }
      }
      return surface
    }
    for _ in 0..<300 {
      let (x, y) = (Int.random(in: 0..<60, using: &rng), Int.random(in: 0..<44, using: &rng))
      let part = PixelRect(
        x: x, y: y, width: Int.random(in: 1...(64 - x), using: &rng),
        height: Int.random(in: 1...(48 - y), using: &rng))
      let differing = try Golden.differences(drawn(part, byPath: true), drawn(part, byPath: false))
      #expect(differing.isEmpty, "\(part)")
    }
  }
}
