import Document
import Geometry
import Glibc
import Ink
import Paint
import Raster
import Rig

/// The cost of undo in a long drawing: 10,000 strokes of 100 samples with all brushes, small and
/// large, on two layers of a canvas of 3840x2160 px; all undone, all redone, compared with the
/// pictures at intervals.
struct UndoBench {
  static let title = "undo and redo of 10000 strokes (canvas 3840x2160, two layers)"

  /// How many strokes there are.
  static let count = 10_000
  /// After how many of them pictures are compared.
  private static let interval = 250
  private static let samples = 100

  private let filler: CoverageFiller
  private let brushes: [Brush]
  private let strokes: Int

  /// - Parameter strokes: how many are drawn.
  /// - Throws: `RigError` if no brushes are found.
  init(filler: CoverageFiller, strokes: Int = UndoBench.count) throws {
    self.filler = filler
    self.strokes = strokes
    brushes = try BenchBrushes.all().map(\.brush)
  }

  func rows() throws -> [Report.Row] {
    guard var document = Document(width: 3840, height: 2160) else {
      throw RigError("There is no memory for a canvas.")
    }
    let packer = UndoPacker()
    document.keepEdits(in: packer.store)
    defer { packer.stop() }
    _ = document.perform(.add(above: document.activeID))
    let layers = document.layers.map(\.id)
    let before = Self.memory
    var course = StrokeCourse(state: 1)
    var pictures = [Self.digest(document)]
    var drawing: [Double] = []
    // A stroke that changes nothing is no edit.
    var index = 0
    while document.history.undoCount <= strokes {
      _ = document.activate(layers[index / 50 % 2])
      var brush = brushes[index % brushes.count]
      brush.size = [3, 6, 12, 24, 60][Int(course.next() * 5)]
      let style = InkStyle(colour: UInt32(course.next() * 0xFF_FFFF), opacity: course.next() < 0.3 ? 150 : 255)
      let samples = course.samples(Self.samples, width: 3840, height: 2160)
      let count = document.history.undoCount
      drawing.append(
        Stopwatch.time {
          var pen = StrokeInProgress(on: document, brush: brush, style: style, filler: filler)
          for sample in samples { pen.add(sample) }
          _ = pen.finish(on: &document)
        })
      index += 1
      guard document.history.undoCount > count, count.isMultiple(of: Self.interval) else { continue }
      pictures.append(Self.digest(document))
    }
    // Waits for the worker, since the memory of the drawing is measured, not the worker's delay.
    packer.settle()
    let (drawn, kept) = (Self.memory, packer.store.packedBytes)
    var processor: [Double] = []
    func walk(_ step: (inout Document) -> FineRegion?, _ order: [Int]) throws -> [Double] {
      var times: [Double] = []
      for index in order {
        let before = Self.processorTime
        times.append(Stopwatch.time { _ = step(&document) })
        processor.append(Self.processorTime - before)
        guard index.isMultiple(of: Self.interval) else { continue }
        guard document.history.undoCount == index + 1, Self.digest(document) == pictures[index / Self.interval] else {
          throw RigError("After \(index) strokes the picture is another than it was.")
        }
      }
      return times
    }
    let back = try walk({ $0.undo() }, Array((0..<strokes).reversed()))
    let undone = Self.memory
    let forth = try walk({ $0.redo() }, Array(1...strokes))
    let redone = Self.memory
    func row(_ name: String, _ seconds: Double, note: String = "") -> Report.Row {
      Report.Row(name: name, value: seconds * 1e3, unit: "ms", note: note)
    }
    func row(_ name: String, memory: Int) -> Report.Row {
      Report.Row(name: name, value: Double(memory) / 1048576, unit: "MiB", digits: 0)
    }
    let (u, r) = (Quantiles(back), Quantiles(forth))
    return [
      row("drawing a stroke: p50", Quantiles(drawing).median, note: "\(strokes) edits"),
      row("memory (PSS) before", memory: before), row("memory after drawing", memory: drawn),
      row("of that, packed edits", memory: kept.memory), row("packed edits in the file", memory: kept.file),
      row("memory after undoing all", memory: undone), row("memory after redoing all", memory: redone),
      row("undo: p50", u.median), row("undo: p99", u(0.99)), row("undo: max", back.max() ?? 0),
      row("redo: p50", r.median), row("redo: p99", r(0.99)), row("redo: max", forth.max() ?? 0),
      row("undo or redo, processor time: p99", Quantiles(processor)(0.99)),
      row("undo or redo, processor time: max", processor.max() ?? 0),
    ]
  }

  /// Seconds that this thread has worked.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Bytes of this process that are its own share of the memory.
  private static var memory: Int {
    let words = Machine.value(of: "Pss", in: "/proc/self/smaps_rollup")?.split(separator: " ")
    return (words?.first.flatMap { Int($0) } ?? 0) * 1024
  }

  /// A hash of a drawing's pixels.
  private static func digest(_ document: borrowing Document) -> UInt64 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for layer in document.layers {
      for index in 0..<(layer.image.columns * layer.image.rows) {
        guard let tile = layer.image[index] else { continue }
        state = (state ^ UInt64(index)) &* 0x9E37_79B9_7F4A_7C15
        let pixels = tile.pixels.span
        for at in 0..<Tile.count {
          state = (state ^ UInt64(pixels[at])) &* 0x9E37_79B9_7F4A_7C15
          state ^= state >> 32
        }
      }
    }
    return state
  }
}
