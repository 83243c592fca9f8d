import Foundation
import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

@Suite struct BrushTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Resources/brushes").path
  static let names = ["airbrush", "brush-pen", "eraser", "marker", "pen", "pencil", "tilt-pencil"]

  let library = BrushLibrary(folder: folder)
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func document(_ width: Int, _ height: Int) throws -> Document {
    try #require(Document(width: width, height: height))
  }

  private func brush(_ name: String) throws -> Brush { try #require(library[name]) }

  /// Draws a stroke in batches of the given sizes; the last batch has the remaining samples.
  private func draw(
    _ samples: [PenSample], _ brush: Brush, _ style: InkStyle = InkStyle(colour: 0), on document: inout Document,
    batches: [Int] = []
  ) {
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: filler)
    var next = 0
    for batch in batches + [samples.count] {
      let end = min(samples.count, next + batch)
      for s in samples[next..<end] { stroke.add(s) }
      next = end
      if !batches.isEmpty { _ = stroke.draw(on: &document) }
    }
    _ = stroke.finish(on: &document)
  }

  private func line(
    from a: Point, to b: Point, count: Int = 20, pressure: Double = 1, altitude: Double = 90, azimuth: Double = 0
  ) -> [PenSample] {
    (0...count).map { i in
      PenSample(
        position: a.lerp(to: b, Double(i) / Double(count)), time: Double(i) * 0.005, pressure: pressure,
        altitude: Angle(degrees: altitude), azimuth: Angle(degrees: azimuth))
    }
  }

  private func scribble(_ count: Int, _ rng: inout RandomSource) -> [PenSample] {
    var p = Point(rng.roll(0...200.0), rng.roll(0...160.0))
    var heading = rng.roll(0...6.28)
    var (step, time, tilt, azimuth) = (rng.roll(0.5...9), 0.0, rng.roll(0...90.0), rng.roll(-180...180.0))
    return (0..<count).map { _ in
      if rng.isOne(in: 8) { step = [0.01, 0.4, 2, 8, 25, 80][rng.roll(0..<6)] }
      heading += rng.isOne(in: 6) ? rng.roll(-3.1...3.1) : rng.roll(-0.4...0.4)
      p = p + Vector(length: step, direction: Angle(radians: heading))
      if p.x < -50 || p.y < -50 || p.x > 250 || p.y > 210 { p = Point(100, 80) }
      time += rng.isOne(in: 9) ? 0 : rng.roll(0.001...0.02)
      tilt = max(0, min(90, tilt + rng.roll(-9...9.0)))
      azimuth += rng.roll(-12...12.0)
      return PenSample(
        position: p, time: time, pressure: rng.isOne(in: 12) ? 0 : rng.roll(0...1.0),
        altitude: Angle(degrees: tilt), azimuth: Angle(degrees: azimuth).wrapped)
    }
  }

  /// Fails if the result of any brush depends on the batches: random strokes over old ink, in
  /// random batches and at once.
  @Test(arguments: names)
  func batchesDoNotShow(_ name: String) throws {
    for seed in RandomSource.seeds(8) {
      var rng = RandomSource(seed)
      let brush = try brush(name).resized(to: rng.roll(1...60.0))
      let samples = scribble(rng.roll(1...50), &rng)
      var base = try document(200, 160)
      draw(scribble(12, &rng), Brush(size: 30), InkStyle(colour: 0x40_80C0), on: &base)
      var (once, often) = (base, base)
      let style = InkStyle(colour: 0xC0_4020, opacity: rng.isOne(in: 2) ? 120 : 255)
      draw(samples, brush, style, on: &once)
      draw(
        samples, brush, style, on: &often, batches: (0..<60).map { _ in rng.roll(1...(rng.isOne(in: 3) ? 9 : 2)) }
      )
      #expect(once.activeImage.showsSame(as: often.activeImage), "\(name), seed \(seed)")
      let after = once.activeImage
      // An eraser on blank pixels leaves nothing to undo.
      if after.showsSame(as: base.activeImage) { continue }
      _ = once.undo()
      #expect(once.activeImage.showsSame(as: base.activeImage), "undo takes all of it")
      _ = once.redo()
      #expect(once.activeImage.showsSame(as: after))
    }
  }

  /// Fails if an outline at half opacity has seams or darker places inside, for scribbles that
  /// cross themselves.
  @Test(arguments: ["pen", "marker", "brush-pen"])
  func halfOpacityIsOneLevel(_ name: String) throws {
    var rng = RandomSource(5)
    let brush = try brush(name)
    let style = InkStyle(colour: 0, opacity: 128)
    let samples = scribble(60, &rng)
    var (half, full) = (try document(200, 160), try document(200, 160))
    draw(samples, brush, style, on: &half)
    draw(samples, brush, InkStyle(colour: 0), on: &full)
    let level = UInt8((128 * brush.opacity).rounded())
    let most = UInt8((255 * brush.opacity).rounded())
    var inside = 0
    for y in 0..<160 {
      for x in 0..<200 {
        let (h, f) = (half.activeImage[x, y] >> 24, full.activeImage[x, y] >> 24)
        #expect(h <= level)
        if f == most {
          inside += 1
          #expect(h == level)
        }
      }
    }
    #expect(inside > 500)
  }

  /// Fails if a marker's nib has another width or thickness than its file says, or ignores the
  /// pen's tilt.
  @Test func markerIsAsWideAsItsNibLies() throws {
    var brush = try brush("marker")
    brush.minimumShare = 1
    func rows(azimuth: Double) throws -> Int {
      var d = try document(200, 100)
      draw(line(from: Point(40, 50), to: Point(160, 50), altitude: 20, azimuth: azimuth), brush, on: &d)
      return (0..<100).filter { d.activeImage[100, $0] >> 24 > 100 }.count
    }
    // The nib's broad side is perpendicular to the tilt: a pen tilted along the line draws wide.
    #expect(abs(try rows(azimuth: 0) - 34) <= 1)
    #expect(abs(try rows(azimuth: 90) - 10) <= 1)
  }

  /// Fails if the marker covers existing ink instead of darkening it, or darkens itself within a
  /// stroke.
  @Test func markerMultiplies() throws {
    var d = try document(120, 100)
    var marker = try brush("marker")
    marker.opacity = 1
    let yellow = InkStyle(colour: 0xFF_CC00)
    let lines = [
      line(from: Point(20, 50), to: Point(100, 50), altitude: 20),
      line(from: Point(60, 10), to: Point(60, 90), altitude: 20, azimuth: 90),
    ]
    draw(lines[0], marker, yellow, on: &d)
    #expect(d.activeImage[60, 50] == 0xFFFF_CC00, "on nothing it covers")
    draw(lines[1], marker, InkStyle(colour: 0x40_80FF), on: &d)
    // 0xFF * 0x40, 0xCC * 0x80, 0 * 0xFF, each / 255 and rounded.
    #expect(d.activeImage[60, 50] == 0xFF40_6600)
  }

  /// Fails if a faint airbrush shows bands or stops short. Repeated passes at 2 % must rise evenly
  /// up to full ink.
  @Test func faintSprayRisesToFull() throws {
    var brush = Brush(size: 40, minimumShare: 1, smoother: .linear)
    brush.flow.most = 0.02
    brush.rendering = .spray(Brush.Dabs(spacing: 0.2, hardness: 0))
    var levels: [UInt32] = []
    for passes in [1, 2, 4, 8, 16, 32, 64, 128] {
      var d = try document(120, 64)
      var samples: [PenSample] = []
      for i in 0..<passes {
        let ends = i % 2 == 0 ? (Point(10, 32), Point(110, 32)) : (Point(110, 32), Point(10, 32))
        samples += line(from: ends.0, to: ends.1)
      }
      draw(samples, brush, on: &d)
      levels.append(d.activeImage[60, 32] >> 24)
      // Towards the rim of the mist, ink decreases and never increases.
      for y in 33..<63 { #expect(d.activeImage[60, y] >> 24 <= d.activeImage[60, y - 1] >> 24) }
    }
    #expect(levels == levels.sorted() && Set(levels.dropLast()).count == levels.count - 1)
    #expect(levels[0] > 5 && levels[0] < 60 && levels.last == 255)
  }

  /// Fails if grain moves with the stroke. Two strokes over the same pixels find the same grain,
  /// and a stroke shifted by one repeat of the paper looks the same.
  @Test func grainBelongsToThePaper() throws {
    var pencil = try brush("pencil").resized(to: 12)
    // The dabs of a moved stroke lie elsewhere, which soft ones would show.
    if case .dabs(var dabs) = pencil.rendering {
      dabs.hardness = 0.5
      pencil.rendering = .dabs(dabs)
    }
    func drawn(from a: Point, to b: Point) throws -> Document {
      var d = try document(600, 100)
      draw(line(from: a, to: b, pressure: 0.6, altitude: 30, azimuth: 80), pencil, on: &d)
      return d
    }
    let first = try drawn(from: Point(60, 50), to: Point(220, 50))
    let longer = try drawn(from: Point(60, 50), to: Point(300, 50))
    let repeated = try drawn(from: Point(316, 50), to: Point(476, 50))
    let moved = try drawn(from: Point(63, 50), to: Point(223, 50))
    var levels = Set<UInt32>()
    var (same, different) = (0, 0)
    for y in 38..<62 {
      for x in 110..<170 {
        let pixel = first.activeImage[x, y]
        levels.insert(pixel >> 24)
        #expect(longer.activeImage[x, y] == pixel)
        #expect(repeated.activeImage[x + 256, y] == pixel)
        same += moved.activeImage[x, y] == pixel ? 1 : 0
        different += moved.activeImage[x + 3, y] == pixel ? 0 : 1
      }
    }
    #expect(levels.count > 60, "there is grain")
    #expect(same > 1300, "the tooth stays where it is")
    #expect(different > 1000, "and does not go along")
  }

  /// Fails if a pencil at its own size draws a row of dashes, or a pen's black line: its darkest pixel across varies
  /// along the line, but does not disappear.
  @Test(arguments: ["pencil", "tilt-pencil"]) func aPencilDrawsAnUnbrokenGreyLine(_ name: String) throws {
    for pressure in [0.2, 0.4] {
      var d = try document(400, 40)
      draw(
        line(from: Point(10, 20), to: Point(390, 20), pressure: pressure, altitude: 90, azimuth: 0), try brush(name),
        on: &d)
      let inks = (40..<360).map { x in Double((0..<40).map { d.activeImage[x, $0] >> 24 }.max() ?? 0) }
      let mean = inks.reduce(0, +) / Double(inks.count)
      let least = inks.min() ?? 0
      #expect(least > 0.5 * mean && mean > 50 && mean < 230, "\(pressure): \(least), mean \(mean)")
    }
  }

  /// Fails if a tilted pencil does not shade: wider and lighter than upright.
  @Test func aFlatPencilShades() throws {
    let pencil = try brush("pencil")
    func ink(altitude: Double) throws -> (rows: Int, most: UInt32) {
      var d = try document(200, 100)
      draw(
        line(from: Point(20, 50), to: Point(180, 50), pressure: 0.5, altitude: altitude, azimuth: 90), pencil, on: &d)
      let rows = (0..<100).filter { y in (60..<140).contains { d.activeImage[$0, y] != 0 } }
      let most = rows.map { y in (60..<140).map { d.activeImage[$0, y] >> 24 }.max() ?? 0 }.max() ?? 0
      return (rows.count, most)
    }
    let (upright, flat) = (try ink(altitude: 90), try ink(altitude: 20))
    #expect(upright.rows <= 6 && flat.rows >= 18)
    #expect(flat.most < upright.most)
  }

  /// Fails if a brush file is not found or misread, or a faulty one is not reported by name.
  @Test func librariesReadTheirFolder() throws {
    #expect(library.names == Self.names && library.faults.isEmpty)
    #expect(BrushLibrary().names == ["eraser", "pen"])
    #expect(
      BrushLibrary().missingMessage(for: "marker") == "there is no brush \"marker\": no folder of brushes was found")
    let folder = try TemporaryFolder()
    #expect(BrushLibrary(folder: folder.path + "/none").names == ["eraser", "pen"])
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: folder.path + "/" + name, atomically: false, encoding: .utf8)
    }
    try write("fude brush 1\nname mine\nsize 3\nend\n", "mine.brush")
    try write("fude brush 1\nname other\nsize 3\nend\n", "its.brush")
    try write("fude brush 1\nname bad\nsize big\nend\n", "bad.brush")
    try write("not a brush", "notes.txt")
    let found = BrushLibrary(folder: folder.path)
    #expect(found.names == ["eraser", "mine", "pen"])
    #expect(
      found.faults == [
        "cannot read \(folder.path)/bad.brush: line 3: the value \"big\" is not a number",
        "cannot read \(folder.path)/its.brush: its brush is named other, so its file must be other.brush",
      ])
    #expect(found.missingMessage(for: "bad") == found.faults[0])
    #expect(found.missingMessage(for: "marker") == "there is no brush \"marker\" in \(folder.path)")
  }

  /// Fails if the user's brushes are not beside the program's, do not replace those of the same name, or
  /// a faulty one of them hides the program's.
  @Test func usersBrushesAreAdded() throws {
    let home = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: home.path("fude/brushes"), withIntermediateDirectories: true)
    for (name, size) in [("mine", "3"), ("marker", "77"), ("pencil", "big")] {
      try home.write(
        "fude/brushes/\(name).brush", Array("fude brush 1\nname \(name)\nsize \(size)\nend\n".utf8))
    }
    let both = BrushLibrary(folders: [Self.folder, home.path("fude/brushes"), home.path("none")])
    #expect(both.names == (Self.names + ["mine"]).sorted())
    #expect(both["marker"]?.size == 77 && both["pencil"] == library["pencil"])
    #expect(both.faults.count == 1 && both.missingMessage(for: "pencil") == both.faults[0])
    let missing = both.missingMessage(for: "oil")
    #expect(missing.contains(Self.folder) && missing.contains(home.path("fude/brushes")))
    #expect(BrushLibrary(environment: ["XDG_DATA_HOME": home.path]).names.contains("mine"))
  }

  /// Fails if an installed program, or one in its build folder, does not find its brushes.
  @Test func foldersAreFound() throws {
    let root = try TemporaryFolder()
    func make(_ path: String) throws {
      try FileManager.default.createDirectory(
        atPath: root.path + "/" + path, withIntermediateDirectories: true)
    }
    #expect(BrushLibrary.folder(besideExecutable: root.path + "/a/b/fude") == nil)
    let none = try #require(ShippedFiles.absence(besideExecutable: root.path + "/a/b/fude"))
    #expect(none.hasPrefix("The brushes and palettes of Fude are not beside \(root.path)/a/b/fude"))
    try make("Resources/brushes")
    try make(".build/x/debug")
    #expect(
      BrushLibrary.folder(besideExecutable: root.path + "/.build/x/debug/fude") == root.path + "/Resources/brushes")
    try make("usr/bin")
    try make("usr/share/fude/brushes")
    #expect(
      BrushLibrary.folder(besideExecutable: root.path + "/usr/bin/fude") == root.path + "/usr/share/fude/brushes")
    #expect(ShippedFiles.absence(besideExecutable: root.path + "/usr/bin/fude")?.hasPrefix("The palettes") == true)
    try make("usr/share/fude/palettes")
    #expect(ShippedFiles.absence(besideExecutable: root.path + "/usr/bin/fude") == nil)
  }

  /// Fails if a requested stabiliser strength is ignored, or replaces the strength that a brush has
  /// of its own.
  @Test func recordingsAreSteadiedAsAsked() throws {
    let shaking = (0..<60).map { i in
      PenSample(position: Point(20 + Double(i) * 2, 50 + (i % 2 == 0 ? 1.5 : -1.5)), time: Double(i) / 200, pressure: 1)
    }
    for (kind, follows) in [("pen", true), ("brush-pen", false)] {
      var recording = try Recording(width: 200, height: 100)
      try recording.append(.brush(Recording.Brush(size: 6, strength: 25, kind: kind)))
      for s in shaking { try recording.append(.sample(s, isContact: true)) }
      try recording.append(.lift)
      func drawn(_ strength: Double?) throws -> Document {
        var document = try document(200, 100)
        var ink = RecordingInk()
        ink.strength = strength
        document.draw(recording, with: { library[$0] }, as: ink, filler: filler)
        return document
      }
      let plain = try drawn(nil).activeImage
      #expect(try drawn(25).activeImage.showsSame(as: plain))
      #expect(try drawn(90).activeImage.showsSame(as: plain) == !follows, "\(kind)")
    }
  }

  /// Fails if another brush of all strokes loses the stabiliser or the strength that its file fixes, or
  /// does not take the recorded ones otherwise.
  @Test func anotherBrushKeepsItsOwn() {
    let recorded = Recording.Brush(size: 6, strength: 70, stabiliser: .rope(length: 30, endsAtPen: true))
    var ink = RecordingInk()
    var own = Brush(strength: 5)
    ink.brush = own
    var brush = ink.brush(of: recorded, erases: false, from: { library[$0] })
    #expect(brush.strength == 70 && brush.stabiliser == recorded.stabiliser && brush.size == own.size)
    (own.hasOwnStrength, own.hasOwnStabiliser) = (true, true)
    (ink.brush, ink.size) = (own, 30)
    brush = ink.brush(of: recorded, erases: false, from: { library[$0] })
    #expect(brush.strength == 5 && brush.stabiliser == .none && brush.size == 30)
  }

  /// Fails if a recording drawn without undo keeps undo data, or looks different.
  @Test func picturesOfRecordingsNeedNoUndo() throws {
    var recording = try Recording(width: 200, height: 100)
    for row in 0..<5 {
      for var s in line(from: Point(20, 20 + 15 * Double(row)), to: Point(180, 90), altitude: 60, azimuth: 10) {
        s.time += 10 * Double(row)
        try recording.append(.sample(s, isContact: true))
      }
      try recording.append(.lift)
    }
    var (whole, picture) = (try document(200, 100), try document(200, 100))
    whole.draw(recording, with: { library[$0] }, filler: filler)
    picture.draw(recording, with: { library[$0] }, filler: filler, keepsEdits: false)
    #expect(whole.history.undoCount == 5 && picture.history.undoCount == 0)
    #expect(picture.activeImage == whole.activeImage)
  }

  /// Fails if a recording is drawn with another brush than it names.
  @Test func recordingsKnowTheirBrushes() throws {
    var recording = try Recording(width: 200, height: 100)
    try recording.append(.brush(Recording.Brush(size: 30, kind: "marker")))
    let samples = line(from: Point(20, 50), to: Point(180, 50), altitude: 30, azimuth: 10)
    for s in samples { try recording.append(.sample(s, isContact: true)) }
    try recording.append(.lift)
    #expect(try Recording(parsing: recording.encoded()) == recording)
    #expect(library.unknownBrush(in: recording) == nil)
    #expect(BrushLibrary().unknownBrush(in: recording) == "marker")
    var (replayed, drawn) = (try document(200, 100), try document(200, 100))
    replayed.draw(recording, with: { library[$0] }, filler: filler)
    draw(samples, try brush("marker").resized(to: 30), InkStyle(), on: &drawn)
    #expect(replayed.activeImage.showsSame(as: drawn.activeImage))
  }
}
