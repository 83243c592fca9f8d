import Geometry
import RandomSource
import Testing

@testable import Ink

private let header = "fude recording 1 canvas 640x480 px\n"

private func read(_ text: String, limit: Int = 10_000_000) throws(RecordingError) -> Recording {
  try Recording(parsing: Array(text.utf8), limit: limit)
}

/// The error of reading a text; "read" where it is accepted.
private func fault(_ text: String, limit: Int = 10_000_000) -> String {
  do {
    _ = try read(text, limit: limit)
    return "read"
  } catch { return error.description }
}

private func fault(inLine line: String) -> String { fault(header + line + "\nend\n") }

@Suite struct RecordingTests {
  /// Fails if columns are swapped or strokes have other bounds than those documented.
  @Test func readsSamplesStrokesAndBrushes() throws {
    let recording = try read(
      header + """
        # a comment, and a blank line

        0 1 2 0 1.5 -0.5 pen 0
        0.005 1.5 2.5 0.25 1.4 0.5 pen 1
        \t0.010  3 -4.25 1 0 6.28 pen 1 -0.125\r
        lift
        brush size 40.5 color #D6452a opacity .5
        0.010 5 6 0.5 1.5708 0 eraser 1
        0.02 7 8 0 1 0 eraser 0
        brush mode erase
        0.02 9 10 .5 1 0 mouse 1
        end

        # the end

        """)
    #expect(recording.width == 640 && recording.height == 480)
    let strokes = recording.strokes
    #expect(strokes.count == 3)
    #expect(strokes[0].brush == Recording.Brush())
    #expect(
      strokes[0].samples == [
        PenSample(
          position: Point(1.5, 2.5), time: 0.005, pressure: 0.25, altitude: Angle(radians: 1.4),
          azimuth: Angle(radians: 0.5)),
        PenSample(
          position: Point(3, -4.25), time: 0.01, pressure: 1, altitude: .zero, azimuth: Angle(radians: 6.28),
          roll: Angle(radians: -0.125)),
      ])
    #expect(strokes[1].brush == Recording.Brush(size: 40.5, colour: 0xD6452A, opacity: 0.5))
    #expect(strokes[1].samples.map(\.tool) == [.eraser])
    #expect(strokes[1].samples[0].altitude == .quarterTurn, "what was rounded up to 1.5708 is upright")
    #expect(
      strokes[2].brush == Recording.Brush(size: 40.5, colour: 0xD6452A, opacity: 0.5, isEraser: true),
      "what a brush line does not name stays as it was")
    #expect(strokes[2].samples.map(\.tool) == [.mouse])
  }

  /// A lift between two contacts makes two strokes; without it they are one.
  @Test func aLiftSeparatesStrokes() throws {
    let first = "0 1 1 1 1 0 pen 1\n"
    let second = "1 2 2 1 1 0 pen 1\n"
    #expect(try read(header + first + second + "end\n").strokes.count == 1)
    #expect(try read(header + first + "lift\n" + second + "end\n").strokes.count == 2)
    #expect(try read(header + first + "0.5 2 2 1 1 0 pen 0\n" + second + "end\n").strokes.count == 2)
  }

  /// Fails if an invalid file is accepted, or the error lacks the line or the fault.
  @Test(arguments: [
    ("", "it is empty"),
    ("\n", "line 1: it is not a recording of a pen: it does not start with \"fude recording\""),
    ("\u{89}PNG\r\n", "line 1: it is not a recording of a pen: it does not start with \"fude recording\""),
    ("fude recording 2 canvas\n", "line 1: the recording is of version \"2\", but only version 1 can be read"),
    ("fude recording 1\n", "line 1: the canvas is not given as \"canvas WIDTHxHEIGHT px\""),
    ("fude recording 1 canvas 640x px\n", "line 1: the canvas is not given as \"canvas WIDTHxHEIGHT px\""),
    ("fude recording 1 canvas 640x480 mm\n", "line 1: the canvas is not given as \"canvas WIDTHxHEIGHT px\""),
    ("fude recording 1 canvas 0x480 px\n", "line 1: a canvas of 0x480 px is not possible"),
    ("fude recording 1 canvas 32767x32767 px\n", "line 1: a canvas of 32767x32767 px is not possible"),
    ("fude recording 1 canvas 640x480 px", "line 1: it is cut short: its last line does not end"),
    (header, "line 1: the recording is cut short: there is no line \"end\""),
    (header + "end", "line 2: it is cut short: its last line does not end"),
    (header + "end\n#\n0 1 1 1 1 0 pen 1\n", "line 4: something follows the line \"end\""),
    (
      header + "1 1 1 1 1 0 pen 1\n0.999 1 1 1 1 0 pen 1\nend\n", "line 3: the time runs backwards"
    ),
    (
      header + "1 1 1 1 1 0 pen 1\n1 1 1 1 1 0 eraser 1\nend\n", "line 3: the tool changes within a stroke"
    ),
    (
      header + "1 1 1 1 1 0 pen 1\nbrush size 3\nend\n", "line 3: the brush changes within a stroke"
    ),
  ])
  func refusesFiles(_ text: String, _ sentence: String) {
    #expect(fault(text) == sentence)
  }

  /// Fails if an invalid line is accepted, or the error lacks the fault.
  @Test(arguments: [
    ("nan 1 1 1 1 0 pen 1", "\"nan\" is neither a time nor \"brush\", \"lift\" or \"end\""),
    ("0 nan 1 1 1 0 pen 1", "the x \"nan\" is not a number"),
    ("0 1 inf 1 1 0 pen 1", "the y \"inf\" is not a number"),
    ("0 1 1e999 1 1 0 pen 1", "the y \"1e999\" is not a number"),
    ("0 1 0x10 1 1 0 pen 1", "the y \"0x10\" is not a number"),
    ("0 1 1,5 1 1 0 pen 1", "the y \"1,5\" is not a number"),
    ("0 1 1 +1 1 0 pen 1", "the pressure \"+1\" is not a number"),
    ("0 1 1 1.01 1 0 pen 1", "the pressure 1.01 is not between 0 and 1"),
    ("0 1 1 -1e-9 1 0 pen 1", "the pressure -1e-09 is not between 0 and 1"),
    ("0 1 1 1 1.6 0 pen 1", "the altitude 1.6 is not between 0 and 1.5708"),
    ("0 1 1 1 1 90 pen 1", "the azimuth 90 is not between -6.2832 and 6.2832"),
    ("0 1 1 1 1 0 pen 1 90", "the roll 90 is not between -6.2832 and 6.2832"),
    ("0 1000001 1 1 1 0 pen 1", "the x 1000001 is not between -1000000 and 1000000"),
    ("-1 1 1 1 1 0 pen 1", "the time -1 is not between 0 and 1000000000"),
    ("0 1 1 1 1 0 brush 1", "\"brush\" is no tool (pen, eraser, mouse or touch)"),
    ("0 1 1 1 1 0 pen 2", "the contact is 1 or 0, not \"2\""),
    ("0 1 1 1 1", "a sample is: time x y pressure altitude azimuth tool contact [roll], not 5 values"),
    ("lift", "a lift ends no stroke"),
    ("lift 1", "\"lift\" stands alone on its line"),
    ("end 1", "\"end\" stands alone on its line"),
    ("\u{1B}[31m evil", "\"?[31m\" is neither a time nor \"brush\", \"lift\" or \"end\""),
    (
      String(repeating: "y", count: 40),
      "\"\(String(repeating: "y", count: 24))...\" is neither a time nor \"brush\", \"lift\" or \"end\""
    ),
    (String(repeating: "#", count: 1001), "the line is longer than 1000 bytes"),
    ("brush", "a brush is given as names with values: brush size 12 color #1d1f24 opacity 1 mode ink"),
    ("brush size", "a brush is given as names with values: brush size 12 color #1d1f24 opacity 1 mode ink"),
    ("brush size 0", "the size 0 is not between 0.1 and 5000"),
    ("brush color #12345", "the color \"#12345\" is not of the form #rrggbb"),
    ("brush color #12345g", "the color \"#12345g\" is not of the form #rrggbb"),
    ("brush opacity 2", "the opacity 2 is not between 0 and 1"),
    ("brush mode blend", "the mode is ink or erase, not \"blend\""),
    ("brush width 3", "a brush has no \"width\" (but kind, size, color, opacity, mode, scale, strength and guide)"),
    (
      "brush guide rope:9",
      "the guide \"rope:9\" is not none, rope:LENGTH:END or average:SECONDS:END with the end pen or ink"
    ),
    (
      "brush guide rope:900:pen",
      "the guide \"rope:900:pen\" is not a rope of 1 to 500 px or an average of 0.01 to 2 s"
    ),
    (
      "brush kind Pen",
      "the kind is not a name: 1 to 64 of a-z, 0-9, -, _, /, . and +, without / at the start, // and .."
    ),
    (
      "brush kind /pen",
      "the kind is not a name: 1 to 64 of a-z, 0-9, -, _, /, . and +, without / at the start, // and .."
    ),
    (
      "brush kind a/../pen",
      "the kind is not a name: 1 to 64 of a-z, 0-9, -, _, /, . and +, without / at the start, // and .."
    ),
    ("brush size 3 size 4", "a brush has one \"size\" only"),
  ])
  func refusesLines(_ line: String, _ sentence: String) {
    #expect(fault(inLine: line) == "line 2: " + sentence)
  }

  /// Fails if a name of MyPaint's brushes is refused, cut or lost when it is written.
  @Test(arguments: ["classic/2b_pencil", "pen", "a.b+c-d/e_f", String(repeating: "x", count: 64)])
  func namesBrushesOfFolders(_ kind: String) throws {
    let recording = try read(header + "brush kind \(kind) size 3\n0 1 1 1 1 0 pen 1\nlift\nend\n")
    #expect(recording.strokes.map(\.brush.kind) == [kind])
    #expect(try Recording(parsing: recording.encoded()) == recording)
  }

  /// Fails if comments count towards the limit.
  @Test func limitsSamples() {
    let sample = "0 1 1 1 1 0 pen 1\n"
    #expect(fault(header + sample + sample + "#\n#\nend\n", limit: 2) == "read")
    #expect(
      fault(header + sample + sample + sample + "end\n", limit: 2) == "line 4: there are more than 2 samples")
  }

  /// Fails if a refused item changes the recording: its text could become unreadable.
  @Test func refusedItemChangesNothing() throws {
    var recording = try Recording(width: 10, height: 10)
    try recording.append(.sample(PenSample(position: Point(1, 1), time: 5), isContact: true))
    let before = recording
    let wrong: [Recording.Item] = [
      .sample(PenSample(position: Point(.nan, 1), time: 6), isContact: true),
      .sample(PenSample(position: Point(1, .infinity), time: 6), isContact: true),
      .sample(PenSample(position: Point(1, 1), time: 4), isContact: false),
      .sample(PenSample(position: Point(1, 1), time: 6, pressure: .nan), isContact: false),
      .sample(PenSample(position: Point(1, 1), time: 6, tool: .eraser), isContact: true),
      .brush(Recording.Brush()),
    ]
    for item in wrong {
      #expect(throws: RecordingError.self) { try recording.append(item) }
      #expect(recording == before)
    }
    try recording.append(.lift)
    #expect(throws: RecordingError.self) { try recording.append(.lift) }
    #expect(throws: RecordingError.self) { try recording.append(.brush(Recording.Brush(colour: 0x1_000000))) }
    #expect(throws: RecordingError.self) { try recording.append(.brush(Recording.Brush(scale: 0))) }
    #expect(throws: RecordingError.self) { try recording.append(.brush(Recording.Brush(strength: 101))) }
    #expect(try Recording(parsing: recording.encoded()) == recording)
  }

  /// Fails if a recording changes by encoding and reading: random doubles of every size.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func roundTripIsExact(seed: UInt64) throws {
    var rng = RandomSource(seed)
    var recording = try Recording(width: Int(rng.below(32767)) + 1, height: 1 + Int(rng.below(30000)))
    var time = 0.0
    for _ in 0..<500 {
      switch rng.below(10) {
      case 0 where recording.isInStroke: try recording.append(.lift)
      case 1 where !recording.isInStroke:
        try recording.append(
          .brush(
            Recording.Brush(
              size: rng.double(in: 0.1...5000), colour: UInt32(rng.below(1 << 24)),
              opacity: rng.double(in: 0...1), isEraser: rng.below(2) == 0,
              scale: rng.double(in: 0.001...1000), strength: rng.double(in: 0...100),
              stabiliser: [
                .none, .rope(length: rng.double(in: 1...500), endsAtPen: rng.below(2) == 0),
                .average(time: rng.double(in: 0.01...2), endsAtPen: rng.below(2) == 0),
              ][Int(rng.below(3))])))
      default:
        time += rng.tiny()
        try recording.append(
          .sample(
            PenSample(
              position: Point(rng.double(in: -1e6...1e6), rng.below(2) == 0 ? rng.tiny() : -0.0), time: time,
              pressure: rng.double(in: 0...1), altitude: Angle(radians: rng.double(in: 0...(.pi / 2))),
              azimuth: Angle(radians: rng.double(in: -.pi...(.pi))),
              roll: rng.below(3) == 0 ? Angle(radians: rng.double(in: -3...3)) : nil, tool: .pen),
            isContact: rng.below(8) > 0))
      }
    }
    let text = recording.encoded()
    let again = try Recording(parsing: text)
    #expect(again == recording)
    #expect(again.encoded() == text, "also the sign of zero, which == does not see")
  }

  /// Fails if the fast path of reading a number rounds wrongly.
  @Test func numbersAreReadAsSwiftReadsThem() {
    var rng = RandomSource(7)
    for _ in 0..<20_000 {
      var text = rng.below(2) == 0 ? "-" : ""
      for _ in 0..<rng.below(12) { text += String(rng.below(10)) }
      if rng.below(2) == 0 {
        text += "."
        for _ in 0..<rng.below(14) { text += String(rng.below(10)) }
      }
      if rng.below(3) == 0 { text += "e" + String(Int(rng.below(60)) - 30) }
      let bytes = Array(text.utf8)
      let value = RecordingNumber.value(bytes, 0..<bytes.count)
      let hasDigit = text.prefix { $0 != "e" }.contains(where: \.isNumber)
      #expect(value?.bitPattern == (hasDigit ? Double(text)?.bitPattern : nil), "\(text)")
    }
    for text in ["", "-", ".", "e5", "1e", "1e+", "1e+-5", "1e00001", "1.2.3", "1 ", "--1", "1f", "infinity"] {
      #expect(RecordingNumber.value(Array(text.utf8), 0..<text.utf8.count) == nil, "\(text)")
    }
  }

  /// Fails if damaged text crashes the reader, or accepted text cannot be written and read
  /// again.
  @Test func anyBytesAreSafe() throws {
    let good = Array(
      (header
        + "brush size 3 color #aabbcc opacity 0.25 mode erase\n0 1 2 0.5 1 -1e-3 pen 1 0.1\n0.5 1.25 2 1 1 0 pen 1\n"
        + "lift\n# note\n0.75 3 4 0 1.5 0 eraser 0\nend\n").utf8)
    var rng = RandomSource(42)
    var accepted = 0
    for round in 0..<20_000 {
      var bytes = good
      switch round % 4 {
      case 0: bytes.removeLast(Int(rng.below(UInt64(bytes.count))) + 1)
      case 1: bytes = (0..<rng.below(200)).map { _ in UInt8(truncatingIfNeeded: rng.next()) }
      case 2:
        let at = Int(rng.below(UInt64(bytes.count)))
        bytes.removeSubrange(at..<min(bytes.count, at + Int(rng.below(20))))
      default: break
      }
      for _ in 0..<rng.below(4) where !bytes.isEmpty {
        let at = Int(rng.below(UInt64(bytes.count)))
        bytes[at] = rng.below(2) == 0 ? bytes[at] ^ (1 << UInt8(rng.below(8))) : good[at % good.count]
      }
      do {
        let recording = try Recording(parsing: bytes)
        accepted += 1
        #expect(try Recording(parsing: recording.encoded()) == recording)
      } catch {
        #expect(!error.fault.isEmpty && error.fault.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      }
    }
    #expect(accepted > 1000, "a test that only sees refusals proves little")
  }

  /// Fails if a truncated recording is accepted.
  @Test func truncationIsNoticed() throws {
    let good = Array((header + "0 1 2 0.5 1 0 pen 1\nlift\nend\n").utf8)
    for count in 0..<good.count {
      #expect(throws: RecordingError.self) { try Recording(parsing: Array(good[..<count])) }
    }
    #expect(try Recording(parsing: good).strokes.count == 1)
  }
}

extension RandomSource {
  mutating func below(_ bound: UInt64) -> UInt64 { next() % bound }

  mutating func double(in range: ClosedRange<Double>) -> Double {
    switch below(4) {
    case 0: range.lowerBound
    case 1: range.upperBound
    default: Double.random(in: range, using: &self)
    }
  }

  /// 0, or a number of any size below 1000.
  mutating func tiny() -> Double {
    switch below(4) {
    case 0: 0
    case 1: Double(below(1000)) / 1000
    default: Double(sign: .plus, exponent: -Int(below(60)), significand: Double(below(1 << 40)) / Double(1 << 31))
    }
  }
}
