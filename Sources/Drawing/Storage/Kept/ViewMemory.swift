import Document
import Geometry
import Journal

/// The view, the tool and the active layer with which a drawing is being worked on.
///
/// It is no part of the picture. Journals have it (`JournalEntry.work`), and a list in the state
/// folder for drawings in files (`ViewMemories`).
public struct ViewMemory: Sendable, Hashable {
  /// The canvas position in the middle of the window, px; zero if the whole canvas is shown.
  public var center: Point
  /// Window px per canvas px, > 0; 1 if the whole canvas is shown.
  public var zoom: Double
  /// Whether the window shows the whole canvas, whatever the window's size.
  public var showsWhole: Bool
  /// The rotation of the canvas, clockwise on the screen.
  public var rotation: Angle
  /// Whether the canvas is mirrored.
  public var isMirrored: Bool
  /// The name of the tool. A reader ignores a name that it does not know.
  public var tool: String
  /// The index of the active layer from below; nil if it is unknown.
  public var layer: Int?
  /// The number of layers. With another number, `layer` has no meaning.
  public var layerCount: Int

  /// A state by its values.
  public init(
    center: Point, zoom: Double, showsWhole: Bool, rotation: Angle, isMirrored: Bool, tool: String, layer: Int?,
    layerCount: Int
  ) {
    (self.center, self.zoom, self.showsWhole) = (center, zoom, showsWhole)
    (self.rotation, self.isMirrored, self.tool) = (rotation, isMirrored, tool)
    (self.layer, self.layerCount) = (layer, layerCount)
  }

  /// The farthest position of a view, canvas px: some canvases away from any canvas.
  static let reach = 1e6

  /// Whether all numbers are possible. Files may hold any.
  var isValid: Bool {
    center.isFinite && abs(center.x) <= Self.reach && abs(center.y) <= Self.reach && zoom.isFinite && zoom > 0
      && rotation.radians.isFinite && abs(rotation.radians) < 100 && tool.utf8.count <= 100
      && layer.map { (0..<layerCount).contains($0) } ?? true
  }
}

extension JournalPayload {
  /// The state of the work on the drawing.
  /// - Parameter contentTime: when the last record before it that changes or saves the drawing was
  ///   written, seconds since 1970. The time of the file is then later than its content.
  public init(_ work: ViewMemory, contentTime: Double) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    for number in [contentTime, work.center.x, work.center.y, work.zoom, work.rotation.radians] { writer.write(number) }
    writer.write(work.showsWhole)
    writer.write(work.isMirrored)
    writer.write(work.tool)
    writer.writeCompact(UInt64(work.layerCount))
    writer.writeCompact(UInt64(work.layer.map { $0 + 1 } ?? 0))
    self.init(type: .work, bytes: writer.bytes)
  }
}

extension ViewMemory {
  /// Parses a record of the type `.work`; nil for other types or versions, and for impossible
  /// values.
  static func read(_ record: JournalRecord) -> (work: ViewMemory, contentTime: Double)? {
    guard record.type == JournalEntry.work.rawValue else { return nil }
    var reader = ByteReader(record.payload)
    do throws(PayloadError) {
      try reader.expectVersion()
      let time = try reader.readDouble()
      let center = Point(try reader.readDouble(), try reader.readDouble())
      let (zoom, rotation) = (try reader.readDouble(), Angle(radians: try reader.readDouble()))
      let (showsWhole, isMirrored, tool) = (try reader.readBool(), try reader.readBool(), try reader.readText())
      let (count, layer) = (try reader.readCompact(), try reader.readCompact())
      try reader.finish()
      guard count < 1 << 32, layer <= count, time.isFinite else { return nil }
      let work = ViewMemory(
        center: center, zoom: zoom, showsWhole: showsWhole, rotation: rotation, isMirrored: isMirrored, tool: tool,
        layer: layer == 0 ? nil : Int(layer) - 1, layerCount: Int(count))
      return work.isValid ? (work, time) : nil
    } catch { return nil }
  }
}

/// The last state of the work in a journal, found while its records are read.
struct ViewMemoryTracker {
  /// The state; nil if the journal has none. Without the layer if an edit follows it.
  private(set) var work: ViewMemory?
  /// When the drawing was changed or saved last; nil if the time of the file is that.
  private(set) var contentTime: Double?

  mutating func take(_ record: JournalRecord) {
    if let found = ViewMemory.read(record) {
      (work, contentTime) = (found.work, found.contentTime)
      return
    }
    // A cancelled paste does not make the drawing newer; a state of the work with its time follows.
    if record.type == JournalEntry.unfinished.rawValue { return }
    contentTime = nil
    guard let type = JournalEntry(rawValue: record.type) else { return }
    if type == .edit || type == .undo || type == .redo { work?.layer = nil }
  }
}
