import Journal

/// A drawing's resolution in its journal.
extension Resolution {
  /// The record that tells it; nil for the usual one, which needs none.
  var payload: JournalPayload? {
    if self == Resolution() { return nil }
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(x)
    writer.write(y)
    return JournalPayload(type: .resolution, bytes: writer.bytes)
  }

  /// From a record; nil for records of another kind, of another version, or that no paper can be printed by.
  init?(_ record: JournalRecord) {
    guard record.type == JournalEntry.resolution.rawValue else { return nil }
    var reader = ByteReader(record.payload)
    do throws(PayloadError) {
      try reader.expectVersion()
      let (x, y) = (try reader.readDouble(), try reader.readDouble())
      guard x.isFinite, y.isFinite, x > 0, y > 0 else { return nil }
      self.init(x: x, y: y)
    } catch { return nil }
  }
}
