import Foundation
import Geometry
import Library
import MyPaint
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Ink

/// The size of every brush: the width of its ink at full pressure (`Brush.fullWidth`).
@Suite struct FullWidthTests {
  private static let brushes: [(name: String, brush: Brush)] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Resources/brushes")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }.compactMap {
      url -> (name: String, brush: Brush)? in
      let name = url.deletingPathExtension().lastPathComponent
      guard let bytes = try? Array(Data(contentsOf: url)) else { return nil }
      if url.pathExtension == "myb" {
        return (try? MyPaintBrush(parsing: bytes)).map { (name, Brush($0, name: name)) }
      }
      return url.pathExtension == "brush"
        ? (try? Brush(parsing: bytes, pictures: TipPicture.images)).map { (name, $0) } : nil
    }
  }()

  /// The width of the band in which a horizontal line of the brush, drawn at full pressure with an upright pen, has at
  /// least a tenth of the ink of its darkest row, px. Brushes that add no ink draw over stripes.
  private func width(_ brush: Brush, _ filler: CoverageFiller) throws -> Double {
    var document = try #require(Document(width: 900, height: 400))
    document.showPaper(false)
    if !brush.addsColour || brush.blend == .erase || brush.smudges {
      let stripes = (0..<900).map { UInt32($0 & 8 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF) }
      for y in 0..<400 { document.load(row: y, pixels: stripes.span) }
    }
    var stroke = StrokeInProgress(
      on: document, brush: brush, style: InkStyle(colour: 0xFF0000), filler: filler)
    for step in 0...300 {
      stroke.add(
        PenSample(position: Point(150 + 2 * Double(step), 200), time: Double(step) / 150, pressure: 1))
    }
    let before = document.activeImage
    _ = stroke.finish(on: &document)
    let after = document.activeImage
    var rows: [Double] = []
    for y in 0..<400 {
      var sum = 0.0
      for x in 400..<650 { sum += Double(Pixel.distance(before[x, y], after[x, y])) }
      rows.append(sum)
    }
    let most = rows.max() ?? 0
    guard most > 0, let first = rows.firstIndex(where: { $0 >= most / 10 }),
      let last = rows.lastIndex(where: { $0 >= most / 10 })
    else { return 0 }
    return Double(last - first + 1)
  }

  /// The widths of brushes of 40 px whose ink is more than a quarter narrower or wider, px: narrow pictures and nibs
  /// across the line, leaves that are far apart, scatter by the tilt, drops of many sizes.
  private static let exceptions: [String: ClosedRange<Double>] = [
    "chain": 12...20, "kneaded-eraser": 14...20, "calligraphy-nib": 26...30, "leaves": 25...30,
    "broken-colour": 50...56, "splatter": 50...58,
  ]

  /// Fails if the ink of a brush is not as wide as its size says, at full pressure. Its size is that of
  /// `resized(toFullWidth:)`.
  @Test(.enabled(if: MyPaintLibrary.system != nil, "needs libmypaint-1.5-1"))
  func theSizeIsTheWidthAtFullPressure() throws {
    let filler = try #require(CoverageFiller())
    #expect(Self.brushes.count > 55)
    for (name, brush) in Self.brushes {
      let sized = brush.resized(toFullWidth: 40)
      #expect(abs(sized.fullWidth - 40) < 1e-9, "\(name)")
      let width = try width(sized, filler)
      #expect((Self.exceptions[name] ?? 30...50).contains(width), "\(name): \(width) px")
    }
  }

  /// Fails if sizes that users can choose are not reached by a brush that becomes wider with pressure, or values that are
  /// no numbers change a brush.
  @Test func allSizesAreReached() throws {
    for (name, brush) in Self.brushes {
      // The bristles of the others are beside the thinnest tip.
      for width in [2.0, 20, 333, 1000] where width > 4 || !["fan", "dry-flat"].contains(name) {
        #expect(abs(brush.resized(toFullWidth: width).fullWidth - width) < 1e-6 * width, "\(name): \(width) px")
      }
      #expect(brush.resized(toFullWidth: .nan) == brush && brush.resized(toFullWidth: .infinity) == brush)
      #expect(Brush.tipSizes.contains(brush.resized(toFullWidth: 1e9).size))
      #expect(brush.resized(toFullWidth: 40).resized(toFullWidth: 40) == brush.resized(toFullWidth: 40))
    }
  }
}
