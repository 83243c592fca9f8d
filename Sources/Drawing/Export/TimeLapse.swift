import Document
import Files
import Geometry
import Language
import Paint
import Pictures
import Pixels
import Raster

/// A sequence of pictures that shows how a drawing was made, from before its oldest edit.
///
/// Time is measured in samples, so pauses are skipped. Call `advance` for each picture. Pictures
/// are opaque, on white if there is no paper.
struct TimeLapse {
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
  /// Takes the progress, and returns false if the pictures are no longer wanted. They are wrong then.
  private let isWanted: (Double) -> Bool
  /// The progress to report, 0...1.
  var share = 0.0

  /// The number of rows between two questions whether they are wanted.
  private static let pace = 16

  /// - Parameter options: the size of the pictures, and how changes are shown; the other options do not matter.
  init(
    of document: Document, _ options: FilmOptions = FilmOptions(), filler: CoverageFiller,
    isWanted: @escaping (Double) -> Bool = { _ in true }
  ) {
    (self.filler, self.isWanted) = (filler, isWanted)
    walk = HistoryWalk(options.showsFinalStrokes ? document.withoutChanges : document) { isWanted(0) }
    totalWeight = walk.weight
    shown = walk.document
    coming = walk.edits.compactMap(\.head.canvas)
    (width, height) = options.pictureSize(width: document.width, height: document.height)
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
        if !edit.head.replacesLast, let record = edit.stroke, record.canBeDrawn, goal > done {
          dirty.add(draw(record, upTo: goal - done))
        }
        break
      }
      // The shown ink may have covered more than the final ink.
      if let part = stroke?.progress.revert(on: &shown) { dirty.add(part) }
      stroke = nil
      dirty.add(walk.next())
      if edit.head.canvas != nil { coming.removeFirst() }
      done += weight
      shown = walk.document
    }
    show(dirty)
    return !dirty.isEmpty
  }

  private mutating func draw(_ record: StrokeRecord, upTo count: Int) -> Region {
    if stroke == nil {
      guard shown.index(of: record.surface) != nil else { return Region() }
      shown.drawOn(record.surface)
      shown.selection = record.selection
      stroke = (
        StrokeInProgress(on: shown, like: record, filler: filler), 0
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
    for operation in coming { _ = picture.perform(operation, images: nil) }
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
      let drawing = shown.picture
      var reducer = AreaReducer(from: (shown.width, shown.height), to: (width, height))
      var row = [UInt32](repeating: 0, count: part.width)
      for line in part.minY..<part.maxY {
        if line % Self.pace == 0, !isWanted(share) { return }
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
  /// Draws the pictures of a time-lapse, one after the other.
  /// - Parameter take: gets each picture's pixels, opaque, row by row, and whether they differ from
  ///   the picture before; their size is `FilmOptions.pictureSize`.
  /// - Throws: if there is no history, `take` throws, or it is cancelled.
  public func drawFilm(
    _ options: FilmOptions, filler: CoverageFiller, progress: ExportProgress = .none,
    _ take: (_ pixels: [UInt32], _ hasChanged: Bool) throws(ExportError) -> Void
  ) throws(ExportError) {
    guard history.undoCount > 0 else { throw .refused(translated("it has no history to show")) }
    if isEndless { return try framed.drawFilm(options, filler: filler, progress: progress, take) }
    var film = TimeLapse(of: self, options, filler: filler) { (try? progress.report($0)) != nil }
    for number in 0..<options.count {
      film.share = Double(number) / Double(options.count)
      try progress.report(film.share)
      let hasChanged = film.advance(to: number, of: options.count)
      try progress.report(film.share)
      try take(film.pixels, hasChanged || number == 0)
    }
    try progress.report(1)
  }

  /// Writes the pictures of a time-lapse as PNG images into a folder: `frame-00001.png` and so on.
  /// - Parameter folder: is created if it is missing; must not contain such images.
  /// - Throws: if the export fails or is cancelled; written images are removed then.
  public func exportFrames(
    to folder: String, _ options: FilmOptions, filler: CoverageFiller, progress: ExportProgress = .none
  ) throws(ExportError) {
    guard history.undoCount > 0 else { throw .refused(translated("it has no history to show")) }
    if isEndless { return try framed.exportFrames(to: folder, options, filler: filler, progress: progress) }
    let frames = try Self.filed { () throws(FileError) in try FrameFolder(folder) }
    let (size, count) = (options.pictureSize(width: width, height: height), options.count)
    do throws(ExportError) {
      var (number, last) = (0, [UInt8]())
      try drawFilm(options, filler: filler, progress: progress) { (pixels, hasChanged) throws(ExportError) in
        try Self.filed { () throws(FileError) in
          let file = try frames.next(of: count)
          if hasChanged {
            let writer = try PNGWriter(file, width: size.width, height: size.height, hasAlpha: false)
            try writer.writeRows { y, row in
              for x in 0..<size.width { row[x] = pixels[y * size.width + x] }
            }
            try writer.finish()
          } else {
            if last.isEmpty { last = try InputFile.bytes(of: frames.path(of: number, of: count), limit: 1 << 30) }
            try file.write(last.span)
          }
          try file.commitReplacing()
        }
        if hasChanged { last = [] }
        number += 1
      }
      frames.keep()
    } catch {
      frames.removeAll()
      throw error
    }
  }
}
