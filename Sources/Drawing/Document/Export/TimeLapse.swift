import Files
import Geometry
import Language
import Paint
import Raster

/// A drawing coming into being, picture by picture: from before its oldest edit to what it is, as fast as it was drawn by samples,
/// whatever time passed between them.
///
/// Its life: `init` takes everything back; `advance` goes on to the next picture, the first being how it all began and the last
/// the whole drawing. Pictures are opaque: on white where there is no paper. Large drawings are made smaller.
struct TimeLapse {
  /// The longest side of a picture, px.
  static let longestSide = 1920

  /// Size of the pictures, px.
  let width: Int
  let height: Int
  /// The present picture, row by row.
  private(set) var pixels: [UInt32]
  private var walk: HistoryWalk
  private let filler: CoverageFiller
  /// The way of the whole drawing, and how much of it the walk has done, in samples.
  private let way: Int
  private var done = 0
  /// The drawing as it is shown: the walk's, with a part of the coming stroke.
  private var shown: Document
  private var stroke: (progress: StrokeInProgress, count: Int)?

  /// Of a drawing as it is.
  init(of document: Document, filler: CoverageFiller) {
    self.filler = filler
    walk = HistoryWalk(document)
    way = walk.weight
    shown = walk.document
    let scale = min(1, Double(Self.longestSide) / Double(max(document.width, document.height)))
    let size = document.size(enlargedBy: scale)
    // Films are made of pairs of pixels.
    (width, height) = scale < 1 ? (max(1, size.width & ~1), max(1, size.height & ~1)) : size
    pixels = [UInt32](repeating: 0, count: width * height)
    show(Region(shown.bounds))
  }

  /// Goes on to picture `number` of `count`, from 0. Returns whether anything is to be seen that was not before.
  mutating func advance(to number: Int, of count: Int) -> Bool {
    let goal = number + 1 >= count ? way : way * number / (count - 1)
    var dirty = Region()
    while let edit = walk.coming {
      let weight = HistoryWalk.weight(edit)
      if done + weight > goal {
        if let record = edit.stroke, goal > done { dirty.add(draw(record, upTo: goal - done)) }
        break
      }
      // What was shown of it may reach farther than what came of it.
      if let part = stroke?.progress.revert(on: &shown) { dirty.add(part) }
      stroke = nil
      dirty.add(walk.next())
      done += weight
      shown = walk.document
    }
    show(dirty)
    return !dirty.isEmpty
  }

  /// Shows the first samples of the coming stroke.
  private mutating func draw(_ record: StrokeRecord, upTo count: Int) -> Region {
    if stroke == nil {
      guard let at = shown.index(of: record.layer) else { return Region() }
      shown.activeLayer = at
      shown.selection = record.selection
      stroke = (
        StrokeInProgress(
          on: shown, brush: record.brush, inputScale: record.inputScale, style: record.style, filler: filler,
          symmetry: record.symmetry), 0
      )
    }
    let first = stroke?.count ?? 0
    guard first < count else { return Region() }
    for sample in record.samples[first..<min(count, record.samples.count)] { stroke?.progress.add(sample) }
    stroke?.count = count
    return stroke?.progress.draw(on: &shown) ?? Region()
  }

  /// Brings the picture up to date where the drawing changed.
  private mutating func show(_ dirty: Region) {
    let (x, y) = (Double(width) / Double(shown.width), Double(height) / Double(shown.height))
    for rect in dirty.rects {
      let part = PixelRect(
        covering: Rect(
          minX: Double(rect.minX) * x, minY: Double(rect.minY) * y, maxX: Double(rect.maxX) * x,
          maxY: Double(rect.maxY) * y)
      ).intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      guard !part.isEmpty else { continue }
      // The columns of the drawing that count for these.
      let left = max(0, Int((Double(part.minX) / x).rounded(.down)))
      let right = min(shown.width, Int((Double(part.maxX) / x).rounded(.up)))
      let drawing = shown
      var reducer = AreaReducer(from: (shown.width, shown.height), to: (width, height))
      var row = [UInt32](repeating: 0, count: part.width)
      for line in part.minY..<part.maxY {
        var span = row.mutableSpan
        reducer.write(line, part.minX..<part.maxX, to: &span) { i, target in
          drawing.flatten(
            PixelRect(minX: left, minY: i, maxX: right, maxY: i + 1), to: &target, start: left, stride: drawing.width)
        }
        let start = line * width + part.minX
        for i in row.indices { pixels[start + i] = Pixel.over(row[i], 0xFFFF_FFFF) }
      }
    }
  }
}

extension Document {
  /// Writes a time-lapse of the drawing into a folder: `count` (>= 1) PNG images, `frame-00001.png` and so on, the first how it began,
  /// the last the whole drawing.
  /// - Parameter folder: is made where it is missing; may not hold such images yet.
  /// - Throws: where that cannot be, or is not wanted any more; what was written is removed again then.
  public func exportFrames(
    to folder: String, count: Int, filler: CoverageFiller, progress: ExportProgress = .none
  ) throws(ExportError) {
    guard history.undoCount > 0 else { throw .refused(translated("nothing is known of how it was drawn")) }
    let frames = try Self.filed { () throws(FileError) in try FrameFolder(folder) }
    do throws(ExportError) {
      var film = TimeLapse(of: self, filler: filler)
      var isFresh = true
      var last: [UInt8] = []
      for number in 0..<max(1, count) {
        try progress.report(Double(number) / Double(count))
        let hasChanged = film.advance(to: number, of: count)
        try Self.filed { () throws(FileError) in
          let file = try frames.next(of: count)
          if hasChanged || isFresh {
            let writer = try PNGWriter(file, width: film.width, height: film.height, hasAlpha: false)
            try writer.writeRows { y, row in
              for x in 0..<film.width { row[x] = film.pixels[y * film.width + x] }
            }
            try writer.finish()
          } else {
            if last.isEmpty { last = try InputFile.bytes(of: frames.path(of: number, of: count), limit: 1 << 30) }
            try file.write(last.span)
          }
          try file.commitReplacing()
        }
        if hasChanged { last = [] }
        isFresh = false
      }
      try progress.report(1)
      frames.keep()
    } catch {
      frames.removeAll()
      throw error
    }
  }
}
