import Document
import Export
import Files
import Geometry
import Glibc
import Ink
import Paint
import Raster
import Rig
import Studio

/// The cost of showing, undoing and exporting a whole drawing.
struct ViewBench {
  private let document: Document

  /// The window, px.
  private static let window = (width: 1920, height: 1080)

  /// With a recording's drawing.
  init(_ recording: Recording, filler: CoverageFiller) throws {
    guard var document = Document(sizedLike: recording) else { throw RigError("There is no memory for a canvas.") }
    document.draw(recording, filler: filler)
    self.document = document
  }

  /// A frame of the whole window under several views.
  func frames() throws -> [Report.Row] {
    let views: [(name: String, zoom: Double, degrees: Double)] = [
      ("50 %", 0.5, 0), ("100 %", 1, 0), ("37 %", 0.37, 0), ("400 %", 4, 0), ("50 %, turned by 30 degrees", 0.5, 30),
      ("100 %, turned by 30 degrees", 1, 30),
    ]
    var renderer = ViewRenderer()
    var pyramid = Pyramid(width: document.width, height: document.height)
    var pixels = [UInt32](repeating: 0, count: Self.window.width * Self.window.height)
    return views.map { name, zoom, degrees in
      var view = View(
        canvasWidth: document.width, canvasHeight: document.height, windowWidth: Self.window.width,
        windowHeight: Self.window.height)
      view.setZoom(zoom)
      view.setRotation(Angle(degrees: degrees))
      let map = view.windowToCanvas
      let seconds = Stopwatch.times(15, warmUp: 2) {
        var span = pixels.mutableSpan
        renderer.render(
          PixelRect(x: 0, y: 0, width: Self.window.width, height: Self.window.height), windowToImage: map,
          source: document, pyramid: &pyramid, surround: Pixel.opaque(0x3A3B3F), to: &span, stride: Self.window.width)
      }
      return Report.Row(name: name, value: seconds.median * 1e3, unit: "ms")
    }
  }

  /// Undoes and redoes each stroke and renders the changed part of the window.
  func history() throws -> [Report.Row] {
    guard
      let session = Session(
        document: document, windowWidth: Self.window.width, windowHeight: Self.window.height)
    else { throw RigError("There is no memory for a session.") }
    var pixels = [UInt32](repeating: 0, count: Self.window.width * Self.window.height)
    // The first frame builds what later ones reuse.
    Self.show(Region(PixelRect(x: 0, y: 0, width: Self.window.width, height: Self.window.height)), session, &pixels)
    var all: [Double] = []
    for action in [Action.undo, .redo, .undo, .redo] {
      while action == .undo ? session.document.history.undoCount > 0 : session.document.history.redoCount > 0 {
        all.append(
          Stopwatch.time {
            let effects = session.perform(action)
            Self.show(session.windowDamage(of: effects.damage), session, &pixels)
          })
      }
    }
    let steps = Quantiles(all)
    let note = "\(document.history.undoCount) strokes"
    return [
      Report.Row(name: "undo or redo with its frame at 50 %: p50", value: steps.median * 1e3, unit: "ms", note: note),
      Report.Row(name: "undo or redo with its frame at 50 %: p99", value: steps(0.99) * 1e3, unit: "ms"),
    ]
  }

  private static func show(_ damage: Region, _ session: Session, _ pixels: inout [UInt32]) {
    var span = pixels.mutableSpan
    for rect in damage.rects {
      session.render(rect, surround: Pixel.opaque(0x3A3B3F), to: &span, stride: window.width)
    }
  }

  /// The canvas written to the disk as a PNG.
  func export() throws -> [Report.Row] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/export.png"
    let seconds = try Stopwatch.times(5) { () throws(FileError) in try document.exportPNG(to: path) }
    var status = stat()
    let size = stat(path, &status) == 0 ? "\(status.st_size / 1000) kB" : ""
    return [
      Report.Row(
        name: "export of \(document.width)x\(document.height) px as PNG", value: seconds.median * 1e3, unit: "ms",
        digits: 0, note: size)
    ]
  }
}
