import Journal
import Language
import Raster

/// Reads what was done from records, those of earlier versions included. It draws nothing. It caches
/// brushes, and keeps `.part`s until their record follows.
struct EditReader {
  /// What a record says.
  enum Step {
    case edit(Operation, RecordedResult?, isContinued: Bool)
    case change(RecordedChange)
    case undo
    case redo
    /// The number of the next layer, 0 if it is not given, and the active pixels.
    case setting(next: UInt64, active: SurfaceID)
  }

  private var decoder = StrokeDecoder()
  private var parts: [(key: TileKey, bytes: [UInt8])] = []
  /// When the next edit was done, s since 1970; nil if that is not known.
  private var time: Double?

  /// Reads a record of a drawing that has this size, px. Returns nil for one that others need.
  /// - Throws: if the record is damaged, has another version, or is not an edit, undo, redo or setting.
  mutating func take(_ record: JournalPayload, width: Int, height: Int) throws(PayloadError) -> Step? {
    if record.type == .brushText {
      try decoder.take(text: record)
      return nil
    }
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    switch record.type {
    case .stroke, .replacement:
      let stroke = Operation.stroke(
        try decoder.decoded(Array(record.bytes.dropFirst()), width: width, height: height))
      return .edit(record.type == .stroke ? stroke : .replacement(stroke), nil, isContinued: false)
    case .painted:
      let painted = try PaintedStroke(record, &decoder, width: width, height: height)
      let stroke = Operation.stroke(painted.record)
      return .edit(
        painted.replacesLast ? .replacement(stroke) : stroke, RecordedResult(pixels: painted.pixels),
        isContinued: false)
    case .edit:
      let edit = try OperationCoding.read(&reader, &decoder, width: width, height: height)
      return .edit(edit.operation, edit.result, isContinued: false)
    case .change: return .change(try RecordedChange(&reader, &decoder))
    case .operation:
      let isContinued = try reader.readBool()
      let operation = try OperationCoding.readOfStack(&reader)
      try reader.finish()
      let images = takeParts()
      return .edit(operation, images.isEmpty ? nil : RecordedResult(tiles: images), isContinued: isContinued)
    case .part:
      parts += try TileListCoding.tiles(&reader)
      return nil
    case .tiles:
      let name = try reader.readText()
      let selection = try SelectionCoding.read(&reader, width: width, height: height)
      let tiles = takeParts() + (try TileListCoding.tiles(&reader))
      if case .some(let mask) = selection, tiles.isEmpty { return .edit(.select(mask), nil, isContinued: false) }
      let surface = tiles.first?.key.surface
      guard tiles.allSatisfy({ $0.key.surface == surface }) else {
        throw PayloadError(translated("an edit is on several layers"))
      }
      return .edit(
        .pixels(surface, name: name), RecordedResult(tiles: tiles, selection: selection),
        isContinued: false)
    case .time:
      time = try record.editTime()
      return nil
    case .undo: return .undo
    case .redo: return .redo
    case .setting:
      let (next, active) = (try reader.readCompact(), try reader.readCompact())
      try reader.finish()
      return .setting(next: next, active: SurfaceID(number: active))
    case .brushText, .drawing, .keyframe, .saved, .closed, .ending, .packedHistory, .resolution, .size, .piece, .work,
      .reference,
      .references, .unfinished, .foreign, .outside, .canvasMap:
      throw PayloadError(translated("a record is in the wrong place"))
    }
  }

  /// Returns the time of the edit that was read last, s since 1970; nil if it is not known.
  mutating func takeTime() -> Double? {
    defer { time = nil }
    return time
  }

  private mutating func takeParts() -> [(key: TileKey, bytes: [UInt8])] {
    defer { parts.removeAll() }
    return parts
  }
}
