import Document
import Foundation
import Rig

/// Someone sits down to draw: the program in a window on a server of its own, with hands and an eye.
///
/// Life: 1. `init` returns when the window is shown and drawn; 2. used by one test, places being the window's px;
/// 3. everything ends when its owner goes.
final class Sitting {
  let program: Program
  let window: WindowID
  let bench: Bench

  /// How it is arranged. The default is a window without panels whose px are those of its canvas.
  struct Arrangement {
    var arguments = ["--geometry", "640x480+80+60", "--canvas", "640x480"]
    var environment: [String: String] = [:]
    /// Input devices beside the usual ones.
    var furtherDevices: [DeviceSection] = []
    var disabledExtensions: [String] = []
    var hasWindowManager = false
    var hasPanels = false
    /// The screen, px.
    var screen = (width: 800, height: 600)
    /// Whether the brush's outline is shown under the pen, rather than the server's cross, which pictures leave out. Only
    /// where there are no settings yet.
    var hasOutline = false
    /// The driver of a tablet that is there beside the usual pen; nil for none.
    var tablet: TabletDriver?
    /// Whether the tablet is plugged in when the program starts.
    var isTabletPluggedIn = true
    /// Where HOME is; nil for a new folder.
    var folder: TemporaryFolder?
    /// What happens before the program is started.
    var prepare: (Bench) throws -> Void = { _ in }

    init() {}

    /// The usual window with the brush's outline under the pen.
    static var outlined: Arrangement {
      var arrangement = Arrangement()
      arrangement.hasOutline = true
      return arrangement
    }

    /// The usual window with further arguments.
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
    if !arrangement.hasOutline, !FileManager.default.fileExists(atPath: folder.path + "/config") {
      try folder.write("cursor = cross\n", to: "config/fude/settings")
    }
    try arrangement.prepare(bench)
    program = try bench.start(
      try Self.fude(), arrangement.arguments, environment: arrangement.environment, folder: folder)
    window = try bench.screen.waitForWindow(of: program)
    try settle()
    try bench.screen.focus(window)
    // They may be hidden from another time.
    let settings = try? String(contentsOfFile: path("config/fude/settings"), encoding: .utf8)
    let areHidden = settings?.contains("panels = hidden") ?? false
    if !arrangement.hasPanels, !areHidden { try key("Tab") }
  }

  /// The program under test.
  static func fude() throws -> String {
    if let path = ProcessInfo.processInfo.environment["FUDE_PROGRAM"], !path.isEmpty { return path }
    guard let path = Program.built("fude") else { throw RigError("fude is not built beside the tests.") }
    return path
  }

  var screen: Screen { bench.screen }
  var pen: VirtualPen { bench.pen }
  var mouse: VirtualMouse { bench.mouse }

  /// Where the window is on the screen.
  var frame: Area { get throws { try screen.geometry(of: window) } }

  /// Waits until the program has done all it was asked to and the window shows it.
  func settle() throws { try screen.settle(window) }

  /// What the window shows, when all is done.
  func image() throws -> Image {
    try settle()
    return try screen.image(of: window)
  }

  /// The same with the pointer over it.
  func imageWithPointer() throws -> Image {
    try settle()
    return try screen.imageWithPointer(of: window)
  }

  // MARK: Hands

  /// Taps a key or a chord ("ctrl+z").
  func key(_ chord: String) throws {
    try bench.keyboard.tap(chord)
    try settle()
  }

  /// A point of the pen at a place of the window.
  func point(_ x: Double, _ y: Double, _ pressure: Double = 0.5) throws -> PenPoint {
    let frame = try frame
    return PenPoint(x: x + Double(frame.x), y: y + Double(frame.y), pressure: pressure)
  }

  /// Draws a straight line with the pen.
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

  /// Draws a straight line with the pen, pressed fully, as a hand does also under a window manager: that holds the first press back
  /// until it has seen it, and the server keeps only the last of the motions meanwhile, so the line goes on when there is ink.
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

  /// Taps with the pen.
  func tap(_ x: Double, _ y: Double, pressure: Double = 0.5) throws {
    let place = try point(x, y)
    try pen.tap(x: place.x, y: place.y, pressure: pressure)
    try settle()
  }

  /// Presses the pen at the first place and moves it through the others, without lifting.
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

  /// Lifts the pen.
  func lift() throws {
    try pen.release()
    try pen.synchronize()
    try settle()
  }

  /// Holds the pen over a place of the window.
  func hover(_ x: Double, _ y: Double) throws {
    let place = try point(x, y)
    try pen.hover(x: place.x, y: place.y)
    try pen.synchronize()
    try settle()
  }

  /// Moves the mouse to a place of the window.
  func moveMouse(_ x: Double, _ y: Double) throws {
    let place = try point(x, y)
    try mouse.move(x: place.x, y: place.y)
  }

  /// Drags with the mouse from one place of the window to another.
  func drag(_ button: Int, from a: (x: Double, y: Double), to b: (x: Double, y: Double)) throws {
    let (start, end) = (try point(a.x, a.y), try point(b.x, b.y))
    try mouse.drag(button, from: (start.x, start.y), to: (end.x, end.y))
    try settle()
  }

  /// Whether a message stands on the window, of 640x480 px.
  func isMessageShown() throws(RigError) -> Bool {
    // It is dark, and paper is not.
    try screen.image(of: window, Area(x: 300, y: Self.messageRow + 16, width: 40, height: 2)).pixels
      .allSatisfy { Image.luma($0) < 60 }
  }

  private func awaitMessage() throws(RigError) {
    try screen.wait(for: "a message on the window", seconds: 20) { () throws(RigError) in try isMessageShown() }
  }

  private static let messageRow = 480 - 16 - 50 - 20

  /// Waits for a message on the window, of 640x480 px, and taps its button.
  func tapMessage() throws {
    try awaitMessage()
    let (row, image) = (Self.messageRow, try image())
    var x = 320
    while x < 639, Image.luma(image[x, row + 17]) < 60 { x += 1 }
    try tap(Double(x - 60), Double(row))
  }

  // MARK: Files

  /// A path in the program's home.
  func path(_ name: String) -> String { program.folder.path + "/" + name }

  /// Names of the files in a folder of the program's home, in order; empty where it is not there.
  func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }

  /// The names of the journals of drawings that were put by; of those that were left for the next start, with `in`.
  func journals(in folder: String = "state/fude/kept") -> [String] {
    files(in: folder).filter { $0.hasSuffix(".journal") }
  }

  /// The one drawing that was put by, or left for the next start, as its journal tells it.
  func kept(in folder: String = "state/fude/kept") throws -> Image {
    let names = journals(in: folder)
    guard names.count == 1 else { throw RigError("\(names.count) drawings were kept.") }
    return try Self.picture(of: path(folder + "/" + names[0]), folder: program.folder.path)
  }

  /// A journal as a picture.
  static func picture(of journal: String, folder: String) throws -> Image {
    let process = Process()
    process.executableURL = URL(filePath: try fude())
    process.arguments = ["replay", journal, "-o", folder + "/kept.png"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw RigError("The journal \(journal) cannot be drawn.") }
    return try Image(pngAt: folder + "/kept.png")
  }

  /// Exports by key, and waits until the picture is there.
  /// - Returns: its path.
  func export(as name: String = "Drawing.png") throws -> String {
    try key("ctrl+e")
    let file = path("Pictures/" + name)
    try screen.wait(for: "the export \(file)") { FileManager.default.fileExists(atPath: file) }
    return file
  }

  /// Opens a file by the program's own dialog and its whole path: the list of a folder's files is there only when a thread has
  /// read it.
  func open(_ path: String) throws {
    try key("ctrl+o")
    try key("ctrl+l")
    let names: [Character: String] = ["/": "slash", ".": "period", "-": "minus", " ": "space", "_": "underscore"]
    for letter in path { try key(names[letter] ?? String(letter)) }
    try key("Return")
  }

  /// Waits for a message on a window of 640x480, and sends it away by a tap.
  func sendMessageAway() throws {
    try awaitMessage()
    try tap(320, Double(Self.messageRow))
    if try isMessageShown() { throw RigError("The message stays.") }
  }

  /// Closes the window as a window manager does, and waits for the program's end.
  func close() throws -> ExitStatus {
    try screen.close(window)
    return try program.waitForExit()
  }
}
