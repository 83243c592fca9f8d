import Geometry
import RandomSource
import Testing

@testable import Ink

/// Brushes with image tips as text: what is written is read again, and faults are named.
@Suite struct ImageTipFileTests {
  /// Masks as "WxH:" and hexadecimal digits, in place of a PNG image.
  private static let reader: @Sendable ([UInt8], Int) throws(TipFault) -> TipImages = {
    (text, count) throws(TipFault) in
    let parts = String(decoding: text, as: UTF8.self).split(separator: ":")
    let size = parts[0].split(separator: "x").compactMap { Int($0) }
    let masks = (parts.last ?? "").compactMap(\.hexDigitValue).map { UInt8($0 * 17) }
    guard size.count == 2, let images = TipImages(width: size[0], height: size[1] / count, count: count, masks: masks)
    else { throw TipFault("it is no picture") }
    return images
  }

  private static func text(_ images: TipImages) -> String {
    "\(images.width)x\(images.height * images.count):"
      + images.masks.map { String($0 / 17, radix: 16) }.joined()
  }

  /// Fails if a property of any brush is lost or changed on the way to a file and back.
  @Test(arguments: RandomSource.seeds(200)) func everyBrushComesBack(seed: Int) throws {
    var rng = RandomSource(seed)
    var brush = Brush(size: rng.roll(0.5...1000), minimumShare: rng.isOne(in: 2) ? 0.1 : rng.roll(0.0...1))
    brush.name = "a-\(seed)"
    func curve(_ rng: inout RandomSource) -> PressureCurve {
      PressureCurve(first: Point(rng.roll(0...1), rng.roll(0...1)), second: Point(rng.roll(0...1), rng.roll(0...1)))
    }
    if rng.isOne(in: 2) { brush.pressureCurve = curve(&rng) }
    if rng.isOne(in: 2) { (brush.strength, brush.hasOwnStrength) = (rng.roll(0...100), true) }
    if rng.isOne(in: 2) {
      let stabilisers = [
        Stabiliser.none, .rope(length: rng.roll(1...500), endsAtPen: rng.isOne(in: 2)),
        .average(time: rng.roll(0.01...2), endsAtPen: rng.isOne(in: 2)),
      ]
      (brush.stabiliser, brush.hasOwnStabiliser) = (stabilisers[rng.roll(0...2)], true)
    }
    if rng.isOne(in: 2) { brush.opacity = rng.roll(0...1) }
    brush.blend = Brush.Blend.allCases[rng.roll(0...2)]
    if rng.isOne(in: 2) { brush.width.tiltPencil = rng.roll(0...1) }
    if rng.isOne(in: 2) { brush.width.flat = rng.roll(1...20) }
    if rng.isOne(in: 2) { (brush.width.thinning, brush.width.speed) = (rng.roll(0.01...1), rng.roll(1...5000)) }
    if rng.isOne(in: 2) { (brush.width.rise, brush.width.fall) = (rng.roll(0...90), rng.roll(0...90)) }
    switch rng.roll(0...2) {
    case 0: break
    case 1:
      brush.tip = .flat(
        Brush.Nib(
          thickness: rng.roll(0.02...1), angle: Angle(degrees: Double(rng.roll(-360...360))),
          followsAzimuth: rng.isOne(in: 2)))
    default:
      let isImage = rng.isOne(in: 2)
      var dabs = Brush.Dabs(spacing: rng.roll(0.05...1), hardness: rng.roll(0...1))
      if rng.isOne(in: 2) { (dabs.grain, dabs.grainScale) = (rng.roll(0...1), rng.roll(1...16)) }
      if rng.isOne(in: 2) {
        (dabs.variation.scatter, dabs.variation.scattersAlong) = (rng.roll(0...10), rng.isOne(in: 2))
        (dabs.variation.count, dabs.variation.size) = (rng.roll(1...16), rng.roll(0...1))
        dabs.variation.strength = rng.roll(0...1)
      }
      (brush.flow.most, brush.flow.minimumShare) = (rng.roll(0.001...1), rng.roll(0...1))
      if rng.isOne(in: 2) { (brush.flow.curve, brush.flow.flat) = (curve(&rng), rng.roll(0...1)) }
      if isImage {
        let (width, height, count) = (rng.roll(1...30), rng.roll(1...50), rng.roll(1...4))
        var masks = (0..<width * height * count).map { _ in UInt8(rng.roll(0...15) * 17) }
        masks[0] = 255
        var tip = Brush.ImageTip(try #require(TipImages(width: width, height: height, count: count, masks: masks)))
        tip.choice = Brush.ImageTip.Choice.allCases[rng.roll(0...2)]
        tip.turning = Brush.ImageTip.Turning.allCases[rng.roll(0...3)]
        tip.angle = Angle(degrees: Double(rng.roll(-360...360)))
        (tip.roundness, tip.angleJitter) = (rng.roll(0.05...1), rng.roll(0...1))
        (tip.flipsAcross, tip.flipsDown) = (rng.isOne(in: 2), rng.isOne(in: 2))
        brush.tip = .image(tip)
        dabs.spacing = rng.roll(Brush.Dabs.imageSpacings)
      }
      brush.rendering = rng.isOne(in: 2) ? .dabs(dabs) : .spray(dabs)
    }
    let pictures = brush.tipImages.map(Self.text) ?? ""
    let text = try #require(brush.text(comment: ["From a\u{1}test."], pictures: pictures))
    let back = try Brush(parsing: Array(text.utf8), pictures: Self.reader)
    #expect(back.text(pictures: pictures) == brush.text(pictures: pictures), "\(text)")
    // Degrees are rounded on the way.
    var (plain, other) = (brush, back)
    if case .image(var tip) = plain.tip, case .image(let read) = other.tip {
      #expect(abs(tip.angle.radians - read.angle.radians) < 1e-9)
      tip.angle = read.angle
      plain.tip = .image(tip)
    }
    if case .flat(var nib) = plain.tip, case .flat(let read) = other.tip {
      nib.angle = read.angle
      plain.tip = .flat(nib)
    }
    #expect(other == plain, "\(text)")
    other.name = "other"
    #expect(other != plain)
  }

  private func fault(_ lines: String, pictures: @escaping Brush.TipReader = reader) -> String {
    do {
      _ = try Brush(parsing: Array("fude brush 1\nname a\nsize 9\n\(lines)end\n".utf8), pictures: pictures)
      return "(none)"
    } catch { return "\(error)" }
  }

  /// Fails if a fault is accepted, or reported with another line or message.
  @Test(arguments: [
    ("ink dabs\ntip image\n", "line 5: the picture of the tip: it is missing"),
    ("ink dabs\ntip image\nimage 2x2:ff\n", "line 6: the picture of the tip: it is no picture"),
    ("tip image\nimage 1x1:f\n", "line 4: image tips are for dabs and spray, but the ink is outline"),
    ("ink dabs\nimage 1x1:f\n", "line 5: image is for image tips, but the tip is of another kind"),
    ("image-turn tilt 0\n", "line 4: image-turn is for dabs and spray, but the ink is outline"),
    ("ink dabs\nspacing 4\n", "line 5: the spacing 4 is not between 0.05 and 1"),
    ("ink dabs\nprints 1.5\n", "line 5: prints has a whole number"),
    (
      "ink dabs\nscatter 1 along\n",
      "line 5: scatter has two values: its greatest share of the size, and across or around"
    ),
    ("scatter 1 around\n", "line 4: scatter is for dabs and spray, but the ink is outline"),
    ("image-choice first\n", "line 4: image-choice is sequence, chance or direction"),
    ("image-flip up\n", "line 4: image-flip is across, down or both"),
    ("image-turn up 4\n", "line 4: image-turn has two values: fixed, direction, tilt or roll, and degrees"),
    ("tip image 65\n", "line 4: the tip 65 is not between 1 and 64"),
    ("tip image 1.5\n", "line 4: the number of pictures is a whole number"),
  ])
  func faultsAreNamed(_ lines: String, _ sentence: String) { #expect(fault(lines) == sentence) }

  /// Fails if a place that cannot read pictures takes a brush without its tip.
  @Test func picturesNeedAReader() {
    #expect(
      fault("ink dabs\ntip image\nimage 1x1:f\n", pictures: Brush.unreadablePictures)
        == "line 6: the picture of the tip: pictures of tips cannot be read here")
  }

  /// Fails if pictures beyond the limits are taken, or too large ones are not made smaller.
  @Test func picturesHaveLimits() throws {
    #expect(TipImages(width: 2, height: 2, masks: [0, 0, 0, 0]) == nil, "it is empty")
    #expect(TipImages(width: 2, height: 2, masks: [255, 0, 0]) == nil)
    #expect(!TipImages.arePossible(width: 1025, height: 1, count: 1))
    #expect(!TipImages.arePossible(width: 1024, height: 1024, count: 5))
    #expect(!TipImages.arePossible(width: 1, height: 1024, count: 64))
    #expect(TipImages.arePossible(width: 256, height: 256, count: 64))
    let large = [UInt8](repeating: 200, count: 3000 * 1000)
    let small = try #require(TipImages.fitting(width: 3000, height: 1000, masks: large))
    #expect(small.width == 1024 && small.height == 341 && small.masks.allSatisfy { $0 == 200 })
    let many = try #require(
      TipImages.fitting(width: 300, height: 400, count: 70, masks: [UInt8](repeating: 9, count: 300 * 400 * 70)))
    #expect(many.count == 64 && TipImages.arePossible(width: many.width, height: many.height, count: 64))
  }
}
