import Journal
import Pictures

/// A drawing's resolution in its journal.
extension Resolution {
  /// The record of the resolution.
  var payload: JournalPayload {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(x)
    writer.write(y)
    return JournalPayload(type: .resolution, bytes: writer.bytes)
  }

  /// Parses a record; nil for other types or versions, and for numbers that are not positive.
  init?(_ record: JournalRecord) {
    guard record.type == JournalEntry.resolution.rawValue else { return nil }
    self.init(JournalPayload(type: .resolution, bytes: record.payload))
  }

  /// Parses a record of the type `.resolution`.
  init?(_ record: JournalPayload) {
    var reader = ByteReader(record.bytes)
    do throws(PayloadError) {
      try reader.expectVersion()
      let (x, y) = (try reader.readDouble(), try reader.readDouble())
      guard x.isFinite, y.isFinite, x > 0, y > 0 else { return nil }
      self.init(x: x, y: y)
    } catch { return nil }
  }
}
