import Document
import Export
import Foundation
import Rig

/// The program with its window on its own X server, with virtual input devices.
///
/// `init` returns when the window is drawn. Positions are px of the window. Deallocation ends all
/// processes.
final class TestSession {
  let program: Program
  let window: WindowID
  let bench: Bench

  /// Settings of a session. By default the window has no panels, and its px are those of the
  /// canvas.
  struct Arrangement {
    var arguments = ["--geometry", "640x480+80+60", "--canvas", "640x480"]
    var environment: [String: String] = [:]
    var furtherDevices: [DeviceSection] = []
    var disabledExtensions: [String] = []
    var hasWindowManager = false
    var hasPanels = false
    var screen = (width: 800, height: 600)
    /// Whether the pointer is the brush's outline instead of the server's cross, which images do
    /// not contain.
    var hasOutline = false
    /// Whether there is no settings file, as at the user's first start.
    var isFirstStart = false
    /// The driver of an additional tablet; nil for none.
    var tablet: TabletDriver?
    var isTabletPluggedIn = true
    var folder: TemporaryFolder?
    /// The path of the program; nil for the one that is tested.
    var program: String?
    var prepare: (Bench) throws -> Void = { _ in }

    init() {}

    /// The default with the brush's outline as the pointer.
    static var outlined: Arrangement {
      var arrangement = Arrangement()
      arrangement.hasOutline = true
      return arrangement
    }

    /// The default with further arguments.
    init(_ further: String...) { arguments = further + arguments }
  }

  init(_ arrangement: Arrangement = Arrangement()) throws {
    let screen = arrangement.screen
    var configuration =
      arrangement.tablet.map { .tablet($0, width: screen.width, height: screen.height) }
      ?? XServer.Configuration(width: screen.width, height: screen.height)
    configuration.devices += arrangement.furtherDevices
    configuration.disabledExtensions = arrangement.disabledExtensions
    bench = try Bench(configuration, hasWindowManager: arrangement.hasWindowManager)
    if !arrangement.isTabletPluggedIn { try bench.unplugTablet() }
    let folder = try arrangement.folder ?? TemporaryFolder()
    if !arrangement.isFirstStart, !FileManager.default.fileExists(atPath: folder.path + "/config") {
      // A pen that waits for a picture is held still. The first start would show a message.
      try folder.write((arrangement.hasOutline ? "" : "cursor = cross\n") + "hold = 0\n", to: "config/fude/settings")
    }
    try arrangement.prepare(bench)
    let path = try arrangement.program ?? Self.fude()
    program = try bench.start(
      path, arrangement.arguments, environment: arrangement.environment, folder: folder)
    window = try bench.screen.waitForWindow(of: program)
    try settle()
    try bench.screen.focus(window)
    // The panels may be hidden by an earlier session.
    let settings = try? String(contentsOfFile: self.path("config/fude/settings"), encoding: .utf8)
    let areHidden = settings?.contains("panels = hidden") ?? false
    if !arrangement.hasPanels, !areHidden { try key("Tab") }
  }

  /// The path of the program: FUDE_PROGRAM, or `fude` beside the tests.
  static func fude() throws -> String {
    if let path = ProcessInfo.processInfo.environment["FUDE_PROGRAM"], !path.isEmpty { return path }
    guard let path = Program.built("fude") else { throw RigError("fude is not built beside the tests.") }
    return path
  }

  var screen: Screen { bench.screen }
  var pen: VirtualPen { bench.pen }
  var mouse: VirtualMouse { bench.mouse }

  var frame: Area { get throws { try screen.geometry(of: window) } }

  /// Waits until the program has handled all input and the window shows the result.
  func settle() throws { try screen.settle(window) }

  func image() throws -> Image {
    try settle()
    return try screen.image(of: window)
  }

  func imageWithPointer() throws -> Image {
    try settle()
    return try screen.imageWithPointer(of: window)
  }

  // MARK: Input

  func key(_ chord: String) throws {
    try bench.keyboard.tap(chord)
    try settle()
  }

  /// A pen sample at a position of the window.
  func point(_ x: Double, _ y: Double, _ pressure: Double = 0.5) throws -> PenPoint {
    let frame = try frame
    return PenPoint(x: x + Double(frame.x), y: y + Double(frame.y), pressure: pressure)
  }

  func line(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double), pressure: ClosedRange<Double> = 0.5...0.5,
    count: Int = 30, rate: Double? = nil
  ) throws {
    try pen.stroke(
      PenPoint.line(
        from: try point(a.x, a.y, pressure.lowerBound), to: try point(b.x, b.y, pressure.upperBound), count: count),
      rate: rate)
    try settle()
  }

  /// Draws a straight line with full pressure under a window manager. A window manager delays the
  /// first press, and the server then keeps only the last motion. So the line continues once there
  /// is ink.
  func steadyLine(from a: (x: Double, y: Double), to b: (x: Double, y: Double), count: Int = 30) throws {
    let spot = Area(x: Int(a.x) - 4, y: Int(a.y) - 4, width: 9, height: 9)
    try pressAndMove([a], pressure: 1)
    try screen.wait(for: "the press") { () throws(RigError) in try screen.image(of: window, spot).ink() != nil }
    for step in 1...count {
      let share = Double(step) / Double(count)
      let place = try point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
      try pen.move(x: place.x, y: place.y, pressure: 1)
    }
    try lift()
  }

  func tap(_ x: Double, _ y: Double, pressure: Double = 0.5) throws {
    let place = try point(x, y)
    try pen.tap(x: place.x, y: place.y, pressure: pressure)
    try settle()
  }

  /// Touches at the first position and moves through the others, without lifting.
  func pressAndMove(_ places: [(x: Double, y: Double)], pressure: Double = 0.5) throws {
    for (index, place) in places.enumerated() {
      let p = try point(place.x, place.y)
      if index == 0 {
        try pen.proximityIn(x: p.x, y: p.y)
        try pen.move(x: p.x, y: p.y, pressure: pressure)
        try pen.press()
      } else {
        try pen.move(x: p.x, y: p.y, pressure: pressure)
      }
    }
    try pen.synchronize()
    try settle()
  }

  func lift() throws {
    try pen.release()
    try pen.synchronize()
    try settle()
  }

  func hover(_ x: Double, _ y: Double) throws {
    let place = try point(x, y)
    try pen.hover(x: place.x, y: place.y)
    try pen.synchronize()
    try settle()
  }

  func moveMouse(_ x: Double, _ y: Double) throws {
    let place = try point(x, y)
    try mouse.move(x: place.x, y: place.y)
  }

  func drag(_ button: Int, from a: (x: Double, y: Double), to b: (x: Double, y: Double)) throws {
    let (start, end) = (try point(a.x, a.y), try point(b.x, b.y))
    try mouse.drag(button, from: (start.x, start.y), to: (end.x, end.y))
    try settle()
  }

  /// Whether the window shows a message of one line.
  func isMessageShown() throws(RigError) -> Bool {
    let (x, y) = try messagePlace()
    // A message is dark, paper is not.
    return try screen.image(of: window, Area(x: x - 20, y: y + 16, width: 40, height: 2)).pixels
      .allSatisfy { Image.luma($0) < 60 }
  }

  private func awaitMessage() throws(RigError) {
    try screen.wait(for: "a message on the window", seconds: 20) { () throws(RigError) in try isMessageShown() }
  }

  /// A position in a message of one line.
  private func messagePlace() throws(RigError) -> (x: Int, y: Int) {
    let frame = try screen.geometry(of: window)
    return (frame.width / 2, frame.height - 86)
  }

  /// Waits for a message and taps its button.
  func tapMessage() throws {
    try awaitMessage()
    let (middle, row) = try messagePlace()
    let image = try image()
    var x = middle
    while x < image.width - 1, Image.luma(image[x, row + 17]) < 60 { x += 1 }
    try tap(Double(x - 60), Double(row))
  }

  // MARK: Files

  func path(_ name: String) -> String { program.folder.path + "/" + name }

  /// The sorted names of files in a folder of the home folder; empty if there is no such folder.
  func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }

  /// The names of the journals in a folder, by default those of kept drawings.
  func journals(in folder: String = "state/fude/kept") -> [String] {
    files(in: folder).filter { $0.hasSuffix(".journal") }
  }

  /// The picture of the only journal in a folder. Fails unless there is exactly one.
  func kept(in folder: String = "state/fude/kept") throws -> Image {
    let names = journals(in: folder)
    guard names.count == 1 else { throw RigError("\(names.count) drawings were kept.") }
    return try Self.picture(of: path(folder + "/" + names[0]), folder: program.folder.path)
  }

  /// What `fude info` says of a kept journal.
  func facts(ofJournal name: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try Self.fude())
    process.arguments = ["info", path("state/fude/kept/" + name)]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  static func picture(of journal: String, folder: String) throws -> Image {
    let process = Process()
    process.executableURL = URL(filePath: try fude())
    process.arguments = ["replay", journal, "-o", folder + "/kept.png"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw RigError("The journal \(journal) cannot be drawn.") }
    return try Image(pngAt: folder + "/kept.png")
  }

  /// Exports with Ctrl+E and waits for the file.
  /// - Returns: the path of the file.
  func export(as name: String = "Drawing.png") throws -> String {
    try key("ctrl+e")
    let file = path("Pictures/" + name)
    try screen.wait(for: "the export \(file)") { FileManager.default.fileExists(atPath: file) }
    return file
  }

  /// Opens a file by typing its path in the program's dialog, because the dialog's list is loaded
  /// later by a thread.
  func open(_ path: String) throws {
    try key("ctrl+o")
    try key("ctrl+l")
    let names: [Character: String] = ["/": "slash", ".": "period", "-": "minus", " ": "space", "_": "underscore"]
    for letter in path { try key(names[letter] ?? String(letter)) }
    try key("Return")
  }

  /// Waits for a message and closes it with a tap.
  func dismissMessage() throws {
    try awaitMessage()
    let (x, y) = try messagePlace()
    try tap(Double(x), Double(y))
    if try isMessageShown() { throw RigError("The message stays.") }
  }

  /// Closes the window like a window manager and waits until the program ends.
  func close() throws -> ExitStatus {
    try screen.close(window)
    return try program.waitForExit()
  }
}
