import Document
import Glibc
import Ink
import Rig
import Storage

@testable import Pictures

enum Look {
  static let paper: UInt32 = 0xFDFCF9
  static let ink: UInt32 = 0x1D1F24
  static let desk: UInt32 = 0x3A3B3F

  /// The width of a line by the brush's rule, canvas px.
  static func width(atPressure pressure: Double) -> Double {
    let brush = Brush()
    return brush.size * (brush.minimumShare + (1 - brush.minimumShare) * pressure)
  }
}

/// A position in an image, px; 0.5 is the middle of the first pixel.
struct Place: Equatable {
  var x: Double
  var y: Double

  func distance(to other: Place) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }

  /// The position rotated clockwise about `centre`, by degrees.
  func turned(by degrees: Double, about centre: Place) -> Place {
    let angle = degrees * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let (dx, dy) = (x - centre.x, y - centre.y)
    return Place(x: centre.x + c * dx - s * dy, y: centre.y + s * dx + c * dy)
  }
}

extension Image {
  /// The share of a pixel covered with ink, 0...1, from its brightness between paper and ink. The
  /// background around the canvas counts as 0.
  static func cover(_ pixel: UInt32) -> Double {
    if pixel == Look.desk { return 0 }
    let (paper, ink) = (Double(luma(Look.paper)), Double(luma(Look.ink)))
    return max(0, min(1, (paper - Double(luma(pixel))) / (paper - ink)))
  }

  /// The bounds of the ink inside an area; nil without ink.
  func ink(in part: Area? = nil) -> Area? {
    let cut = (part ?? area).intersection(area)
    return cropped(to: cut).bounds { Self.cover($0) > 0.02 }?.moved(cut.x, cut.y)
  }

  /// The amount of ink in an area, px².
  func inkArea(in part: Area? = nil) -> Double {
    cropped(to: part ?? area).pixels.reduce(0) { $0 + Self.cover($1) }
  }

  /// The centre of the ink in an area; far outside without ink.
  func inkCentre(in part: Area? = nil) -> Place {
    let cut = (part ?? area).intersection(area)
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in cut.y..<cut.bottom {
      for column in cut.x..<cut.right {
        let cover = Self.cover(self[column, row])
        sum += cover
        x += cover * (Double(column) + 0.5)
        y += cover * (Double(row) + 0.5)
      }
    }
    return sum == 0 ? Place(x: -1e6, y: -1e6) : Place(x: x / sum, y: y / sum)
  }

  /// The width and the middle of the ink in column `x`, px. Edge shades give subpixel precision.
  func inkAcross(column x: Int, rows: Range<Int>? = nil) -> (width: Double, middle: Double) {
    var (sum, middle) = (0.0, 0.0)
    for y in rows ?? 0..<height {
      let cover = Self.cover(self[x, y])
      sum += cover
      middle += cover * (Double(y) + 0.5)
    }
    return (sum, sum == 0 ? -1e6 : middle / sum)
  }

  /// The pixels of a PNG file, composited on paper without alpha.
  init(pngAt path: String) throws {
    let reader = try PNGReader(path: path)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(reader.width * reader.height)
    try reader.readRows { _, row in
      for x in row.indices { pixels.append(row[x] & 0xFF_FFFF) }
    }
    self.init(width: reader.width, height: reader.height, pixels: pixels)
  }
}
