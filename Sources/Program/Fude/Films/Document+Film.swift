import Document
import Export
import Files
import Geometry
import Language
import Paint

extension Document {
  /// Writes a time-lapse: a film, or a folder of PNG images.
  /// - Parameters:
  ///   - path: the film, which replaces a file there once it is complete, or the folder.
  ///   - replacesProtected: whether a write-protected film may be replaced.
  ///   - environment: names the folders of programs (PATH).
  /// - Throws: if there is no history, ffmpeg is missing or fails, the file cannot be written, or it
  ///   is cancelled. Nothing of it is left then.
  func exportFilm(
    to path: String, _ options: FilmOptions, replacesProtected: Bool = false, environment: [String: String],
    filler: CoverageFiller, progress: ExportProgress = .none
  ) throws(ExportError) {
    guard options.format.isFilm else {
      return try exportFrames(to: path, options, filler: filler, progress: progress)
    }
    guard history.undoCount > 0 else { throw .refused(translated("it has no history to show")) }
    guard let program = FilmEncoder.path(environment) else {
      throw .file(
        FileError(
          .write, path,
          fault: translated(
            "videos are made by ffmpeg, which is not installed; install the package \"ffmpeg\", or write PNG images")))
    }
    let file: AtomicFile
    do throws(FileError) { file = try AtomicFile(path: path, replacesProtected: replacesProtected) } catch {
      throw .file(error)
    }
    let size = options.pictureSize(width: frame.width, height: frame.height)
    // The last pictures are encoded after they are passed.
    let drawing = progress.part(0, 0.98)
    var share = 0.0
    let isWanted = { (try? drawing.report(share)) != nil }
    let encoder = try FilmEncoder(program, options, to: file, size: size, isWanted: isWanted)
    var number = 0
    try drawFilm(options, filler: filler, progress: drawing) { (pixels, _) throws(ExportError) in
      share = Double(number) / Double(options.count)
      try encoder.add(pixels, isWanted: isWanted)
      number += 1
    }
    share = 1
    try encoder.finish(isWanted: isWanted)
    do throws(FileError) { try file.commitReplacing() } catch { throw .file(error) }
    try progress.report(1)
  }
}
