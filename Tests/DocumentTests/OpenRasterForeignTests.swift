import Archive
import Files
import Foundation
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Pixels
@testable import Storage

/// Content of OpenRaster files that Fude does not know is kept.
@Suite struct OpenRasterForeignTests {
  private let folder: TemporaryFolder
  private let filler: CoverageFiller
  private var path: String { folder.path("a.ora") }

  init() throws {
    folder = try TemporaryFolder()
    filler = try #require(CoverageFiller())
  }

  private static let list = """
    <image w='20' h='10' version='0.0.5' xmlns:m='urn:m' m:grid='8' m:version='3'>
      <m:before/>
      <stack name='root' m:root='1'>
        <text x='1' src='t.svg'>words &amp; <b>more</b> words</text>
        <layer src='a.png' name='top' m:strokes='s.dat' composite-op='x:y'><mask src='m.png'/></layer>
        <stack name='group' m:open='false' xmlns:n='urn:n'>
          <filter n:kind='blur'/>
          <layer src='a.png' name='inner' n:note='a "quoted" &lt;note>'/>
          <m:lowest><m:a/></m:lowest>
        </stack>
        <layer name='vector'/>
        <stack drawpile:clipping-group='true' m:clip='1'>
          <layer src='a.png' name='clipped' alpha-preserve='true' composite-op='z:w'/>
          <layer src='a.png' name='base'/>
        </stack>
        <stack drawpile:clipping-group='true' m:alone='1'><layer src='a.png' name='alone'/></stack>
        <m:bottom/>
        <layer src='paper.png' name='Paper' m:paper='p'/>
        <m:under/>
      </stack>
      <m:after/>
    </image>
    """

  /// Writes a file whose layers show a grey image; `extras` are further entries.
  private func write(_ list: String, _ extras: [(String, [UInt8])] = []) throws {
    func image(_ colour: UInt32, _ width: Int, _ height: Int) throws -> [UInt8] {
      try PNGBytes.made(width: width, height: height, hasAlpha: true) { _, row in
        for x in 0..<width { row[x] = colour }
      }
    }
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    let entries = [
      ("stack.xml", Array(list.utf8)), ("a.png", try image(0xFF80_8080, 4, 4)),
      ("paper.png", try image(0xFFFF_FFFF, 20, 10)),
    ]
    for (name, bytes) in entries + extras { try writer.add(name, isPacked: true) { bytes } }
    try writer.finish()
    try file.commitReplacing()
  }

  private static let extras: [(String, [UInt8])] = [
    ("t.svg", [1]), ("s.dat", [2, 3]), ("m.png", [4]), ("data/layer2.png", [5]), ("data/paper.png", [6]),
    ("data/layer3-1.png", [7]), ("other/b.dat", []),
  ]

  private func opened(_ file: String? = nil) throws -> Document {
    var notes: [String] = []
    return try Document(openRasterAt: file ?? path, notes: &notes)
  }

  /// The list of layers of a file, with the images of layers named alike.
  private func tree(_ file: String) throws -> XMLElement {
    let reader = try OpenRasterReader(path: file)
    let bytes = try #require(try reader.entry("stack.xml", limit: 1 << 24))
    return try XMLReader.read(bytes.span, keepsText: true).withoutLines
  }

  /// An element without the attributes that Fude writes and the images' names.
  private static func outline(_ element: XMLElement) -> String {
    let own: Set = ["src", "opacity", "visibility", "x", "y", "version", "w", "h", "xres", "yres", "isolation", "name"]
    let attributes = element.attributes.filter { !own.contains($0.name) }.map { " \($0.name)=\($0.value)" }
    let texts = element.texts.map { "'\($0.text)'@\($0.index)" }.joined()
    let name = element["name"].map { ":\($0)" } ?? ""
    return
      "\(element.name)\(name)\(attributes.joined())\(texts)(\(element.children.map(outline).joined(separator: ",")))"
  }

  /// Fails if an unknown attribute, element, mode or file is lost, changed or moved by opening and saving.
  @Test func everythingComesBack() throws {
    try write(Self.list, Self.extras)
    let saved = folder.path("b.ora")
    try opened().save(to: saved)
    #expect(
      Self.outline(try tree(saved)) == """
        image xmlns:drawpile=http://drawpile.net/ xmlns:m=urn:m m:grid=8 m:version=3(m:before(),\
        stack m:root=1(text'words & '@0' words'@1(b'more'@0()),\
        layer:top composite-op=x:y selected=true m:strokes=s.dat(mask()),\
        stack:group composite-op=svg:src-over m:open=false xmlns:n=urn:n(filter n:kind=blur xmlns:n=urn:n(),\
        layer:inner composite-op=svg:src-over n:note=a "quoted" <note> xmlns:n=urn:n(),m:lowest(m:a())),\
        layer:vector(),\
        stack:base composite-op=svg:src-over m:clip=1 drawpile:clipping-group=true(\
        layer:clipped composite-op=z:w alpha-preserve=true(),\
        layer:base composite-op=svg:src-over()),\
        stack:alone composite-op=svg:src-over m:alone=1 drawpile:clipping-group=true(\
        layer:alone composite-op=svg:src-over()),\
        m:bottom(),layer:Paper composite-op=svg:src-over edit-locked=true m:paper=p(),m:under()),m:after())
        """)
    let reader = try OpenRasterReader(path: saved)
    for (name, bytes) in Self.extras { #expect(try reader.entry(name, limit: 100) == bytes, "\(name)") }
    let (before, after) = (try opened(), try opened(saved))
    #expect(after.foreign == before.foreign && !after.foreign.isEmpty)
    #expect(try Document.losses(inSaving: path).isEmpty && (try Document.losses(inSaving: saved)).isEmpty)
    #expect(after.showsSame(as: before))
  }

  /// Fails if unknown content does not follow its layer, is lost with a layer that is gone beside it, or
  /// does not return with undo; or if a known mode does not replace an unknown one.
  @Test func contentFollowsItsLayer() throws {
    try write(Self.list, Self.extras)
    var document = try opened()
    func id(_ name: String) throws -> Layer.ID { try #require(document.layers.first { $0.name == name }).id }
    func outline() throws -> String {
      try document.save(to: folder.path("b.ora"))
      return Self.outline(try tree(folder.path("b.ora")))
    }
    let first = try outline()
    _ = document.perform(.set(try id("inner"), .name("new")))
    _ = document.perform(.set(try id("top"), .blend(.multiply)))
    _ = document.perform(.move(try id("new"), to: LayerPlace(position: 0)))
    let moved = try outline()
    #expect(moved.contains("composite-op=svg:multiply selected=true m:strokes=s.dat") && !moved.contains("x:y"))
    #expect(moved.contains("m:open=false xmlns:n=urn:n(m:lowest(m:a()))"))
    #expect(
      moved.contains("filter n:kind=blur xmlns:n=urn:n(),layer:new composite-op=svg:src-over n:note=a \"quoted\""))
    _ = document.perform(.delete(try id("top")))
    _ = document.perform(.delete(try id("group")))
    let removed = try outline()
    #expect(removed.contains("stack m:root=1(m:lowest(m:a()),text'words & '@0' words'@1(b'more'@0()),"))
    #expect(!removed.contains("mask") && !removed.contains("m:strokes"))
    while document.undo() != nil {}
    #expect(try outline().replacing(" selected=true", with: "") == first.replacing(" selected=true", with: ""))
  }

  /// Fails if the journal loses unknown content, or if a reader of an older version would refuse its record.
  @Test func journalsKeepContent() throws {
    #expect(JournalEntry.foreign.rawValue >= 128)
    try write(Self.list, Self.extras)
    var document = try opened()
    document.takesNotes = true
    var composer = JournalComposer(document, name: "", program: "")
    (composer.timeout, composer.largestRecord) = (0, 500)
    let writer = try JournalFolder(folder.path).create()
    func append(_ payloads: [JournalPayload], to writer: JournalWriter) throws {
      for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    }
    try append(try composer.start(), to: writer)
    for _ in 0..<3 {
      _ = document.perform(.add(above: document.activeID))
      for change in document.takeNotes() { try append(try composer.records(of: change), to: writer) }
      let replay = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
      #expect(replay.fault == nil && replay.document.foreign == document.foreign)
    }
    // The journal is continued from before a fault, and before the record.
    try append([JournalPayload(type: .redo, bytes: [JournalEntry.version])], to: writer)
    let replay = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
    var next = JournalComposer(continuing: replay)
    let continued = try JournalWriter(continuing: writer.file, from: replay.end)
    try append(try next.start(), to: continued)
    let again = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
    #expect(replay.fault != nil && again.fault == nil && again.document.foreign == document.foreign)
  }

  /// Fails if a damaged record makes a crash, content that cannot be saved, or ends the reading.
  @Test func damagedRecordsAreIgnored() throws {
    try write(Self.list, Self.extras)
    let document = try opened()
    let payload = document.foreign.payload.bytes
    #expect(try ForeignContent(payload) == document.foreign)
    var rng = RandomSource(3)
    for _ in 0..<3000 {
      var bytes = payload
      for _ in 0..<rng.roll(1...3) { bytes[rng.roll(0..<bytes.count)] = UInt8(rng.roll(0...255)) }
      if rng.isOne(in: 5) { bytes.removeLast(rng.roll(0..<bytes.count)) }
      var tracker = ForeignTracker()
      tracker.handle(JournalRecord(type: JournalEntry.foreign.rawValue, payload: bytes, offset: 0))
      guard !tracker.content.isEmpty, rng.isOne(in: 20) else { continue }
      var damaged = document
      damaged.foreign = tracker.content
      try damaged.save(to: folder.path("b.ora"))
      _ = try opened(folder.path("b.ora"))
    }
    for name in ["", "/a", "a/", "stack.xml", "Fude/history", "references/001.png"] {
      var content = ForeignContent()
      content.files = [.init(name: name, bytes: [])]
      #expect(throws: PayloadError.self) { try ForeignContent(content.payload.bytes) }
    }
  }

  /// Fails if a file that cannot be read refuses the drawing, or content beyond the limits is kept.
  @Test func limits() throws {
    let deep = String(repeating: "<d>", count: 33) + String(repeating: "</d>", count: 33)
    let many = "<many>" + String(repeating: "<e/>", count: ForeignContent.mostElements) + "</many>"
    try write(
      "<image w='20' h='10'><stack>\(deep)\(many)<fits/><layer src='a.png'/></stack></image>",
      [("large.dat", [UInt8](repeating: 0, count: ForeignContent.mostBytes + 1))])
    let losses = try Document.losses(inSaving: path)
    #expect(losses.elements == ["d": 1, "many": 1] && losses.files == ["large.dat"])
    let foreign = try opened().foreign
    #expect(foreign.files.map(\.name) == ["paper.png"])
    #expect(foreign.layers.values.map { $0.own.above.map(\.name) } == [["fits"]])
  }
}
