import Document
import Export
import Files
import Glibc
import Language

/// Makes a film of pictures by the program ffmpeg.
struct FilmEncoder {
  /// The program's name.
  static let program = "ffmpeg"

  /// The path of ffmpeg; nil if it is not installed.
  static func path(_ environment: [String: String]) -> String? {
    for folder in (environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let path = PathText.join(String(folder), program)
      if access(PathText.system(path), X_OK) == 0, !FileFacts.isFolder(path) { return path }
    }
    return nil
  }

  private let path: String
  private let encoded: AtomicFile
  private let program: FedProgram
  private let pixels: Int

  /// Starts to encode.
  /// - Parameters:
  ///   - encoder: ffmpeg's path.
  ///   - file: gets the film. The caller commits it.
  ///   - size: of the pictures, px.
  ///   - isWanted: asked while ffmpeg lists its encoders.
  /// - Throws: if ffmpeg does not run or cannot encode the format, or the work is cancelled.
  init(
    _ encoder: String, _ options: FilmOptions, to file: AtomicFile, size: (width: Int, height: Int),
    isWanted: () -> Bool
  ) throws(ExportError) {
    (path, encoded, pixels) = (encoder, file, size.width * size.height)
    let codecs = Self.codecs(options, size)
    let known = try Self.encoders(encoder, file.path, isWanted)
    guard let codec = codecs.first(where: { known.contains($0.name) }) else {
      throw Self.failed(
        file.path,
        translated(
          "this ffmpeg has no encoder for {format}; it needs one of {encoders}",
          ["format": options.format.rawValue, "encoders": codecs.map(\.name).joined(separator: ", ")]))
    }
    let words = Self.words(options, codec, size)
    do throws(FedProgram.StartError) {
      program = try FedProgram(encoder, words, output: file.descriptor, collecting: .errors)
    } catch { throw Self.failed(file.path, Self.notRunning(error.reason)) }
  }

  /// An encoder of ffmpeg with its options.
  struct Codec: Hashable {
    var name: String
    var options: [String]
  }

  /// The encoders for a format, the best first.
  static func codecs(_ options: FilmOptions, _ size: (width: Int, height: Int)) -> [Codec] {
    // Bits a second for encoders without a constant quality.
    let rate = "\(Int(min(80e6, max(1e6, 0.15 * Double(size.width * size.height) * options.shownRate))))"
    switch options.format {
    case .mp4:
      return [
        Codec(name: "libx264", options: ["-preset", "medium", "-crf", "17"]),
        Codec(name: "libopenh264", options: ["-b:v", rate]),
        Codec(name: "mpeg4", options: ["-q:v", "2"]),
      ]
    case .webM:
      return [
        Codec(
          name: "libvpx-vp9",
          options: ["-crf", "20", "-b:v", "0", "-deadline", "good", "-cpu-used", "4", "-row-mt", "1"]),
        Codec(name: "libvpx", options: ["-crf", "8", "-b:v", rate]),
        Codec(name: "libsvtav1", options: ["-crf", "24", "-preset", "8"]),
      ]
    case .gif: return [Codec(name: "gif", options: [])]
    case .frames: return []
    }
  }

  /// ffmpeg's arguments. Pictures come from its standard input, the film goes to its descriptor 3.
  static func words(_ options: FilmOptions, _ codec: Codec, _ size: (width: Int, height: Int)) -> [String] {
    let input = [
      "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "bgr0",
      "-video_size", "\(size.width)x\(size.height)", "-framerate", "\(options.shownRate)", "-i", "pipe:0", "-an",
    ]
    let output = ["-f", options.format.rawValue, "/proc/self/fd/3"]
    if options.format == .gif {
      // A palette for each picture: one for all would need all pictures in memory. A dither by place
      // keeps what does not move still.
      let filter = "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4"
      return [program] + input + ["-filter_complex", "[0:v]" + filter, "-c:v", codec.name] + output
    }
    // Colours of half the resolution need even sides: the last pixels are repeated.
    let (right, bottom) = (size.width & 1, size.height & 1)
    let pad =
      "pad=\(size.width + right):\(size.height + bottom),fillborders=right=\(right):bottom=\(bottom):mode=smear,"
    let colours = "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int"
    let tags = [
      "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
      "-color_range", "tv",
    ]
    // The index comes first, so that a film plays while it is loaded.
    let start = options.format == .mp4 ? ["-movflags", "+faststart"] : []
    return [program] + input + ["-vf", (right + bottom > 0 ? pad : "") + colours, "-c:v", codec.name] + codec.options
      + tags + start + output
  }

  /// The names of ffmpeg's encoders.
  private static func encoders(
    _ path: String, _ target: String, _ isWanted: () -> Bool
  ) throws(ExportError) -> Set<String> {
    let list: FedProgram
    do throws(FedProgram.StartError) {
      list = try FedProgram(path, [program, "-hide_banner", "-encoders"], collecting: .output)
    } catch { throw failed(target, notRunning(error.reason)) }
    guard let status = list.finish(isWanted: isWanted) else { throw .cancelled }
    guard status == 0 else { throw failed(target, notRunning(list.lastLine ?? "")) }
    // " V....D libx264    libx264 H.264 / AVC"
    return Set(
      String(decoding: list.text, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
        let words = line.split(separator: " ", maxSplits: 2)
        return words.count >= 2 && words[0].hasPrefix("V") ? String(words[1]) : nil
      })
  }

  private static func notRunning(_ reason: String) -> String {
    translated("ffmpeg does not run: {reason}", ["reason": reason])
  }

  private static func failed(_ path: String, _ fault: String) -> ExportError {
    .file(FileError(.write, path, fault: fault))
  }

  /// Adds a picture, 0xAARRGGBB, row by row.
  /// - Throws: if ffmpeg has ended, or the work is cancelled.
  func add(_ picture: [UInt32], isWanted: () -> Bool) throws(ExportError) {
    precondition(picture.count == pixels, "all pictures have one size")
    let isWritten = picture.withUnsafeBytes { program.write($0, isWanted: isWanted) }
    if isWritten { return }
    guard isWanted() else { throw .cancelled }
    // It has ended early; its status and messages say why.
    try finish(isWanted: isWanted)
    throw Self.failed(encoded.path, fault(status: nil))
  }

  /// Waits until ffmpeg has written the film.
  /// - Throws: if it fails, or the work is cancelled.
  func finish(isWanted: () -> Bool) throws(ExportError) {
    guard let status = program.finish(isWanted: isWanted) else { throw .cancelled }
    if status != 0 { throw Self.failed(encoded.path, fault(status: status)) }
  }

  private func fault(status: Int32?) -> String {
    let line = program.lastLine
    if let status, status & 0x7F != 0 {
      let number = Int(status & 0x7F)
      return line.map { translated("ffmpeg was stopped by signal {number}: {line}", ["number": number, "line": $0]) }
        ?? translated("ffmpeg was stopped by signal {number}", ["number": number])
    }
    return line.map { translated("ffmpeg failed: {line}", ["line": $0]) }
      ?? translated("ffmpeg failed without a reason")
  }
}
