import Archive
import Files
import Foundation
import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

extension FileHistoryTests {
  private func entries(_ path: String) throws -> [(name: String, bytes: [UInt8])] {
    let reader = try ZipReader(bytes: Array(try Data(contentsOf: URL(filePath: path))))
    return try reader.entries.map { ($0.name, try reader.read($0)) }
  }

  private func write(_ entries: [(name: String, bytes: [UInt8])], to path: String) throws {
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in entries { try writer.add(name, isPacked: name != "mimetype") { bytes } }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Fails if a file changed by another program opens with the old history of the file, or does not open. Also
  /// fails if one that was only repacked, or lost its file's history, is called damaged.
  @Test func foreignChangesDropTheHistory() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 230, height: 220))
    var rng = RandomSource(1)
    for _ in 0..<4 { try acts.stroke(on: &document, &rng) }
    _ = document.perform(.add(above: document.activeID))
    for _ in 0..<4 { try acts.stroke(on: &document, &rng) }
    let (path, changed) = (folder.path + "/a.ora", folder.path + "/b.ora")
    try document.save(to: path)
    let all = try entries(path)
    #expect(all.map(\.name).first == "mimetype" && all.map(\.name).last == "Fude/history")

    try write(all, to: changed)
    #expect(try opened(changed).fileHistory?.undoCount == document.history.undoCount)
    try write(all.filter { $0.name != "Fude/history" }, to: changed)
    #expect(try opened(changed).fileHistory == nil)

    func rewrite(_ old: String, _ new: String) throws -> Document {
      var all = all
      let at = try #require(all.firstIndex { $0.name == "stack.xml" })
      let text = String(decoding: all[at].bytes, as: UTF8.self)
      #expect(text.contains(old))
      all[at].bytes = Array(text.replacingOccurrences(of: old, with: new).utf8)
      try write(all, to: changed)
      return try opened(changed)
    }
    let opacity = try rewrite(#"opacity="1" visibility="visible""#, #"opacity="0.5" visibility="visible""#)
    #expect(opacity.fileHistory == nil && opacity.layers[0].opacity == 0.5)
    #expect(try rewrite(#"composite-op="svg:src-over""#, #"composite-op="svg:multiply""#).fileHistory == nil)
    #expect(try rewrite(#"visibility="visible""#, #"visibility="hidden""#).fileHistory == nil)
    #expect(try rewrite(#"w="230""#, #"w="231""#).fileHistory == nil)
    #expect(try rewrite(#"name="Ink""#, #"name="Tinte""#).fileHistory == nil)
    #expect(try rewrite("data/layer1.png", "data/layer2.png").fileHistory == nil)

    // A drawing that differs by one pixel, with the file's history of this one.
    var other = document
    other.layers[0].image.withMutableTile(0) { $0[5] ^= 0x0100_0000 }
    other.history = History()
    try other.save(to: changed)
    var mixed = try entries(changed)
    #expect(!mixed.contains { $0.name == "Fude/history" })
    mixed.append(try #require(all.last))
    try write(mixed, to: changed)
    let read = try opened(changed)
    #expect(read.fileHistory == nil && read.history.undoCount == 0)
    #expect(read.layers[0].image.showsSame(as: other.layers[0].image))
  }

  /// Fails if a damaged file's history crashes the program, prevents opening or is accepted as whole. Also
  /// fails if a file's history that leads to another picture is used.
  @Test func aDamagedPackedHistoryIsLeftOut() throws {
    let folder = try TemporaryFolder()
    let document = try drawing(8, count: 25, isPicture: true)
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    var all = try entries(path)
    let entry = try #require(all.last).bytes
    all.removeLast()
    let picture = try opened(path)
    var notes: [String] = []
    func read(_ bytes: [UInt8]) throws -> Document {
      try write(all + [("Fude/history", bytes)], to: path)
      notes = []
      return try Document.open(path, notes: &notes).document
    }
    #expect(try read(entry).fileHistory?.undoCount == document.history.undoCount)
    for count in Array(stride(from: 0, to: entry.count, by: 911)) + [1, 31, 32, 33, entry.count - 1] {
      let cut = try read(Array(entry[..<count]))
      #expect(cut.fileHistory == nil && notes.count == 1, "cut at \(count)")
      #expect(zip(cut.layers, picture.layers).allSatisfy { $0.image.showsSame(as: $1.image) })
    }
    var rng = RandomSource(2)
    for _ in 0..<100 {
      var bytes = entry
      let at = rng.roll(0..<bytes.count)
      bytes[at] ^= UInt8(1 << rng.roll(0...7))
      #expect(try read(bytes).fileHistory == nil, "flipped at \(at)")
    }
    // Whole records out of place: each left out or doubled.
    let records = try JournalBytes.decoded(entry)
    let identity = try JournalBytes.identity(in: entry)
    for at in records.indices {
      for isDoubled in [false, true] {
        var some = records
        if isDoubled { some.insert(some[at], at: at) } else { some.remove(at: at) }
        var strange = try read(JournalBytes.encoded(some.map { ($0.type, $0.payload) }, identity: identity))
        if strange.fileHistory == nil {
          #expect(notes.count == 1)
        } else {
          // It has the stated number of edits, but not the right ones.
          let before = strange
          if (try? strange.replayHistory(filler: filler)) == nil { #expect(strange.fileHistory == nil) }
          #expect(strange.showsSame(as: before))
        }
      }
    }
  }

  /// Fails if records with right checksums and random content crash the reader.
  @Test func anyContentIsSurvived() throws {
    let document = try drawing(9, count: 25)
    var composer = FileHistoryComposer(document)
    let fileHistory = try #require(composer.pack { _ in })
    let records = try JournalBytes.decoded(try fileHistory.encoded(for: document))
    var rng = RandomSource(4)
    var read = 0
    for _ in 0..<40 {
      var some = records
      let at = rng.roll(0..<some.count)
      for _ in 0..<rng.roll(1...3) where !some[at].payload.isEmpty {
        some[at].payload[rng.roll(0..<some[at].payload.count)] = UInt8(rng.roll(0...255))
      }
      let bytes = JournalBytes.encoded(some.map { ($0.type, $0.payload) }, identity: document.pictureIdentity)
      var other = document
      other.history = History()
      guard let damaged = try? FileHistory(bytes, of: other) else { continue }
      other.take(damaged)
      read += 1
      try? other.replayHistory(filler: filler)
      #expect(zip(other.layers, document.layers).allSatisfy { $0.image.showsSame(as: $1.image) })
    }
    #expect(read > 0)
  }

  /// Fails if the digest is the same for pixels that differ in one bit, in order or in number.
  @Test func pixelsAreToldApart() {
    func digest(_ parts: [[UInt32]]) -> UInt32 {
      var digest = PixelDigest()
      for part in parts { digest.add(part.span) }
      return digest.value
    }
    var rng = RandomSource(1)
    let words = (0..<9).map { _ in UInt32(truncatingIfNeeded: rng.roll(0...Int(UInt32.max))) }
    var all: Set<UInt32> = [digest([words]), digest([Array(words.reversed())]), digest([words, [0]]), digest([])]
    for at in words.indices {
      for bit in 0..<32 {
        var other = words
        other[at] ^= 1 << UInt32(bit)
        all.insert(digest([other]))
      }
    }
    #expect(all.count == 4 + 9 * 32)
    #expect(digest([Array(words[..<4]), Array(words[4...])]) == digest([words]))
  }
}
