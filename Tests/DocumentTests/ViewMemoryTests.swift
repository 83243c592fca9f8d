import Files
import Foundation
import Geometry
import Ink
import Journal
import Paint
import RandomSource
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// The view, the tool and the active layer in journals and in the list of drawings in files.
@Suite struct ViewMemoryTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static func random(_ rng: inout RandomSource) -> ViewMemory {
    let count = rng.roll(1...9)
    return ViewMemory(
      center: Point(rng.roll(-5000.0...5000), rng.roll(-5000.0...5000)), zoom: rng.roll(0.05...64),
      showsWhole: rng.isOne(in: 2), rotation: Angle(radians: rng.roll(0...6.28)), isMirrored: rng.isOne(in: 2),
      tool: ["brush", "eraser", "selectLasso"][rng.roll(0...2)],
      layer: rng.isOne(in: 4) ? nil : rng.roll(0...count - 1), layerCount: count)
  }

  private func record(_ payload: JournalPayload) -> JournalRecord {
    JournalRecord(type: payload.type.rawValue, payload: payload.bytes, offset: 0)
  }

  /// Fails if a record or a line returns another state, or if a record of the state is one that
  /// older versions refuse (below 128).
  @Test func statesReturnExactly() throws {
    var rng = RandomSource(1)
    var list = ViewMemories()
    #expect(JournalEntry.work.rawValue >= 128)
    for number in 0..<300 {
      let work = Self.random(&rng)
      let time = Double(rng.roll(0...2_000_000_000)) + 0.125
      let read = try #require(ViewMemory.read(record(JournalPayload(work, contentTime: time))))
      #expect(read.work == work && read.contentTime == time)
      let path = "/a b/\(number % 90)\\\n.ora"
      list.put(work, for: path)
      #expect(ViewMemories(parsing: list.bytes)[path] == work)
    }
    #expect(ViewMemories(parsing: list.bytes) == list)
  }

  /// Fails if damaged records and lines make a state, crash, or spoil the lines around them.
  @Test func damagedStatesAreIgnored() throws {
    var rng = RandomSource(2)
    let work = Self.random(&rng)
    for strange in [Double.nan, .infinity, 0, -1] {
      var broken = work
      broken.zoom = strange
      #expect(ViewMemory.read(record(JournalPayload(broken, contentTime: 1))) == nil)
    }
    let whole = JournalPayload(work, contentTime: 1)
    for length in 0..<whole.bytes.count {
      #expect(ViewMemory.read(record(JournalPayload(type: .work, bytes: Array(whole.bytes.prefix(length))))) == nil)
    }
    for _ in 0..<2000 {
      var bytes = whole.bytes
      bytes[rng.roll(0...bytes.count - 1)] = UInt8(rng.roll(0...255))
      if let read = ViewMemory.read(record(JournalPayload(type: .work, bytes: bytes))) { #expect(read.work.isValid) }
    }
    var list = ViewMemories()
    list.put(work, for: "/good.ora")
    let lines = [
      "", "1 2 3", "nan 0 1 0 part plain brush 1 1 /a", "0 0 1 0 part plain brush 2 1 /a",
      "0 0 1 0 part plain brush 1 1 a",
      "0 0 1 0 half plain brush 1 1 /a", "1e300 0 1 0 part plain brush 1 1 /a", "0 0 1 0 part plain brush -1 1 /a",
    ]
    let bytes = Array(lines.joined(separator: "\n").utf8) + [10] + list.bytes + Array("0 0 1 0 part".utf8)
    #expect(ViewMemories(parsing: bytes) == list)
  }

  /// Fails if the list grows without limit, drops the latest drawing, or loses the others when one
  /// is stored.
  @Test func theListHasALimit() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    var rng = RandomSource(3)
    let (first, second) = (Self.random(&rng), Self.random(&rng))
    #expect(ViewMemories.kept(for: "/1.ora", environment: environment) == nil)
    try ViewMemories.keep(first, for: "/1.ora", environment: environment)
    try ViewMemories.keep(second, for: "/2.ora", environment: environment)
    try ViewMemories.keep(second, for: "/1.ora", environment: environment)
    #expect(ViewMemories.kept(for: "/1.ora", environment: environment) == second)
    #expect(ViewMemories.kept(for: "/2.ora", environment: environment) == second)
    var list = ViewMemories()
    for number in 0...ViewMemories.most { list.put(first, for: "/\(number)") }
    #expect(list["/0"] == nil && list["/1"] == first && list["/\(ViewMemories.most)"] == first)
  }

  /// Fails if a journal loses the last state, restores the layer of a state that is older than the
  /// last edit, is not continued after it, or counts the state as a change of the drawing.
  @Test func journalsHaveTheLastState() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 100, height: 100))
    document.takesNotes = true
    var composer = JournalComposer(document, name: "", program: "")
    let writer = try JournalFolder(folder.path).create()
    func write(_ payloads: [JournalPayload]) throws {
      for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    }
    func read() throws -> JournalReplay {
      try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
    }
    try write(try composer.start())
    _ = document.perform(.add(above: document.activeID))
    for change in document.takeNotes() { try write(try composer.records(of: change)) }
    #expect(try read().work == nil && (try read().time) == writer.file.time)
    try write([JournalPayload(saved: "/x.ora")])
    var rng = RandomSource(4)
    var work = Self.random(&rng)
    (work.layer, work.layerCount) = (0, 2)
    try write([JournalPayload(Self.random(&rng), contentTime: 5), JournalPayload(work, contentTime: 7)])
    var replay = try read()
    #expect(replay.work == work && replay.time == 7 && replay.savedPath == "/x.ora" && replay.fault == nil)
    composer = JournalComposer(continuing: replay)
    _ = document.perform(.add(above: document.activeID))
    for change in document.takeNotes() { try write(try composer.records(of: change)) }
    replay = try read()
    work.layer = nil
    #expect(replay.work == work && replay.document.layers.count == 3 && replay.time == writer.file.time)
  }

  /// Fails if a key frame restores the layer that was active at the last operation instead of the
  /// one that was drawn on since.
  @Test func keyFramesHaveTheLayerDrawnOn() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 100, height: 100))
    document.takesNotes = true
    var composer = JournalComposer(document, name: "", program: "")
    let writer = try JournalFolder(folder.path).create()
    var payloads = try composer.start()
    _ = document.perform(.add(above: document.activeID))
    _ = document.activate(document.layers[0].id)
    composer.timeout = -1
    var stroke = StrokeInProgress(on: document, brush: .init(), style: .init(), filler: filler)
    for i in 0..<9 { stroke.add(.init(position: Point(Double(10 * i), 50), time: Double(i) / 100)) }
    _ = stroke.finish(on: &document)
    for change in document.takeNotes() { payloads += try composer.records(of: change) }
    #expect(payloads.last?.type == .keyframe)
    for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    let replay = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
    #expect(replay.document.layers.count == 2 && replay.document.activeLayer == 0)
  }
}
