import Document
import Geometry
import Raster
import Rig
import Studio

/// The cost of the first view of a large, fully painted drawing: how long the window does not
/// respond, and how long until all pixels are exact.
struct LargeViewBench {
  /// The title of its chapter.
  static let title = "first view of a drawing of 16384x16384 px, painted all over, in a window of 1920x1080 px"

  private static let side = 16384
  private static let window = (width: 1920, height: 1080)
  private let document: Document

  /// Paints it, 1 GiB.
  init() throws {
    guard var document = Document(width: Self.side, height: Self.side) else {
      throw RigError("There is no memory for a drawing of \(Self.side)x\(Self.side) px.")
    }
    var seed: UInt32 = 1
    var row = [UInt32](repeating: 0, count: Self.side)
    for y in 0..<Self.side {
      // Flats, as drawings have them, and some noise.
      if y.isMultiple(of: 40) {
        for x in row.indices {
          if x.isMultiple(of: 24) { seed = seed &* 1_664_525 &+ 1_013_904_223 }
          row[x] = Pixel.opaque(x & 63 < 8 ? seed ^ UInt32(x) &* 2_654_435_761 >> 8 & 0xFF_FFFF : seed >> 8)
        }
      }
      document.load(row: y, pixels: row.span)
    }
    self.document = document
  }

  /// The frames and their times.
  func rows() throws -> [Report.Row] {
    guard
      let session = Session(document: document, windowWidth: Self.window.width, windowHeight: Self.window.height)
    else { throw RigError("There is no memory for a session.") }
    session.frameBudget = Session.quickBudget
    var pixels = [UInt32](repeating: 0, count: Self.window.width * Self.window.height)
    var rows: [Report.Row] = []
    func step(_ name: String) {
      let frame = Stopwatch.time { Self.show(session, &pixels) }
      rows.append(Report.Row(name: "\(name): frame", value: frame * 1e3, unit: "ms"))
      var tiles: [PyramidResult] = []
      let job = Stopwatch.time {
        guard var job = session.makePyramidJob() else { return }
        job.run(isWanted: { true }, deliver: { tiles.append($0) })
      }
      let adopted = Stopwatch.time {
        _ = session.adopt(tiles)
        Self.show(session, &pixels)
      }
      rows.append(
        Report.Row(name: "\(name): work of another thread until all is exact", value: job * 1e3, unit: "ms"))
      rows.append(Report.Row(name: "\(name): exact frame", value: adopted * 1e3, unit: "ms"))
    }
    step("whole, as when it is opened")
    _ = session.setZoom(0.25)
    step("25 %")
    _ = session.setZoom(0.2)
    step("20 %")
    _ = session.setZoom(0.1)
    step("10 %")
    _ = session.setZoom(0.4)
    step("40 %")
    return rows
  }

  private static func show(_ session: Session, _ pixels: inout [UInt32]) {
    var span = pixels.mutableSpan
    let whole = PixelRect(x: 0, y: 0, width: window.width, height: window.height)
    session.render(whole, surround: Pixel.opaque(0x3A3B3F), to: &span, stride: window.width)
  }
}
