import Files
import Geometry
import Language
import Paint
import Raster

/// A sequence of pictures that shows how a drawing was made, from before its oldest edit.
///
/// Time is measured in samples, so pauses are skipped. Call `advance` for each picture. Pictures
/// are opaque, on white if there is no paper. Large drawings are scaled down.
struct TimeLapse {
  static let longestSide = 1920

  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]
  private var walk: HistoryWalk
  private let filler: CoverageFiller
  /// The total weight of the edits and the weight already shown.
  private let totalWeight: Int
  private var done = 0
  /// The drawing of `walk` with a part of the next stroke.
  private var shown: Document
  private var stroke: (progress: StrokeInProgress, count: Int)?
  /// The changes of the canvas that are still to come. They are applied to each picture, so that
  /// ink appears where it is at the end.
  private var coming: [CanvasOperation]

  init(of document: Document, filler: CoverageFiller) {
    self.filler = filler
    walk = HistoryWalk(document)
    totalWeight = walk.weight
    shown = walk.document
    coming = walk.edits.compactMap { if case .canvas(let operation) = $0.operation { operation } else { nil } }
    let scale = min(1, Double(Self.longestSide) / Double(max(document.width, document.height)))
    let size = document.size(enlargedBy: scale)
    // Video encoders need even sizes.
    (width, height) = scale < 1 ? (max(1, size.width & ~1), max(1, size.height & ~1)) : size
    pixels = [UInt32](repeating: 0, count: width * height)
    show(Region(shown.bounds))
  }

  /// Advances to picture `number`, from 0, of `count`. Returns whether any pixel changed.
  mutating func advance(to number: Int, of count: Int) -> Bool {
    let goal = number + 1 >= count ? totalWeight : totalWeight * number / (count - 1)
    var dirty = Region()
    while let edit = walk.coming {
      let weight = HistoryWalk.weight(edit)
      if done + weight > goal {
        if let record = edit.stroke, !record.replacesLast, goal > done { dirty.add(draw(record, upTo: goal - done)) }
        break
      }
      // The shown ink may have covered more than the final ink.
      if let part = stroke?.progress.revert(on: &shown) { dirty.add(part) }
      stroke = nil
      dirty.add(walk.next())
      if edit.operation?.isOfCanvas ?? false { coming.removeFirst() }
      done += weight
      shown = walk.document
    }
    show(dirty)
    return !dirty.isEmpty
  }

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

  private mutating func show(_ dirty: Region) {
    if coming.isEmpty { return show(dirty, of: shown) }
    if dirty.isEmpty { return }
    var picture = shown
    for operation in coming { _ = picture.perform(operation) }
    show(Region(picture.bounds), of: picture)
  }

  private mutating func show(_ dirty: Region, of shown: Document) {
    let (x, y) = (Double(width) / Double(shown.width), Double(height) / Double(shown.height))
    for rect in dirty.rects {
      let part = PixelRect(
        covering: Rect(
          minX: Double(rect.minX) * x, minY: Double(rect.minY) * y, maxX: Double(rect.maxX) * x,
          maxY: Double(rect.maxY) * y)
      ).intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      guard !part.isEmpty else { continue }
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
  /// Writes `count` >= 1 PNG images of a time-lapse into a folder: `frame-00001.png` and so on.
  /// - Parameter folder: is created if it is missing; must not contain such images.
  /// - Throws: if the export fails or is cancelled; written images are removed then.
  public func exportFrames(
    to folder: String, count: Int, filler: CoverageFiller, progress: ExportProgress = .none
  ) throws(ExportError) {
    guard history.undoCount > 0 else { throw .refused(translated("it has no history to show")) }
    if isEndless { return try framed.exportFrames(to: folder, count: count, filler: filler, progress: progress) }
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
