import Document
import Files
import Geometry
import Glibc
import Ink
import Paint
import Rig
import Storage

/// A file with a fully hatched drawing, which takes long to save.
///
/// The middle is free for the measurement.
struct LargeDrawing {
  /// Where it is.
  let path: String

  /// Draws and saves it; takes a while.
  /// - Parameters:
  ///   - width: px; so is the height.
  ///   - free: how much of the middle stays paper, px.
  init(width: Int, height: Int, free: (width: Int, height: Int), in folder: String) throws {
    guard let filler = CoverageFiller(), var document = Document(width: width, height: height) else {
      throw RigError("There is no memory for a canvas of \(width)x\(height) px.")
    }
    let left = Double(width - free.width) / 2
    let top = Double(height - free.height) / 2
    for y in stride(from: 40.0, to: Double(height), by: 80) {
      let isBeside = y > top && y < Double(height) - top
      Self.hatch(from: 40, to: isBeside ? left : Double(width) - 40, y: y, on: &document, filler)
      if isBeside { Self.hatch(from: Double(width) - left, to: Double(width) - 40, y: y, on: &document, filler) }
    }
    path = folder + "/large.ora"
    try document.save(to: path)
  }

  private static func hatch(from: Double, to: Double, y: Double, on document: inout Document, _ filler: CoverageFiller)
  {
    var stroke = StrokeInProgress(on: document, brush: Brush(size: 12), style: InkStyle(), filler: filler)
    for (i, x) in Swift.stride(from: from, through: to, by: 20).enumerated() {
      let place = Point(x, y + (i.isMultiple(of: 2) ? 30 : -30))
      stroke.add(PenSample(position: place, time: Double(i) / 200, pressure: 0.5 + 0.4 * sin(x / 300)))
    }
    _ = stroke.finish(on: &document)
  }

  /// When it was written to last, seconds since 1970.
  var time: Double { FileFacts.time(of: path) ?? 0 }
}
