import Document
import Export
import Files
import Geometry
import Glibc
import Ink
import Paint
import Rig
import Storage

/// The cost of a drawing's history in its file: a drawing of 1,000 strokes on two layers, of 100
/// samples each.
struct FileHistoryBench {
  private var document: Document
  private let filler: CoverageFiller

  static let title = "file with the packed history of 1000 strokes (canvas 3840x5120)"

  /// Draws the strokes.
  init(filler: CoverageFiller) throws {
    guard var document = Document(width: PenPath.canvas.width, height: PenPath.canvas.height) else {
      throw RigError("There is no memory for a canvas.")
    }
    let way = PenPath.wandering(10_000)
    for index in 0..<1000 {
      if index == 500 { _ = document.perform(.add(above: document.activeID)) }
      var brush = Brush()
      brush.size = [4, 12, 40][index % 3]
      var stroke = StrokeInProgress(
        on: document, brush: brush, style: InkStyle(colour: UInt32(index) * 0x1_0305 & 0xFF_FFFF), filler: filler)
      // Ten lots of strokes over each other, each a little off those before.
      for sample in way[index % 100 * 100..<(index % 100 + 1) * 100] {
        var moved = sample
        moved.position.x += Double(index / 100) * 7.3
        moved.position.y += Double(index / 100) * 11.1
        stroke.add(moved)
      }
      _ = stroke.finish(on: &document)
    }
    self.document = document
    self.filler = filler
  }

  func rows() throws -> [Report.Row] {
    let folder = try TemporaryFolder()
    let path = folder.path + "/past.ora"
    let saving = try Stopwatch.times(3) { () throws(FileError) in try document.save(to: path) }
    let size = Self.size(of: path)
    var notes: [String] = []
    let opening = try Stopwatch.times(3) { () throws(FileError) in _ = try Document.open(path, notes: &notes) }
    let (packed, _) = try Document.open(path, notes: &notes)
    let unpacking = try Stopwatch.times(3) {
      var drawing = packed
      try drawing.replayHistory(filler: filler)
    }
    // The same picture without its file's history.
    var bare = packed
    bare.dropFileHistory()
    let barePath = folder.path + "/bare.ora"
    let bareSaving = try Stopwatch.times(3) { () throws(FileError) in try bare.save(to: barePath) }
    let bareOpening = try Stopwatch.times(3) { () throws(FileError) in _ = try Document.open(barePath, notes: &notes) }
    func row(_ name: String, _ seconds: Quantiles, note: String = "") -> Report.Row {
      Report.Row(name: name, value: seconds.median * 1e3, unit: "ms", note: note)
    }
    return [
      row("saving without the packed history", bareSaving, note: "\(Self.size(of: barePath) / 1000) kB"),
      row("saving with it", saving, note: "\(size / 1000) kB"),
      row("opening without the packed history", bareOpening), row("opening with it, packed", opening),
      row("drawing it again, on a worker", unpacking, note: "\(packed.undoCount) edits"),
    ]
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
