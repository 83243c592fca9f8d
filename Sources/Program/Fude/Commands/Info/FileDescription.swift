import Document
import Export
import Files
import Geometry
import Ink
import Journal
import Language
import Library
import MyPaint
import Paint
import Pictures
import Pixels
import Raster
import Storage

/// The description of a file for `fude info`. The content decides, not the name. The whole file is
/// read, so that the description is complete, unless a small file claims very many pixels (`BoundsLimits`).
enum FileDescription {
  /// The largest recording that is read, bytes.
  private static let recordingLimit = Commands.recordingLimit

  /// - Throws: `FileError` if the file cannot be read, is damaged or of an unknown format.
  static func facts(of path: String) throws(FileError) -> Facts {
    let start = try InputFile.start(of: path, count: FileFormat.startCount)
    if start.isEmpty { throw FileError(.read, path, fault: translated("it is empty")) }
    var facts = Facts()
    facts.add("file", .text(PathText.shown(path)))
    // Packs are archives and pictures, too.
    if BrushPack.isPack(at: path) {
      try describePack(path, &facts)
      return facts
    }
    switch FileFormat(start: start) {
    case .png: try describePNG(path, &facts)
    case .openRaster: try describeOpenRaster(path, &facts)
    case .journal: try describeJournal(path, &facts)
    case let format?: try describePicture(format, path, &facts)
    case nil:
      if start.starts(with: "fude recording".utf8) {
        try describeRecording(path, &facts)
      } else if let format = BrushFile.format(start: Array(start.prefix(64)), path: path) {
        try describeBrush(path, format, &facts)
      } else if start.starts(with: "GIMP Palette".utf8) || start.starts(with: "\u{FEFF}GIMP Palette".utf8) {
        try describePalette(path, &facts)
      } else if ForeignFormat.name(start) != nil {
        throw FileError(.read, path, fault: ForeignFormat.fault(start, path: path))
      } else {
        throw unknownFormat(path)
      }
    }
    return facts
  }

  private static func unknownFormat(_ path: String) -> FileError {
    FileError(
      .read, path,
      fault: translated(
        "it is not an OpenRaster file, journal, picture (PNG, JPEG, WebP), recording, brush or palette"))
  }

  static func begin(_ format: String, _ path: String, _ facts: inout Facts) {
    facts.add("format", .text(format))
    if let bytes = FileFacts.byteCount(of: path) { facts.add("bytes", .integer(bytes)) }
  }

  // MARK: Pictures

  private static func describePNG(_ path: String, _ facts: inout Facts) throws(FileError) {
    let reader = try PNGReader(path: path)
    var painted: PixelRect?
    if !reader.hidesBounds(ofFile: FileFacts.byteCount(of: path) ?? 0) {
      var bounds = PixelRect.empty
      try reader.readRows { y, row in
        var (left, right) = (0, row.count)
        while left < right, row[left] == 0 { left += 1 }
        while right > left, row[right - 1] == 0 { right -= 1 }
        if left < right { bounds = bounds.union(PixelRect(minX: left, minY: y, maxX: right, maxY: y + 1)) }
      }
      painted = bounds
    }
    begin("PNG", path, &facts)
    facts.add("width", .integer(reader.width))
    facts.add("height", .integer(reader.height))
    if let density = reader.density { add(density, &facts) }
    facts.add("alpha", .flag(reader.hasAlpha))
    facts.add("bounds", .text(text(painted)))
  }

  /// Describes a picture, upright as it is shown. A large one is not decoded, so that its bounds are unknown.
  private static func describePicture(
    _ format: FileFormat, _ path: String, _ facts: inout Facts
  ) throws(FileError) {
    if let head = try PictureHead(of: path, format), !head.isQuick(ofFile: FileFacts.byteCount(of: path) ?? 0) {
      begin(format.name, path, &facts)
      facts.add("width", .integer(head.width))
      facts.add("height", .integer(head.height))
      if let resolution = head.resolution { add((resolution.x, resolution.y), &facts) }
      return facts.add("bounds", .text(text(nil)))
    }
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    begin(format.name, path, &facts)
    facts.add("width", .integer(document.width))
    facts.add("height", .integer(document.height))
    if document.knownDensity != nil { add((document.resolution.x, document.resolution.y), &facts) }
    facts.add("bounds", .text(text(document.layers[0].image.paintedBounds)))
    if !notes.isEmpty { facts.add("notes", .texts(item: "note", notes)) }
  }

  private static func describeOpenRaster(_ path: String, _ facts: inout Facts) throws(FileError) {
    let reader = try OpenRasterReader(path: path)
    let corner = reader.stack.origin.map { (x: $0.x, y: $0.y) } ?? (0, 0)
    var pixels = BoundsLimits.pixels(ofFile: FileFacts.byteCount(of: path) ?? 0)
    let layers = try layers(MaskedNode.nodes(reader.stack.nodes), from: corner) { node, _ throws(FileError) in
      try reader.paintedBounds(of: node, atMost: &pixels)
    }
    begin("OpenRaster", path, &facts)
    facts.add("width", .integer(reader.stack.width))
    facts.add("height", .integer(reader.stack.height))
    if reader.stack.origin != nil { facts.add("endless", .flag(true)) }
    add(reader.stack.density, &facts)
    facts.add("layers", .list(item: "layer", layers))
    if !reader.notes.isEmpty { facts.add("notes", .texts(item: "note", reader.notes)) }
  }

  /// Adds pixels per inch: one number if both directions have the same.
  private static func add(_ density: (x: Double, y: Double), _ facts: inout Facts) {
    facts.add("dpi", .rounded(density.x, places: 2))
    if density.x != density.y { facts.add("dpi-down", .rounded(density.y, places: 2)) }
  }

  /// A rectangle in X's notation: "300x200+10+20"; "unknown" for one that would take too long to find out.
  private static func text(_ rect: PixelRect?) -> String {
    guard let rect else { return "unknown" }
    return rect.isEmpty ? "empty" : "\(rect.width)x\(rect.height)" + signed(rect.minX) + signed(rect.minY)
  }

  private static func signed(_ value: Int) -> String { value < 0 ? String(value) : "+\(value)" }

  /// Describes the intact part of a journal. While Fude writes the journal, its end may be
  /// incomplete.
  private static func describeJournal(_ path: String, _ facts: inout Facts) throws(FileError) {
    guard let filler = CoverageFiller() else {
      throw FileError(.read, path, fault: translated("there is not enough memory for drawing"))
    }
    let replay: JournalReplay
    do throws(JournalError) { replay = try JournalReplay(try JournalFile.look(at: path), filler: filler) } catch {
      throw FileError(.read, path, fault: error.fault)
    }
    let document = replay.finished(filler)
    let frame = document.frame
    begin("journal", path, &facts)
    facts.add("name", .text(replay.header.name))
    facts.add("width", .integer(frame.width))
    facts.add("height", .integer(frame.height))
    if document.isEndless { facts.add("endless", .flag(true)) }
    add((document.resolution.x, document.resolution.y), &facts)
    facts.add("strokes", .integer(replay.strokeCount))
    facts.add("closed", .flag(replay.isClosed))
    if let file = replay.file { facts.add("drawing", .text(PathText.shown(file))) }
    facts.add("saved", .flag(replay.savedPath != nil))
    let nodes = document.layers.indices.map { MaskedNode($0, of: document) }
    let layers = layers(nodes, from: (frame.minX, frame.minY)) { _, index in document.layers[index].image.paintedBounds
    }
    facts.add("layers", .list(item: "layer", layers))
    if let fault = replay.fault { facts.add("notes", .texts(item: "note", ["The end is left out: \(fault)."])) }
  }

  /// Describes the layers and groups that no group contains, lowest first. A group lists what it
  /// contains. Places are relative to a corner, px.
  private static func layers<Failure: Error>(
    _ nodes: [MaskedNode], from corner: (x: Int, y: Int),
    paintedBounds: (_ node: RasterNode, _ index: Int) throws(Failure) -> PixelRect?
  ) throws(Failure) -> [Facts] {
    // The layers of each depth that are in no group yet.
    var levels: [[Facts]] = [[]]
    for (index, masked) in nodes.enumerated() {
      let node = masked.node
      while levels.count < node.depth + 2 { levels.append([]) }
      var layer = Facts()
      layer.add("type", .text(masked.pixels == nil ? "group" : "layer"))
      layer.add("name", .text(node.name))
      if let label = node.label.name { layer.add("label", .text(label)) }
      layer.add("mode", .text(node.blend.rawValue))
      layer.add("opacity", .rounded(node.opacity, places: 6))
      layer.add("visible", .flag(node.isVisible))
      layer.add("locked", .flag(node.isLocked))
      layer.add("active", .flag(node.isSelected))
      layer.add("clipped", .flag(node.clipping != nil))
      layer.add("alpha-locked", .flag(node.isAlphaLocked))
      layer.add("reference", .flag(node.isReference))
      layer.add("purpose", .text(node.purpose.rawValue))
      layer.add("mask", .text(masked.mask.map { $0.isOn ? "on" : "off" } ?? "none"))
      guard let pixels = masked.pixels else {
        var isIsolated = node.content != .group(isIsolated: false)
        if case .passingGroup = node.masked { isIsolated = false }
        layer.add("isolated", .flag(isIsolated))
        layer.add("children", .list(item: "child", levels[node.depth + 1]))
        levels[node.depth + 1] = []
        levels[node.depth].append(layer)
        continue
      }
      let bounds = try paintedBounds(pixels, index)
      layer.add("position", .text(signed(pixels.x) + signed(pixels.y)))
      layer.add("bounds", .text(text(bounds?.offset(dx: -corner.x, dy: -corner.y))))
      levels[node.depth].append(layer)
    }
    return levels[0]
  }

  // MARK: Text files

  private static func describeRecording(_ path: String, _ facts: inout Facts) throws(FileError) {
    let recording: Recording
    let bytes = try InputFile.bytes(of: path, limit: recordingLimit)
    do throws(RecordingError) { recording = try Recording(parsing: bytes) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
    begin("recording", path, &facts)
    facts.add("width", .integer(recording.width))
    facts.add("height", .integer(recording.height))
    RecordingSummary(recording).add(to: &facts)
  }

  private static func describeBrush(
    _ path: String, _ format: BrushFile.Format, _ facts: inout Facts
  ) throws(FileError) {
    if format == .mypaint { return try describePaint(path, &facts) }
    let brush = try BrushLibrary.brush(at: path)
    begin("brush", path, &facts)
    facts.add("kind", .text("fude"))
    facts.add("name", .text(brush.name))
    facts.add("size", .rounded(brush.fullWidth, places: 3))
    facts.add("tip", .text(brush.tipName))
    facts.add("ink", .text(brush.inkName))
    facts.add("blend", .text(brush.blend.rawValue))
    facts.add("opacity", .number(brush.opacity))
    facts.add("smoother", .text(brush.smoother.rawValue))
    if brush.hasOwnStrength { facts.add("strength", .number(brush.strength)) }
    addPrints(of: brush, to: &facts)
  }

  private static func describePaint(_ path: String, _ facts: inout Facts) throws(FileError) {
    let brush: MyPaintBrush
    do throws(FileError) { brush = try BrushFile.paint(at: path) } catch {
      // Other text may begin like a brush of MyPaint.
      throw path.lowercased().hasSuffix(".myb") ? error : unknownFormat(path)
    }
    begin("brush", path, &facts)
    facts.add("kind", .text("mypaint"))
    facts.add("name", .text(Commands.title(path)))
    facts.add("radius", .rounded(brush.radius, places: 3))
    facts.add("size", .rounded(brush.fullWidth(ofRadius: brush.radius), places: 3))
    facts.add("smudges", .flag(brush.smudges))
    facts.add("samples-colours", .flag(brush.samplesColours))
    facts.add("paints-with-time", .flag(brush.paintsWithTime))
    facts.add("slow-tracking", .rounded(brush.slowTracking, places: 3))
    facts.add("mappings", .integer(brush.mappings.count))
    // Without libmypaint the brush cannot be painted with.
    facts.add("library", .flag(MyPaintLibrary.system != nil))
  }

  private static func describePalette(_ path: String, _ facts: inout Facts) throws(FileError) {
    let palette = try PaletteLibrary.palette(at: path)
    begin("palette", path, &facts)
    facts.add("name", .text(palette.name))
    if let columns = palette.columns { facts.add("columns", .integer(columns)) }
    facts.add(
      "colours",
      .list(
        item: "colour",
        palette.entries.map { entry in
          var colour = Facts()
          colour.add("rgb", .text(RecordingSummary.hex(entry.rgb)))
          colour.add("name", .text(entry.name))
          return colour
        }))
  }
}
