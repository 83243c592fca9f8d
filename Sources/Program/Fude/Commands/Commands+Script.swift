import Document
import Export
import Files
import Glibc
import Ink
import Journal
import Language
import Library
import Paint
import Storage

/// Drawings as scripts, without a window.
extension Commands {
  /// The largest script that is read, bytes.
  private static let largestScript = 1 << 30
  /// The size of the text that is gathered before it is written, bytes.
  private static let textSize = 1 << 16

  /// Writes a list of the operations of a drawing, each as soon as it is read, or a script.
  /// - Throws: `FileError` with the message.
  static func listOperations(_ request: OperationsRequest) throws(FileError) {
    let path = request.source
    if try Document.format(of: path) == nil {
      // The fault of a file that cannot be described comes first.
      _ = try FileDescription.facts(of: path)
      throw FileError(.read, path, fault: translated("it is no drawing, so it has no history to list"))
    }
    let filler = try filler(path)
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    report(notes)
    let list: OperationList
    do throws(PayloadError) {
      list = try OperationList(document, filler: filler, carriesResults: request.carriesResults)
    } catch {
      throw StrokeList.damage(error, path)
    }
    guard list.count > 0 else { throw FileError(.read, path, fault: translated("there is no history in it")) }
    do throws(PayloadError) {
      if request.isJSON { try writeScript(list, request.range) } else { try writeLines(list, request.range) }
    } catch { throw StrokeList.damage(error, path) }
  }

  private static func writeScript(_ list: OperationList, _ range: ClosedRange<Int>) throws(PayloadError) {
    var text = ScriptText(list, range)
    var (bytes, separator) = (Array("[".utf8), Array("\n".utf8))
    while let elements = try text.nextElements() {
      for element in elements {
        bytes += separator + element
        separator = Array(",\n".utf8)
      }
      if bytes.count < textSize { continue }
      Standard.output(String(decoding: bytes, as: UTF8.self))
      bytes = []
    }
    Standard.output(String(decoding: bytes, as: UTF8.self) + "\n]\n")
  }

  private static func writeLines(_ list: OperationList, _ range: ClosedRange<Int>) throws(PayloadError) {
    var (list, text) = (list, "")
    while let item = try list.nextItem(), item.number <= range.upperBound {
      guard item.number >= range.lowerBound else { continue }
      let columns = [
        String(item.number), item.time ?? "-", item.name, item.layer.map { Facts.escaped($0, quotes: false) } ?? "-",
        item.bounds.map { $0.map { Facts.plain($0) }.joined(separator: " ") } ?? "-",
      ]
      text += columns.joined(separator: "\t") + "\n"
      if text.utf8.count < textSize { continue }
      Standard.output(text)
      text = ""
    }
    Standard.output(text)
  }

  /// Performs the operations of a script on a drawing, and writes the drawing.
  /// - Throws: `FileError`, `ExportError` or `CommandError` with the message.
  static func apply(_ request: ApplyRequest) throws {
    try OutputFile(request.target, .file(.openRaster)).check(madeFrom: request.source, isForced: request.isForced)
    let script =
      request.script == "-" ? try standardInput() : try InputFile.bytes(of: request.script, limit: largestScript)
    let filler = try filler(request.source)
    var (count, faults) = (0, [String]())
    // What is wrong with the script is no fault of the drawing.
    var wrong: CommandError?
    do {
      try finished(request.source, request.target) { progress throws(ExportError) in
        var document = try read(true, progress) { history throws(FileError) in
          try begun(request, filler, history)
        }
        document.clock = { WallClock.time }
        if let number = request.place {
          var insertion = try insertion(before: number, in: document)
          let script = try performed(script, request, on: insertion.document, filler, &wrong)
          (count, faults) = (script.count, script.faults)
          document = try finish(&insertion, with: script.document, filler, progress.part(opening, 0.9))
        } else {
          (document, count, faults) = try performed(script, request, on: document, filler, &wrong)
        }
        try save(document, to: request.target, isForced: request.isForced, progress.part(0.9, 1))
      }
    } catch {
      if let wrong { throw wrong }
      throw error
    }
    for fault in faults {
      Standard.error("fude: \(translated("left out: {fault}", ["fault": fault]))\n")
    }
    Standard.output(
      translated("{count} operation performed", other: "{count} operations performed", count: count) + "\n")
  }

  /// Performs a script on a drawing.
  /// - Parameter wrong: receives the message if the script is wrong; it is cancelled then.
  /// - Returns: the drawing, the number of operations that were performed, and the faults of those that were left out.
  private static func performed(
    _ script: [UInt8], _ request: ApplyRequest, on document: Document, _ filler: CoverageFiller,
    _ wrong: inout CommandError?
  ) throws(ExportError) -> (document: Document, count: Int, faults: [String]) {
    var faults: [String] = []
    var player = ScriptPlayer(
      script, on: document, filler: filler, brush: brushes(neededBy: request.script),
      picture: pictures(besideScript: request.script))
    while true {
      do throws(ScriptPlayer.Fault) {
        guard try player.performNext() else { return (player.document, player.stepCount, faults) }
      } catch {
        let fault = FileError.printable(error.fault)
        guard request.keepsGoing, error.canGoOn else {
          let file = request.script == "-" ? translated("standard input") : FileError.printable(request.script)
          wrong = CommandError(
            description: translated(
              "{file}, line {line}, column {column}: {fault}",
              ["file": file, "line": error.line, "column": error.column, "fault": fault]))
          throw .cancelled
        }
        faults.append(
          translated(
            "line {line}, column {column}: {fault}", ["line": error.line, "column": error.column, "fault": fault]))
      }
    }
  }

  /// The place in the past of a drawing before an operation.
  private static func insertion(before number: Int, in document: Document) throws(ExportError) -> PastInsertion {
    let most = PastInsertion.mostNumber(of: document)
    guard number <= most else {
      throw .refused(
        translated(
          "operations can be inserted before 1 to {count}, not before {number}", ["count": most, "number": number]))
    }
    do throws(PastInsertion.Fault) { return try PastInsertion(in: document, before: number) } catch {
      throw failure(error) {
        translated(
          "nothing can be inserted before operation {number}: it takes the place of the one before it", ["number": $0])
      }
    }
  }

  /// Does what came after an insertion again.
  private static func finish(
    _ insertion: inout PastInsertion, with document: Document, _ filler: CoverageFiller, _ progress: ExportProgress
  ) throws(ExportError) -> Document {
    do throws(PastInsertion.Fault) {
      return try insertion.finish(document, OperationContext(filler: filler, recordsAll: true)) {
        (try? progress.report($0)) != nil
      }
    } catch {
      throw failure(error) {
        translated("operation {number} cannot be done any more after what was inserted", ["number": $0])
      }
    }
  }

  private static func failure(_ fault: PastInsertion.Fault, _ misfit: (Int) -> String) -> ExportError {
    switch fault.fault {
    case .isCancelled: .cancelled
    case .memoryIsShort: .refused(translated("there is not enough memory for drawing"))
    case .isUnreadable: .refused(translated("a part of its history cannot be read"))
    case .doesNotFit: .refused(misfit(fault.number))
    }
  }

  /// The drawing to which a script is applied, with its history.
  private static func begun(
    _ request: ApplyRequest, _ filler: CoverageFiller, _ history: HistoryRequest
  ) throws(FileError) -> Document {
    if let size = request.size {
      guard var document = Document(width: size.width, height: size.height) else {
        throw FileError(.read, request.source, fault: translated("a canvas of this size is not possible"))
      }
      document.keepEdits(in: store())
      return document
    }
    if try isRecording(request.source) { return try drawing(request.source, as: ReplayDrawing(), filler, history) }
    let document = try opened(request.source, filler, history)
    guard try Document.format(of: request.source)?.isPicture ?? false, let layer = document.layers.first else {
      return document
    }
    var picture = document
    _ = picture.perform(.set(layer.id, .name("Ink")))
    picture.forgetHistory()
    return picture
  }

  /// Finds brushes for a script. The library is read when the first one is looked for.
  private static func brushes(neededBy script: String) -> (String) throws(ScriptPlayer.Missing) -> Brush {
    var library: BrushLibrary?
    return { (name) throws(ScriptPlayer.Missing) in
      var brushes = library ?? BrushLibrary(environment: Standard.environment)
      defer { library = brushes }
      do throws(FileError) { return try brush(name, &brushes, neededBy: script) } catch {
        throw ScriptPlayer.Missing(error.fault)
      }
    }
  }

  /// Reads pictures for a script, whose paths begin at its folder, or at the present one for standard input.
  private static func pictures(besideScript script: String) -> (String) throws(ScriptPlayer.Missing) -> Clipping {
    { (path) throws(ScriptPlayer.Missing) in
      let folder = script == "-" ? "." : PathText.folder(of: script)
      var notes: [String] = []
      defer { report(notes) }
      do throws(FileError) {
        return try Clipping(pictureAt: path.hasPrefix("/") ? path : PathText.join(folder, path), notes: &notes)
      } catch { throw ScriptPlayer.Missing(error.description) }
    }
  }

  private static func standardInput() throws(FileError) -> [UInt8] {
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(.read, translated("standard input"), errno: errno) }
      bytes += part[..<count]
      guard bytes.count <= largestScript else {
        throw FileError(.read, translated("standard input"), fault: translated("it is too large"))
      }
    }
  }
}
