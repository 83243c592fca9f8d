import Document
import Geometry
import Glibc
import Ink
import Paint
import Raster
import Rig

/// What going back through a long drawing costs: 10,000 strokes of 100 samples with all brushes, small and large, on two
/// layers of a canvas of 3840x2160 px; undone all, done again all, every so many steps compared with the picture that was there.
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
  init(filler: CoverageFiller, strokes: Int = UndoBench.count) {
    self.filler = filler
    self.strokes = strokes
    let shelf = BrushShelf(folder: BrushShelf.systemFolder())
    brushes = shelf.names.compactMap { shelf[$0] }
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
    var dice = Course(state: 1)
    var pictures = [Self.digest(document)]
    var drawing: [Double] = []
    // A stroke that changes nothing is no edit.
    var index = 0
    while document.history.undoCount <= strokes {
      _ = document.activate(layers[index / 50 % 2])
      let stroke = dice.stroke(index, brushes, samples: Self.samples)
      let count = document.history.undoCount
      drawing.append(
        Stopwatch.time {
          var pen = StrokeInProgress(on: document, brush: stroke.brush, style: stroke.style, filler: filler)
          for sample in stroke.samples { pen.add(sample) }
          _ = pen.finish(on: &document)
        })
      index += 1
      guard document.history.undoCount > count, count.isMultiple(of: Self.interval) else { continue }
      pictures.append(Self.digest(document))
    }
    // The worker is about done; what is measured is what the drawing takes, not how far the worker lags behind.
    packer.settle()
    let (drawn, kept) = (Self.memory, packer.store.packedBytes)
    func walk(_ step: (inout Document) -> Region?, _ order: [Int]) throws -> [Double] {
      var times: [Double] = []
      for index in order {
        times.append(Stopwatch.time { _ = step(&document) })
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
    ]
  }

  /// Bytes of this process that are its own share of the memory.
  private static var memory: Int {
    let words = Machine.value(of: "Pss", in: "/proc/self/smaps_rollup")?.split(separator: " ")
    return (words?.first.flatMap { Int($0) } ?? 0) * 1024
  }

  /// Tells a drawing's pixels from others'.
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

  /// The same strokes every time.
  private struct Course {
    var state: UInt64

    /// 0 ..< 1 (splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
    mutating func next() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ z >> 31) >> 11) * 0x1p-53
    }

    mutating func stroke(
      _ index: Int, _ brushes: [Brush], samples count: Int
    ) -> (brush: Brush, style: InkStyle, samples: [PenSample]) {
      var brush = brushes.isEmpty ? Brush() : brushes[index % brushes.count]
      brush.size = [3, 6, 12, 24, 60][Int(next() * 5)]
      let style = InkStyle(color: UInt32(next() * 0xFF_FFFF), opacity: next() < 0.3 ? 150 : 255)
      var place = Point(next() * 3840, next() * 2160)
      var direction = next() * 2 * .pi
      var turn = 0.0
      // Details and long lines: 2 to 12 px from sample to sample.
      let speed = 2 + 10 * next() * next()
      var samples: [PenSample] = []
      for i in 0..<count {
        samples.append(
          PenSample(
            position: place, time: Double(i) / 200,
            pressure: 0.1 + 0.8 * sin(.pi * Double(i + 1) / Double(count + 2))))
        turn = 0.9 * turn + 0.06 * (next() - 0.5)
        direction += turn
        place = place + Vector(cos(direction) * speed, sin(direction) * speed)
        if place.x < 20 || place.x > 3820 { direction = .pi - direction }
        if place.y < 20 || place.y > 2140 { direction = -direction }
        place = Point(min(3820, max(20, place.x)), min(2140, max(20, place.y)))
      }
      return (brush, style, samples)
    }
  }
}
