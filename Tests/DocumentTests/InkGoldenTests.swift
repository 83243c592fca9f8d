import Document
import Geometry
import Glibc
import Ink
import Library
import Paint
import RandomSource
import Storage
import TestSupport
import Testing

/// Compares ink with approved images (Tests/Golden/ink-*.png) for each smoother, size, opacity and
/// brush. All steps from samples to compositing take part, through a live stroke.
@Suite struct InkGoldenTests {
  /// A picture: its name, brush and background.
  struct Subject: Sendable, CustomTestStringConvertible {
    var name: String
    var brush: Brush
    var style = InkStyle()
    var isOnInk = false

    var testDescription: String { name }
  }

  /// The smoothers, then variants of pen and eraser, then all other brushes.
  static let subjects: [Subject] =
    Smoother.allCases.map { Subject(name: "smoother-\($0.rawValue)", brush: Brush(size: 6, smoother: $0)) }
    + [
      Subject(name: "pen-1", brush: Brush(size: 1, minimumShare: 1)),
      Subject(name: "pen-2", brush: Brush(size: 2)),
      Subject(name: "pen-12", brush: Brush(size: 12)),
      Subject(name: "pen-40", brush: Brush(size: 40), style: InkStyle(opacity: 128)),
      Subject(name: "pen-half", brush: Brush(size: 12), style: InkStyle(colour: 0xC0_3020, opacity: 128)),
      Subject(
        name: "pen-faint", brush: Brush(size: 24), style: InkStyle(colour: 0x20_50A0, opacity: 10), isOnInk: true),
      Subject(name: "pen-strength-0", brush: Brush(size: 6, strength: 0)),
      Subject(name: "pen-strength-100", brush: Brush(size: 6, strength: 100)),
      Subject(name: "eraser", brush: .eraser, style: InkStyle(blend: .erase), isOnInk: true),
      Subject(
        name: "eraser-half", brush: Brush(size: 12), style: InkStyle(opacity: 128, blend: .erase), isOnInk: true),
    ] + others

  private static var others: [Subject] {
    let library = BrushLibrary(folder: BrushTests.folder)
    let style = InkStyle(colour: 0xC0_3020)
    return library.names.filter { $0 != "pen" && $0 != "eraser" }.compactMap { name in
      library[name].map { Subject(name: name, brush: $0.resized(to: min($0.size, 24)), style: style, isOnInk: true) }
    }
  }

  /// The tolerance: 1 of 255 levels anywhere, and up to 3 in 0.2 % of the pixels (77 of 38400).
  /// Cairo rounds to 1/256 px, so another compiler may shift an edge by less than a level. An edge
  /// that moved by 0.01 px changes all its pixels by 2 or 3 levels (`toleranceIsTight`).
  static let tolerance = Golden.Tolerance(channel: 1, share: 0.002, most: 3)

  /// Fails if any step from samples to pixels draws another picture than the approved one.
  @Test(arguments: subjects) func inkLooksAsItDid(_ subject: Subject) throws {
    try Golden.check(Self.picture(subject), "ink-" + subject.name, tolerance: Self.tolerance)
  }

  /// Fails if the tolerance lets a real change pass: a pen wider by 0.01 px on each side.
  @Test func toleranceIsTight() throws {
    let usual = try Self.picture(Subject(name: "", brush: Brush(size: 12)))
    let wider = try Self.picture(Subject(name: "", brush: Brush(size: 12.02)))
    let count = try Golden.differences(usual, wider, Self.tolerance.channel).count
    #expect(Double(count) > Self.tolerance.share * Double(usual.width * usual.height))
  }

  /// Fails if the ink differs from the exact coverage of its discs, by many samples a pixel. Cairo
  /// has 15 sub-scanlines a pixel, so level edges differ by up to 1/30 of 226 levels. Rounding adds
  /// 1 level for each stroke in a pixel.
  @Test(arguments: nearSubjects)
  func inkIsNearTheExact(_ name: String) throws {
    let subject = try #require(Self.subjects.first { $0.name == name })
    let (mean, worst) = try Self.error(of: Self.picture(subject), from: Self.exactLevels(subject.brush))
    #if DEBUG
      // The reference has fewer samples than Cairo has lines.
      #expect(mean < 3.5 && worst < 24)
    #else
      #expect(mean < 1.1, "levels, on average over all pixels of edges")
      #expect(worst < 16, "levels")
    #endif
  }

  #if DEBUG
    private static let nearSubjects = ["pen-2"]
  #else
    private static let nearSubjects = ["smoother-linear", "smoother-modelled", "smoother-steady", "pen-2", "pen-12"]
  #endif

  // MARK: the picture

  private static let (width, height) = (240, 160)

  /// The composited drawing after all strokes of the subject.
  private static func picture(_ subject: Subject) throws -> ImageSurface {
    let filler = try #require(CoverageFiller())
    var document = try #require(Document(width: width, height: height))
    if subject.isOnInk {
      for (i, colour) in [UInt32(0x1D1F24), 0x2E7D32].enumerated() {
        let y = 50.0 + 60 * Double(i)
        let band = [PenSample(position: Point(0, y), time: 0), PenSample(position: Point(240, y), time: 0.1)]
        draw(band, Brush(size: 36, minimumShare: 1), InkStyle(colour: colour), filler, &document)
      }
    }
    for stroke in strokes { draw(stroke, subject.brush, subject.style, filler, &document) }
    let surface = try ImageSurface(width: width, height: height)
    surface.withMutableBytes { bytes in
      bytes.withUnsafeMutableBytes { bytes in
        var words = bytes.bindMemory(to: UInt32.self).mutableSpan
        document.compose(document.bounds, to: &words, start: 0, stride: surface.stride / 4)
      }
    }
    return surface
  }

  /// The exact levels of the red channel, ink on the default paper, and which pixels are on an
  /// edge.
  private static func exactLevels(_ brush: Brush) -> [(level: Double, isEdge: Bool)] {
    #if DEBUG
      let count = 12
    #else
      let count = 32
    #endif
    var levels = [(level: Double, isEdge: Bool)](
      repeating: (Double(Document.standardPaper >> 16 & 0xFF), false), count: width * height)
    for samples in strokes {
      var model = StrokeModel(brush: brush)
      for sample in samples { model.add(sample) }
      model.finish()
      let hulls = TrueInk.hulls(along: model.settled.sweeps)
      for y in 0..<height {
        for x in 0..<width {
          let box = Rect(x: Double(x) - 1, y: Double(y) - 1, width: 3, height: 3)
          let near = hulls.filter { $0.0.bounds.union($0.1.bounds).intersects(box) }
          if near.isEmpty { continue }
          let share = TrueInk.share(ofPixel: x, y, samples: count) { p in
            near.reduce(-Double.infinity) { max($0, TrueInk.depth(p, $1.0, $1.1)) }
          }
          let i = y * width + x
          levels[i].level += (0x1D - levels[i].level) * share
          levels[i].isEdge = levels[i].isEdge || (share > 0 && share < 1)
        }
      }
    }
    return levels
  }

  /// The mean and largest difference of a picture's red from the levels, over the edge pixels.
  private static func error(of picture: ImageSurface, from exact: [(level: Double, isEdge: Bool)]) -> (Double, Double) {
    var (sum, count, worst) = (0.0, 0.0, 0.0)
    picture.withBytes { bytes in
      for (i, pixel) in exact.enumerated() where pixel.isEdge {
        let red = bytes.withUnsafeBytes { $0[i / width * picture.stride + i % width * 4 + 2] }
        let error = abs(Double(red) - pixel.level)
        (sum, count, worst) = (sum + error, count + 1, max(worst, error))
      }
    }
    return (sum / count, worst)
  }

  private static func draw(
    _ samples: [PenSample], _ brush: Brush, _ style: InkStyle, _ filler: CoverageFiller, _ document: inout Document
  ) {
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: filler)
    for (i, sample) in samples.enumerated() {
      stroke.add(sample)
      if i % 3 == 2 { _ = stroke.draw(on: &document) }
    }
    _ = stroke.finish(on: &document)
  }

  /// Typical movements: fast loops with tapers, a zigzag, a slow coarse line, a long arc with
  /// varying pressure and tilt, a small circle, a tap.
  private static let strokes: [[PenSample]] = [
    samples(44) { t in
      let angle = 8 * .pi * t
      return (Point(24 + 132 * t - 13 * sin(angle), 34 - 20 * cos(angle)), sin(.pi * t))
    },
    samples(25) { t in
      let arm = t * 6
      let down = abs(arm - 2 * (arm / 2).rounded())
      return (Point(20 + 100 * t, 78 + 34 * down), 0.6)
    },
    shaken(samples(150) { t in (Point(18 + 126 * t, 146 - 16 * t), 0.5) }),
    samples(18) { t in
      let angle = .pi * (0.9 - 1.3 * t)
      return (Point(166 + 58 * cos(angle), 84 + 62 * sin(angle)), 0.15 + 0.85 * t * (2 - t))
    },
    samples(13) { t in (Point(180 + 9 * cos(2 * .pi * t), 88 + 9 * sin(2 * .pi * t)), 0.4) },
    samples(1) { _ in (Point(216, 22), 0.9) },
    samples(1) { _ in (Point(192, 20), 0.2) },
  ]

  /// Samples of a tilted, turning pen at 200 Hz, evenly over 0...1 of a path.
  private static func samples(_ count: Int, _ way: (Double) -> (Point, Double)) -> [PenSample] {
    (0..<count).map { i in
      let t = count > 1 ? Double(i) / Double(count - 1) : 0
      let (place, pressure) = way(t)
      return PenSample(
        position: place, time: Double(i) / 200, pressure: pressure, altitude: Angle(degrees: 80 - 50 * t),
        azimuth: Angle(degrees: 40 + 60 * t))
    }
  }

  /// The samples of a shaking hand, rounded to whole px.
  private static func shaken(_ samples: [PenSample]) -> [PenSample] {
    var rng = RandomSource(7)
    return samples.map { sample in
      var shaken = sample
      shaken.position = Point(
        (sample.position.x + .random(in: -0.9...0.9, using: &rng)).rounded(),
        (sample.position.y + .random(in: -0.9...0.9, using: &rng)).rounded())
      return shaken
    }
  }
}
