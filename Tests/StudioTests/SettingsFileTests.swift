import Document
import Geometry
import Ink
import Input
import RandomSource
import Storage
import Testing

@testable import Studio

@Suite("The settings file") struct SettingsFileTests {
  private func parse(_ text: String) -> SettingsFile { SettingsFile(parsing: Array(text.utf8)) }
  private func text(_ file: SettingsFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  private func changed(_ text: String, _ body: (inout Settings) -> Void) -> String {
    var file = parse(text)
    var new = file.settings
    body(&new)
    file.change(from: file.settings, to: new)
    return self.text(file)
  }

  private static func key(_ rng: inout RandomSource) -> DeviceKey {
    let pieces = [
      "none", " ", "%", "\n", "\u{85}", "\u{301}", "\u{2028}", "Pen", "#", "=", "\u{FEFF}", "\r\n", "筆", "#0001",
      "(0x1f)",
    ]
    return DeviceKey(
      name: (0..<rng.roll(1...4)).map { _ in pieces[rng.roll(0..<pieces.count)] }.joined(),
      product: rng.isOne(in: 2) ? rng.roll(0...0xFFFF) : nil)
  }

  private static func word(_ rng: inout RandomSource) -> DeviceOverride {
    DeviceOverride(
      deviceClass: rng.isOne(in: 2) ? DeviceClass.allCases[rng.roll(0..<DeviceClass.allCases.count)] : nil,
      contactButton: rng.isOne(in: 2) ? rng.roll(8...31) : nil,
      eraserButton: rng.isOne(in: 2) ? rng.roll(1...3) : nil,
      pressThreshold: rng.isOne(in: 2) ? rng.roll(0.0...0.9) : nil,
      scrollStyle: rng.isOne(in: 2) ? .wheel : .fingers)
  }

  private func settings(_ rng: inout RandomSource) throws -> Settings {
    var s = Settings()
    if rng.isOne(in: 2) { s.wheel = .scroll }
    if rng.isOne(in: 2) { s.smoothing = rng.roll(0.0...100.0) }
    if rng.isOne(in: 2) { s.prediction = rng.roll(0.0...16.0) }
    s.aids.stabiliser = StrokeAids.StabiliserKind.allCases[rng.roll(0..<3)]
    if rng.isOne(in: 2) { s.aids.rope = rng.roll(1.0...300.0) }
    if rng.isOne(in: 2) { s.aids.average = rng.roll(20.0...1000.0) }
    if rng.isOne(in: 2) { s.aids.stabiliserEnd = .ink }
    if rng.isOne(in: 2) { s.aids.hold = rng.isOne(in: 2) ? 0 : rng.roll(200.0...2000.0) }
    if rng.isOne(in: 2) { s.history.memory = rng.roll(1...4096) }
    if rng.isOne(in: 2) { s.history.file = rng.roll(0...1024) }
    if rng.isOne(in: 2) { s.theme = .light }
    if rng.isOne(in: 2) { s.language = .japanese }
    if rng.isOne(in: 2) { s.scale = rng.roll(0.5...4.0) }
    let uses: [Settings.ButtonUse] = [.nothing, .pan, .pick, .popUp, .erase] + Action.all.map { .action($0) }
    func use() -> Settings.ButtonUse { uses[rng.roll(0..<uses.count)] }
    s.mouseButtons = .init(middle: use(), secondary: use(), back: use(), forward: use())
    s.penButtons = .init(middle: use(), secondary: use(), back: use(), forward: use())
    for number in 1...16 where rng.isOne(in: 4) { s.padButtons[number] = use() }
    if rng.isOne(in: 2) { s.ring = .none }
    for _ in 0..<rng.roll(0...3) { s.devices[Self.key(&rng)] = Self.word(&rng) }
    for action in Action.all where rng.isOne(in: 4) {
      let keysyms =
        [0x61, 0x5B, 0xFFAB, 0xFFC8, 0x100_044F, 0x1008_FF41, 0xA0, 0x101_F58C, 0x2B, 0x23, 0x3D] as [UInt32]
      let keys = (0..<rng.roll(0...3)).map { _ in
        Keystroke(
          keysym: keysyms[rng.roll(0..<keysyms.count)], modifiers: .init(rawValue: UInt8(rng.roll(0...15))))
      }
      s.keys.set(keys, for: action)
    }
    if rng.isOne(in: 2) { s.windowSize = .init(width: rng.roll(1...32767), height: rng.roll(1...32767)) }
    if rng.isOne(in: 2) { s.windowPlace = .init(x: rng.roll(-32767...32767), y: rng.roll(-32767...32767)) }
    s.windowState = Settings.WindowState.allCases[rng.roll(0..<3)]
    s.showsPanels = rng.isOne(in: 2)
    for panel in Settings.MovablePanel.allCases where rng.isOne(in: 3) {
      s.panelPlaces[panel] = Settings.PanelPlace(
        rng.isOne(in: 2) ? .left : .right, rng.roll(-10.0...40_000.0), rng.isOne(in: 2) ? .top : .bottom,
        rng.roll(0.0...2000.0))
    }
    s.brush = ["pen", "tilt-pencil", "b2", "classic/2b_pencil"][rng.roll(0..<4)]
    for name in ["pen", "a-1", "classic/smudge+paint", "a.b/c.size"] where rng.isOne(in: 2) {
      s.brushes[name] = .init(
        width: rng.roll(0.5...1000.0), opacity: rng.isOne(in: 2) ? rng.roll(0.0...1.0) : nil,
        paper: rng.isOne(in: 2)
          ? .init(
            ["canvas", "a b%", "画用紙", "#=x"][rng.roll(0..<4)], strength: rng.roll(0.0...1.0),
            scale: rng.roll(0.25...16.0))
          : nil)
    }
    for name in ["leaf", "a b%", "画", "#=x"] where rng.isOne(in: 3) {
      s.macroKeys[name] = Keystroke(keysym: 0x61, modifiers: .init(rawValue: UInt8(rng.roll(0...15))))
    }
    s.foreground = UInt32(rng.roll(0...0xFF_FFFF))
    s.tools.filling = FillSettings(
      tolerance: rng.roll(0...255), gap: rng.roll(0...32), source: FillSource.allCases[rng.roll(0...2)],
      under: rng.roll(-16...64))
    (s.tools.picksMerged, s.tools.mixesBelow) = (rng.roll(0...1) == 0, rng.roll(0...1) == 0)
    s.background = UInt32(rng.roll(0...0xFF_FFFF))
    s.recentColours = (0..<rng.roll(0...40)).map { _ in UInt32(rng.roll(0...0xFF_FFFF)) }
    let pieces = [
      "none", " ", "%", "\n", "\u{85}", "é", "\u{2028}", "\u{3000}", "/a", "=", "#", "\u{FEFF}", "\r\n", "筆",
    ]
    if rng.isOne(in: 2) {
      s.palette = (0..<rng.roll(0...4)).map { _ in pieces[rng.roll(0..<pieces.count)] }.joined()
    }
    return s
  }

  /// Fails if a setting changes by writing and reading.
  @Test func writtenValuesAreReadBack() throws {
    var rng = RandomSource(1)
    var base = Settings()
    for _ in 0..<100 {
      let wanted = try settings(&rng)
      var file = SettingsFile()
      file.change(from: Settings(), to: wanted)
      #expect(file.settings == wanted, "\(text(file))")
      #expect(file.unknownKeys.isEmpty && file.faults.allSatisfy { $0.contains(" is bound to ") }, "\(file.faults)")
      // From any settings to any others.
      var other = SettingsFile()
      other.change(from: Settings(), to: base)
      other.change(from: base, to: wanted)
      #expect(other.settings == wanted)
      base = wanted
    }
  }

  /// Fails if random bytes crash or are not kept exactly, or a change loses an unrelated line.
  @Test func anythingIsKept() throws {
    var rng = RandomSource(2)
    let pieces =
      [
        "wheel", "=", " ", "\n", "\r\n", "#", "zoom", "keys.undo", "Ctrl+Z", "brush.pen.width", "12", "nan",
        "future.key", "%",
      ]
      .map { Array($0.utf8) } + [[0], [0xFF], [0xC2, 0x85], [0xE2, 0x80], [0x1B]]
    for _ in 0..<300 {
      let bytes = (0..<rng.roll(0...30)).flatMap { _ in pieces[rng.roll(0..<pieces.count)] }
      var file = SettingsFile(parsing: bytes)
      #expect(file.bytes == bytes)
      let wanted = try settings(&rng)
      let known = Set(["wheel", "keys.undo", "brush.pen.width"])
      file.change(from: file.settings, to: wanted)
      #expect(file.settings == wanted)
      let after = file.bytes.split(separator: 0x0A).map { Array($0) }
      for line in bytes.split(separator: 0x0A).map({ Array($0) }) {
        let parts = String(decoding: line, as: UTF8.self).split(separator: "=", omittingEmptySubsequences: false)
        let key = parts[0].filter { !$0.isWhitespace }
        // The name of a brush may contain anything.
        let isOfBrush = key.hasPrefix("brush.") && key.hasSuffix(".width")
        if parts.count > 1, known.contains(key) || isOfBrush { continue }
        #expect(after.contains(line), "\(line)")
      }
    }
  }

  /// Fails if a change loses a comment, a blank line, an unknown key, the order or a user's
  /// spelling.
  @Test func onlyWhatChangedIsTouched() {
    let before = "# mine\n\n  wheel=scroll\nfuture = 7\nkeys.undo =  ctrl+u F5\ntheme = light"
    #expect(
      changed(before) { $0.theme = .dark }
        == "# mine\n\n  wheel=scroll\nfuture = 7\nkeys.undo =  ctrl+u F5\ntheme = dark")
    #expect(
      changed(before) { $0.prediction = 4 } == before + "\nprediction = 4\n")
    #expect(changed(before) { $0.keys.reset(.undo) } == "# mine\n\n  wheel=scroll\nfuture = 7\ntheme = light")
    #expect(changed(before) { _ in } == before)
    #expect(changed("a\r\nwheel = zoom\r\n") { $0.wheel = .scroll } == "a\r\nwheel = scroll\r\n")
    #expect(changed("") { $0.wheel = .scroll } == SettingsFile.head + "\nwheel = scroll\n")
  }

  /// Fails if a wrong line is not reported, affects others, or is lost when its setting changes.
  @Test func wrongLinesAreNamed() {
    let file = parse(
      "wheel = zom\ntheme: light\nprediction = 17\nscale = 2\nnew = 1\nkeys.undo = Ctrl+\nbutton-2 = undo\n")
    #expect(
      file.faults == [
        "line 1: wheel is zoom or scroll, not \"zom\"", "line 2: \"theme: light\" is not of the form key = value",
        "line 3: prediction is a number of milliseconds from 0 to 16, not \"17\"",
        "line 6: keys.undo is keys such as Ctrl+Z or bracketleft, or none, not \"Ctrl+\"",
      ])
    #expect(file.unknownKeys == ["line 5: the key \"new\" is unknown; its line stays in the file"])
    var expected = Settings()
    expected.scale = 2
    expected.mouseButtons.middle = .action(.undo)
    #expect(file.settings == expected)
    #expect(changed("wheel = zom\n") { $0.wheel = .scroll } == "# wheel = zom\nwheel = scroll\n")
    #expect(changed("wheel = zom\n") { $0.theme = .light } == "wheel = zom\ntheme = light\n")
  }

  /// Fails if an invalid value is accepted.
  @Test(arguments: [
    "wheel = Zoom", "smoothing = 101", "smoothing = -1", "smoothing = nan", "smoothing = 0x10", "prediction = auto",
    "undo-memory = 0", "undo-memory = 4097", "undo-memory = 1.5", "saved-history = 1025", "saved-history = -1",
    "saved-history = none", "scale = 0.4", "scale = inf", "scale = 1e99", "button-3 = nothing", "window-size = 0x5",
    "window-size = 32768x1",
    "window-size = 12", "window-place = 12", "window-place = 1,2,3", "window-place = 32768,1", "window-place = 1,--2",
    "window-place = 1, 2", "panels = yes", "brush = ", "brush = Pen", "foreground = #12345", "foreground = 123456",
    "foreground = #12345g", "recent-colours = #123456 red", "recent-colours =", "palette = %", "palette = %F",
    "palette = %FF",
    "pad-button-1 = undo it", "pen-button-2 = contact", "ring = turn", "device.Pen = ", "device.Pen = class",
    "device.Pen = class pencil", "device.Pen = contact 4", "device.Pen = contact 32", "device.Pen = eraser 0",
    "device.Pen = class stylus, class eraser", "device.Pen = class stylus contact 2",
    "device.Pen#0357 = threshold 0.95",
    "device.Pen = scrolling smooth", "device.Pen = wheel", "device.Pen = contact 2,",
    "brush.pen.width = 0", "brush.pen.width = 1001", "brush.pen.opacity = 2", "keys.undo = Hyper+A", "keys.undo =",
  ])
  func wrongValues(_ line: String) {
    let file = parse(line)
    #expect(file.faults.count == 1 && file.settings == Settings(), "\(file.faults)")
  }

  /// Fails if the name of one of MyPaint's brushes is refused or misread, or a line of an earlier version
  /// is.
  @Test func brushesHaveFoldersAndDots() {
    let name = "dieterle/a.b_c+1"
    let text = "brush = \(name)\nbrush.\(name).width = 7.5\nbrush.\(name).opacity = 0.5\nbrush.pen.width = 3\n"
    let file = parse(text)
    #expect(file.faults.isEmpty && file.unknownKeys.isEmpty)
    #expect(file.settings.brush == name)
    #expect(file.settings.brushes == [name: .init(width: 7.5, opacity: 0.5), "pen": .init(width: 3)])
    #expect(
      changed("") { $0 = file.settings }.hasSuffix(
        "brush.\(name).width = 7.5\nbrush.\(name).opacity = 0.5\nbrush.pen.width = 3\n"))
    #expect(parse("brush.pen.size = 3").settings.brushes["pen"]?.tip == 3, "from before the width")
    for key in ["brush.a//b.width", "brush./a.width", "brush.A/b.width", "brush..width", "brush.a.flow"] {
      #expect(parse("\(key) = 3").unknownKeys.count == 1, "\(key)")
    }
  }

  /// Fails if a device is stored under another key than its name and product, or an invalid key is
  /// accepted.
  @Test func devicesAreKeptByNameAndProduct() {
    let key = DeviceKey(name: "HID 100% = #1 Pen", product: 0x35)
    let line =
      "device.HID 100%25 %3D %231 Pen#0035 = class eraser, contact 3, eraser 2, threshold 0.02, scrolling fingers, "
      + "curve 0:0 0.2:0.35 0.5:0.7 0.9:1"
    let word = DeviceOverride(
      deviceClass: .eraser, contactButton: 3, eraserButton: 2, pressThreshold: 0.02, scrollStyle: .fingers,
      pressureResponse: PressureResponse([.zero, Point(0.2, 0.35), Point(0.5, 0.7), Point(0.9, 1)]))
    #expect(changed("") { $0.devices[key] = word } == SettingsFile.head + "\n\(line)\n")
    #expect(parse(line).settings.devices == [key: word])
    #expect(changed(line + "\n") { $0.devices[key] = nil } == "")
    #expect(changed(line + "\n") { $0.devices[key] = DeviceOverride() } == "", "a word that says nothing is none")
    #expect(
      changed("") { $0.devices[key] = DeviceOverride(pressureResponse: .identity) } == "", "nor does a straight curve")
    for curve in [
      "0:0 0.2:0.3 1:1", "0:0 0.5:0.7 0.2:0.8 1:1", "0:0 0.2:0.8 0.5:0.7 1:1", "0:0 0.2:x 0.5:0.7 1:1",
      "0:0 0.2:0.1 0.5:0.7 1:2",
    ] {
      #expect(parse("device.Pen = curve " + curve).faults.count == 1, "\(curve)")
    }
    for name in [
      "device.", "device.#0035", "device.Pen#35", "device.Pen#00357", "device.Pen#1#0035", "device.%",
      "device.Pen#00g5",
    ] {
      #expect(parse(name + " = class pad").unknownKeys.count == 1, "\(name)")
    }
    for name in ["pad-button-0", "pad-button-17", "pad-button-01", "pad-button-", "pen-button-1", "button-4"] {
      #expect(parse(name + " = undo").unknownKeys.count == 1, "\(name)")
    }
  }

  /// Fails if a key that is bound twice in the file is not reported.
  @Test func conflictsAreNamed() {
    #expect(parse("keys.redo = Ctrl+Z\n").faults == ["Ctrl+Z is bound to several actions: Redo, Undo"])
  }

  /// Fails if control characters of a file reach a terminal, or a long line fills it.
  @Test func sentencesAreHarmless() {
    let fault = parse("wheel = \u{1B}[2J" + String(repeating: "x", count: 5000)).faults.first ?? ""
    #expect(fault.contains("?[2Jxxx") && fault.count < 130)
    // A device's name is arbitrary, so its key may contain anything as well.
    #expect(parse("device.Pen\u{1B}[2J\0 = x").faults.first?.hasPrefix("line 1: device.Pen?[2J? is ") == true)
  }

  /// Fails if a value out of range can be set by a property.
  @Test func propertiesStayInRange() {
    var s = Settings()
    s.smoothing = 1000
    s.prediction = -3
    (s.aids.rope, s.aids.average, s.aids.hold) = (0, 5000, 3)
    #expect(s.aids.rope == 1 && s.aids.average == 1000 && s.aids.hold == StrokeAids.leastHold)
    s.aids.hold = -1
    #expect(s.aids.hold == 0)
    (s.history.memory, s.history.file) = (0, 5000)
    #expect(s.history.memory == 1 && s.history.file == 1024)
    (s.history.memory, s.history.file) = (5000, -1)
    #expect(s.history.memory == 4096 && s.history.file == 0 && s.history.store.packedBytes == 4 << 30)
    s.scale = .nan
    s.foreground = 0xFF12_3456
    s.recentColours = (0..<100).map { UInt32($0) }
    s.palette = ""
    s.padButtons = [0: .pan, 1: .pan, 17: .pan]
    s.devices[DeviceKey(name: "", product: 1)] = DeviceOverride(contactButton: 2)
    s.devices[DeviceKey(name: "Pen", product: nil)] = DeviceOverride(contactButton: 4, pressThreshold: 2)
    s.devices[DeviceKey(name: "Pen", product: 1)] = DeviceOverride(deviceClass: .pad, eraserButton: -1)
    #expect(s.padButtons == [1: .pan])
    #expect(s.devices == [DeviceKey(name: "Pen", product: 1): DeviceOverride(deviceClass: .pad)])
    #expect(s.smoothing == 100 && s.prediction == 0 && s.scale == 1 && s.foreground == 0x12_3456)
    #expect(s.recentColours.count == Settings.mostRecentColours && s.palette == nil)
    #expect(Settings.BrushUse(width: .infinity, opacity: 7) == Settings.BrushUse(width: 12, opacity: 1))
  }
}
