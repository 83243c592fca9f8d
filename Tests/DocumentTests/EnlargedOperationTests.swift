import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// Fills, moved selections, clears and covered pixels at a larger scale: performed again there, not scaled.
@Suite struct EnlargedOperationTests {
  let filler: CoverageFiller
  private let black = InkStyle(colour: 0)

  init() throws { filler = try #require(CoverageFiller()) }

  /// A line with hard ends through places.
  private func line(_ places: [Point], scale: Double = 1, on document: inout Document) {
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 6 * scale, minimumShare: 1, smoother: .linear), style: black, filler: filler)
    for (index, place) in places.enumerated() {
      stroke.add(
        PenSample(position: Point(place.x * scale, place.y * scale), time: Double(index) / 10, pressure: 1))
    }
    _ = stroke.finish(on: &document)
  }

  private static let corners = [Point(30, 30), Point(130, 30), Point(130, 110), Point(30, 110)]

  /// Fails if a fill at four times the size is blurred at its line: there is a pixel between line and
  /// fill that is neither, wider than the edge of ink at that size.
  @Test func aFillEndsAtTheLargeLine() throws {
    var document = try #require(Document(width: 160, height: 140))
    line(Self.corners + [Self.corners[0]], on: &document)
    _ = document.fill(at: Point(80, 70), colour: 0xFF_0000, FillSettings())
    let image = try document.enlarged(by: 4, filler: filler, progress: .none).layers[0].image
    // From the middle of the area to the line's left edge, at 108...132.
    let row = (100..<300).map { image[$0, 280] }
    let mixed = row.filter { $0 != 0xFF00_0000 && $0 != 0xFFFF_0000 }
    #expect(row.last == 0xFFFF_0000 && row.contains(0xFF00_0000))
    #expect(mixed.filter { $0 >> 24 == 255 }.count <= 2, "\(mixed.map { String($0, radix: 16) })")
  }

  /// Fails if a fill at a larger size leaves by a gap that was closed, or stops short of the gap.
  @Test func aClosedGapStaysClosed() throws {
    for scale in [2.0, 3.7] {
      var document = try #require(Document(width: 160, height: 140))
      line(
        [Point(90, 30), Point(130, 30), Point(130, 110), Point(30, 110), Point(30, 30), Point(76, 30)], on: &document)
      _ = document.fill(at: Point(80, 70), colour: 0xFF_0000, FillSettings(gap: 12))
      #expect(document.activeImage[80, 15] == 0 && document.activeImage[83, 45] == 0xFFFF_0000)
      let image = try document.enlarged(by: scale, filler: filler, progress: .none).layers[0].image
      func pixel(_ x: Double, _ y: Double) -> UInt32 { image[Int(x * scale), Int(y * scale)] }
      #expect(pixel(80, 15) == 0 && pixel(10, 70) == 0, "scale \(scale)")
      #expect(pixel(83, 45) == 0xFFFF_0000 && pixel(120, 100) == 0xFFFF_0000, "scale \(scale)")
    }
  }

  /// Fails if a fill of the layer's pixels alone, above a picture that is only enlarged, is blurred; or
  /// one that ends at that picture's soft edge leaves a seam of the paper.
  @Test func onlyWhatIsDrawnIsFilledAgain() throws {
    var document = try #require(Document(width: 160, height: 140))
    var pixels = [UInt32](repeating: 0, count: 160)
    for x in 40..<100 { pixels[x] = 0xFF00_40C0 }
    for y in 40..<100 { document.load(row: y, pixels: pixels.span) }
    _ = document.fill(at: Point(5, 5), colour: 0xFF_0000, FillSettings())
    let image = try document.enlarged(by: 4, filler: filler, progress: .none).layers[0].image
    let seam = (0..<640).filter { image[$0, 280] >> 24 < 250 }
    #expect(seam.isEmpty)
  }

  /// Fails if a moved stroke at twice the size is not the stroke at twice the size, moved: to the bit for
  /// whole px.
  @Test func movedInkStaysCrisp() throws {
    var small = try #require(Document(width: 160, height: 140))
    var large = try #require(Document(width: 320, height: 280))
    line([Point(30, 30), Point(70, 60)], on: &small)
    line([Point(30, 30), Point(70, 60)], scale: 2, on: &large)
    func move(_ document: inout Document, _ scale: Int) {
      document.select(document.mask(of: PixelRect(x: 20 * scale, y: 20 * scale, width: 60 * scale, height: 50 * scale)))
      guard document.lift(), var placement = document.floating?.placement else { return }
      placement.translation = Vector(40, 33) * Double(scale)
      _ = document.place(placement)
      _ = document.drop()
    }
    move(&small, 1)
    move(&large, 2)
    let again = try small.enlarged(by: 2, filler: filler, progress: .none)
    #expect(again.layers[0].image.showsSame(as: large.layers[0].image))
    #expect(large.layers[0].image.tileCount > 0)
  }

  /// Fails if a cleared selection at a larger size keeps ink in it, or takes ink outside it.
  @Test func clearedPixelsHaveTheLargeEdge() throws {
    var document = try #require(Document(width: 160, height: 140))
    line([Point(20, 70), Point(140, 70)], on: &document)
    document.select(document.mask(of: PixelRect(x: 60, y: 0, width: 30, height: 140)))
    _ = document.deleteSelected()
    let image = try document.enlarged(by: 3, filler: filler, progress: .none).layers[0].image
    for x in 61...479 { #expect((image[x, 210] == 0) == ((180..<270).contains(x) || x >= 429), "\(x)") }
  }

  /// Fails if a covered selection at a larger size has the enlarged edge of the pixels, or hides ink
  /// outside it; or a whole layer keeps uncovered pixels.
  @Test func coveredPixelsHaveTheLargeEdge() throws {
    var document = try #require(Document(width: 160, height: 140))
    var circle = Mask(width: 160, height: 140)
    circle.fill(polygon: (0..<90).map { Point(80, 70) + Vector(length: 50, direction: Angle(degrees: 4 * Double($0))) })
    line([Point(20, 70), Point(140, 70)], on: &document)
    document.select(circle)
    _ = document.coverActiveLayer(colour: 0xFF_0000)
    document.select(nil)
    _ = document.perform(.add(above: document.activeID))
    _ = document.coverActiveLayer(colour: 0x00_00FF, opacity: 128)
    let large = try document.enlarged(by: 4, filler: filler, progress: .none)
    let (image, mask) = (large.layers[0].image, circle.enlarged(by: 4, width: 640, height: 560))
    let wrong = (0..<560).reduce(0) { sum, y in
      sum + (0..<640).count { mask[$0, y] != (image[$0, y] == 0xFFFF_0000) }
    }
    #expect(wrong == 0 && image[100, 280] == 0xFF00_0000 && image[180, 100] == 0)
    let upper = large.layers[1].image
    #expect((0..<560).allSatisfy { y in (0..<640).allSatisfy { upper[$0, y] == 0x8000_0080 } })
  }
}
