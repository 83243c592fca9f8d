import Document
import Geometry
import Ink
import Input
import Raster
import Rig
import Storage
import Studio

/// The cost of a sample, from its event to the window's pixels, in a drawing of 100 painted layers in
/// 10 isolated groups, beside one layer. The medians are those of samples that find their tiles in the
/// cache of composited layers; p99 includes the samples that first touch a tile.
struct GroupBench {
  static let title = "sample to window pixels, 100 painted layers in 10 groups (canvas 1024x512)"

  private static let (width, height) = (1024, 512)
  private static let (groups, layersInGroup) = (10, 10)
  /// The strokes of a case, and their samples. The strokes of all cases are the same and alternate.
  private static let (strokes, samples) = (6, 600)

  /// A drawing and the times of its samples, s.
  private struct Case {
    let name: String
    let document: Document
    var times: [Double] = []
    var median: Double { Quantiles(times).median }
  }

  private let cases: [Case]

  init() throws(RigError) {
    guard let one = Document(width: Self.width, height: Self.height), var many = Self.document() else {
      throw RigError("There is no memory for a canvas.")
    }
    var single = one
    Self.paint(&single, seed: 1)
    let painted = many.layers.filter { $0.isPaint }.map(\.id)
    for (number, id) in painted.enumerated() {
      _ = many.activate(id)
      Self.paint(&many, seed: UInt32(number + 1))
    }
    var (top, bottom) = (many, many)
    _ = top.activate(painted[painted.count - 1])
    _ = bottom.activate(painted[0])
    cases = [
      Case(name: "one layer", document: single), Case(name: "top layer", document: top),
      Case(name: "bottom layer", document: bottom),
    ]
  }

  func rows() throws(RigError) -> [Report.Row] {
    var rows: [Report.Row] = []
    for zoom in [1.0, 0.5] {
      var cases = cases
      for stroke in 0..<Self.strokes {
        for index in cases.indices {
          cases[index].times += try Self.times(cases[index].document, zoom: zoom, seed: UInt64(stroke))
        }
      }
      let view = "\((zoom * 100).decimal(0)) %"
      for item in cases {
        let times = Quantiles(item.times)
        rows.append(Report.Row(name: "\(view), \(item.name): p50", value: times.median * 1e6, unit: "us"))
        rows.append(Report.Row(name: "\(view), \(item.name): p99", value: times(0.99) * 1e6, unit: "us"))
      }
      for item in cases.dropFirst() {
        rows.append(
          Report.Row(name: "\(view), \(item.name) over one layer: p50", value: item.median / cases[0].median, unit: "x")
        )
      }
    }
    return rows
  }

  /// A drawing without paint.
  private static func document() -> Document? {
    var layers: [Layer] = []
    for group in 0..<groups {
      for number in 0..<layersInGroup {
        var layer = Layer(name: "\(group).\(number)", width: width, height: height)
        layer.depth = 1
        layers.append(layer)
      }
      var layer = Layer(name: "\(group)", width: width, height: height)
      layer.content = .group(.isolated)
      layers.append(layer)
    }
    return Document(width: width, height: height, layers: layers, active: 0)
  }

  /// Paints the active layer all over in squares of 16 px: transparent, translucent and opaque ones.
  private static func paint(_ document: inout Document, seed: UInt32) {
    var state = seed &* 2_654_435_761
    var row = [UInt32](repeating: 0, count: width)
    for y in 0..<height {
      if y.isMultiple(of: 16) {
        for x in row.indices {
          if x.isMultiple(of: 16) { state = state &* 1_664_525 &+ 1_013_904_223 }
          let alpha = [0, 0, 80, 255][Int(state >> 30)] as UInt32
          row[x] = alpha << 24 | (state >> 8 & 0xFF) % (alpha + 1) * 0x01_0101
        }
      }
      document.load(row: y, pixels: row.span)
    }
  }

  /// The seconds of each sample of a stroke on a drawing.
  private static func times(_ document: Document, zoom: Double, seed: UInt64) throws(RigError) -> [Double] {
    guard let session = Session(document: document, windowWidth: width, windowHeight: height) else {
      throw RigError("There is no memory for a session.")
    }
    _ = session.setZoom(zoom)
    var pixels = [UInt32](repeating: 0, count: width * height)
    func show(_ region: Region) {
      var span = pixels.mutableSpan
      for rect in region.rects {
        session.render(rect, surround: Pixel.opaque(0x3A3B3F), to: &span, stride: width)
      }
    }
    show(Region(PixelRect(x: 0, y: 0, width: width, height: height)))
    var course = StrokeCourse(state: seed)
    let map = session.view.canvasToWindow
    return course.samples(samples, width: Double(width), height: Double(height)).enumerated().map { index, sample in
      var sample = sample
      sample.position = map(sample.position)
      return Stopwatch.time {
        var effects = session.handle(.pointer(PointerEvent(index == 0 ? .down : .drag, sample)))
        effects.add(session.flush())
        show(session.windowDamage(of: effects.damage))
      }
    }
  }
}
