import Document
import Geometry
import Journal

extension JournalPayload {
  /// The picture of a reference, which a later `.references` may place.
  init(picture: ReferencePicture, number: UInt64) {
    var writer = ByteWriter()
    writer.reserve(picture.png.count + 20)
    writer.write(JournalEntry.version)
    writer.writeCompact(number)
    writer.write(counted: picture.png)
    self.init(type: .reference, bytes: writer.bytes)
  }

  /// All references with their places.
  init(_ board: ReferenceBoard) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.writeCompact(UInt64(board.items.count))
    for item in board.items {
      writer.writeCompact(item.id.number)
      let place = item.placement
      for number in [place.center.x, place.center.y, place.scale, place.rotation.radians, place.opacity] {
        writer.write(number)
      }
      writer.write(place.isMirrored)
    }
    self.init(type: .references, bytes: writer.bytes)
  }
}

/// The references in a journal, found while its records are read. Damaged records are ignored.
struct ReferenceTracker {
  private var pictures: [UInt64: ReferencePicture] = [:]
  private var places: [(number: UInt64, placement: ReferencePlacement)] = []

  mutating func take(_ record: JournalRecord) {
    var reader = ByteReader(record.payload)
    do throws(PayloadError) {
      switch JournalEntry(rawValue: record.type) {
      case .reference:
        try reader.expectVersion()
        let number = try reader.readCompact()
        pictures[number] = try? ReferencePicture(png: try reader.readCounted())
      case .references:
        try reader.expectVersion()
        var places: [(number: UInt64, placement: ReferencePlacement)] = []
        for _ in 0..<(try reader.readCount(ofSize: 42)) {
          let number = try reader.readCompact()
          let center = Point(try reader.readDouble(), try reader.readDouble())
          let (scale, rotation) = (try reader.readDouble(), Angle(radians: try reader.readDouble()))
          let (opacity, isMirrored) = (try reader.readDouble(), try reader.readBool())
          places.append(
            (
              number,
              ReferencePlacement(
                center: center, scale: scale, rotation: rotation, isMirrored: isMirrored, opacity: opacity)
            ))
        }
        try reader.finish()
        self.places = places
        let numbers = Set(places.map(\.number))
        pictures = pictures.filter { numbers.contains($0.key) }
      default: break
      }
    } catch {}
  }

  /// The board, as the records have it last.
  var board: ReferenceBoard {
    ReferenceBoard(
      reading: places.compactMap { number, placement in pictures[number].map { (number, $0, placement) } })
  }
}
