import Geometry
import Journal
import Pictures

/// What a key frame has of the canvas.
struct KeyframeCanvas {
  /// Width, px.
  var width: Int
  /// Height, px.
  var height: Int
  var resolution: Resolution
  /// `Document.canvasMap`.
  var map: Affine
}

extension KeyframeCanvas {
  init(of document: borrowing Document) {
    self.init(
      width: document.width, height: document.height, resolution: document.resolution, map: document.canvasMap)
  }
}

extension JournalPayload {
  /// The map from the canvas that was opened to that of the next key frame, px.
  init(canvasMap map: Affine) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] { writer.write(number) }
    self.init(type: .canvasMap, bytes: writer.bytes)
  }
}

extension Affine {
  /// Parses a record of the type `.canvasMap`; nil for other types or versions, and for numbers that are not
  /// finite.
  init?(_ record: JournalRecord) {
    guard record.type == JournalEntry.canvasMap.rawValue else { return nil }
    var reader = ByteReader(record.payload)
    do throws(PayloadError) {
      try reader.expectVersion()
      self.init(
        a: try reader.readDouble(), b: try reader.readDouble(), c: try reader.readDouble(), d: try reader.readDouble(),
        tx: try reader.readDouble(), ty: try reader.readDouble())
      try reader.finish()
    } catch { return nil }
    guard [a, b, c, d, tx, ty].allSatisfy(\.isFinite) else { return nil }
  }
}
