import Document
import Files
import Glibc
import Ink
import Rig

/// `penlab screenshots`: pictures of the program's window, for looking at: at three sizes, two
/// densities, in both themes, each on a virtual display of that size, with a recording's drawing
/// opened and a few strokes of a virtual pen in it. With `--language` another set: the window and
/// each of its pages in that language, in the smallest window, where words have the least room.
struct ScreenshotsCommand {
  private let program: String
  private let recording: String
  private let folder: String
  private let language: String?

  /// A window and how it is seen.
  private struct View {
    var width: Int
    var height: Int
    /// Dots per inch, as the desktop says (Xft.dpi).
    var density: Int
    var theme: String
    var name: String { "\(width)x\(height)-\(density)-\(theme).png" }
  }

  private static let views = [(1024, 700), (1440, 900), (1920, 1080)].flatMap { size in
    [96, 192].flatMap { density in
      ["dark", "light"].map { View(width: size.0, height: size.1, density: density, theme: $0) }
    }
  }

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let options = try Options(words, names: ["program", "recording", "folder", "language"])
    program = try options.required("program")
    recording = try options.required("recording")
    folder = try options.required("folder")
    language = options["language"]
  }

  /// Takes all pictures.
  func run() throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw RigError("The folder \(folder) cannot be made: \(String(cString: strerror(errno))).")
    }
    if let language { return try takePages(in: language) }
    let canvas = try RecordingFile.read(recording)
    let home = try TemporaryFolder()
    let drawing = home.path + "/Drawing.png"
    let replay = try Program(program, ["replay", recording, "-o", drawing], folder: home)
    let status = try replay.waitForExit(seconds: 60)
    guard status == .exited(0) else {
      throw RigError("\(program) replay ended with \(status); it said: \(replay.errors)")
    }
    for view in Self.views {
      let path = folder + "/" + view.name
      let file = try AtomicFile(path: path)
      try PicturePNG.write(try picture(view, of: drawing, canvas.width, canvas.height), to: file)
      Standard.output("\(path)\n")
    }
  }

  private func picture(_ view: View, of drawing: String, _ width: Int, _ height: Int) throws -> Image {
    let bench = try Bench(width: view.width, height: view.height)
    defer { bench.stop() }
    try bench.screen.setResources("Xft.dpi:\t\(view.density)\n")
    let home = try TemporaryFolder()
    let settings = try home.makeFolder("config") + "/fude"
    guard mkdir(settings, 0o700) == 0 else { throw RigError("The folder \(settings) cannot be made.") }
    try AtomicFile(path: settings + "/settings").commit(Array("theme = \(view.theme)\n".utf8))
    let place = "\(view.width)x\(view.height)+0+0"
    let fude = try bench.start(program, [drawing, "--geometry", place], folder: home)
    let window = try bench.screen.waitForWindow(of: fude)
    try bench.screen.settle(window)
    // Without the panels, so that every stroke is drawn and none sets anything.
    try bench.screen.focus(window)
    try bench.keyboard.tap("Tab")
    try bench.screen.settle(window)
    try DemoScene(bench, window: window, canvasWidth: width, canvasHeight: height).draw()
    try bench.keyboard.tap("Tab")
    // The pen goes where it covers nothing.
    try bench.pen.hover(x: Double(view.width) / 2, y: Double(view.height) - 2)
    try bench.screen.settle(window)
    let image = try bench.screen.image(of: window)
    guard !fude.errors.contains("settings") else { throw RigError("\(program) said: \(fude.errors)") }
    try bench.screen.close(window)
    _ = try fude.waitForExit()
    return image
  }

  // MARK: Languages

  /// The pages of the pictures, and the keys that open them.
  private static let pages: [(name: String, keys: [String])] = [
    ("window", []), ("menu", ["F10"]), ("menu-layers", ["F10"] + Array(repeating: "Down", count: 9) + ["Right"]),
    ("keys", ["F1"]), ("commands", ["ctrl+k"]), ("brushes", ["u"]), ("pen-doctor", ["ctrl+F1"]),
    ("export", ["ctrl+shift+e"]),
    ("open", ["ctrl+o"]), ("settings", ["ctrl+comma"]), ("settings-2", ["ctrl+comma", "Right"]),
    ("settings-3", ["ctrl+comma", "Right", "Right"]),
    ("settings-4", ["ctrl+comma", "Right", "Right", "Right"]),
    ("settings-5", ["ctrl+comma", "Right", "Right", "Right", "Right"]), ("fill", ["g"]), ("line", ["l"]),
    ("select", ["s"]), ("symmetry", ["y"]),
  ]

  /// Where the mouse waits for what a button is called, px: the bar's buttons, the strip's, the
  /// dial's.
  private static let tips: [(name: String, x: Double, y: Double)] = [
    ("tip-menu", 38, 38), ("tip-brush", 38, 140), ("tip-eraser", 38, 330),
  ]

  /// A program that says it in that language. Where the system has no locale of it, some glibc keep
  /// to English.
  private func takePages(in language: String) throws {
    let (width, height) = (1024, 700)
    for page in Self.pages {
      try take(page.name, width, height, in: language) { bench, window in
        for key in page.keys {
          try bench.keyboard.tap(key)
          try bench.screen.settle(window)
        }
      }
    }
    for tip in Self.tips {
      try take(tip.name, width, height, in: language) { bench, window in
        let before = try bench.screen.image(of: window)
        try bench.mouse.move(x: tip.x, y: tip.y)
        try bench.screen.settle(window)
        // It comes after a while; what changes at once is the button itself.
        let hovered = try bench.screen.image(of: window)
        try bench.screen.wait(for: "the name of what is at \(tip.x), \(tip.y)") { () throws(RigError) in
          let now = try bench.screen.image(of: window)
          return now.pixels != hovered.pixels && now.pixels != before.pixels
        }
        try bench.screen.settle(window)
      }
    }
  }

  private func take(
    _ name: String, _ width: Int, _ height: Int, in language: String, after prepare: (Bench, WindowID) throws -> Void
  ) throws {
    let bench = try Bench(width: width, height: height)
    defer { bench.stop() }
    let home = try TemporaryFolder()
    let fude = try bench.start(
      program, ["--geometry", "\(width)x\(height)+0+0", "--canvas", "\(width)x\(height)"],
      environment: ["LC_ALL": "C.UTF-8", "LANGUAGE": language], folder: home)
    let window = try bench.screen.waitForWindow(of: fude)
    try bench.screen.settle(window)
    try bench.screen.focus(window)
    // The pen hovers where it covers nothing, so that the status shows it.
    try bench.pen.hover(x: Double(width) / 2, y: Double(height) - 2)
    try bench.screen.settle(window)
    try prepare(bench, window)
    let path = folder + "/" + language + "-" + name + ".png"
    try PicturePNG.write(try bench.screen.image(of: window), to: try AtomicFile(path: path))
    Standard.output("\(path)\n")
    try bench.screen.close(window)
    _ = try fude.waitForExit()
  }
}
