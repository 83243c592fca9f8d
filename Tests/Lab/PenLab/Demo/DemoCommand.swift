import Document
import Files
import Glibc
import Ink
import Rig

/// `penlab demo`: shows Fude without a display. A virtual X server runs the program with a
/// recording's drawing; a virtual pen draws and rotates the canvas. The screenshot and the exported
/// picture are kept.
struct DemoCommand {
  private let program: String
  private let recording: String
  private let screenshot: String
  private let export: String

  /// The screen, px: the window, a frame around it and a little room.
  private static let screen = (width: 1600, height: 1000)
  /// The window, px.
  private static let window = (width: 1440, height: 900)

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let options = try Options(words, names: ["program", "recording", "screenshot", "export"])
    program = try options.required("program")
    recording = try options.required("recording")
    screenshot = try options.required("screenshot")
    export = try options.required("export")
  }

  /// Draws, and writes both pictures.
  func run() throws {
    // Before anything is started: a recording that cannot be read, a folder that cannot be written
    // to.
    let canvas = try RecordingFile.read(recording)
    let screenshotFile = try AtomicFile(path: screenshot)
    let exportFile = try AtomicFile(path: export)

    let folder = try TemporaryFolder()
    let drawing = folder.path + "/Plum blossom.png"
    try replay(to: drawing, folder)

    let bench = try Bench(
      width: Self.screen.width, height: Self.screen.height, hasWindowManager: WindowManager.isInstalled)
    defer { bench.stop() }
    let place = "\(Self.window.width)x\(Self.window.height)+60+40"
    let fude = try bench.start(program, [drawing, "--geometry", place], folder: folder)
    let window = try bench.screen.waitForWindow(of: fude)
    // On a slow machine the window opens before the drawing, which would replace what is drawn.
    try bench.screen.wait(for: "the drawing") { bench.screen.title(of: window)?.contains("Plum blossom") ?? false }
    try bench.screen.settle(window)

    let scene = try DemoScene(bench, window: window, canvasWidth: canvas.width, canvasHeight: canvas.height)
    try scene.draw()
    try scene.turnDial()
    let image = try bench.screen.image(of: window)
    try PicturePNG.write(image, to: screenshotFile)
    Standard.output("\(screenshot): the window, \(image.width)x\(image.height) px\n")

    // Without a window manager the window needs the keyboard explicitly.
    try bench.screen.focus(window)
    try bench.keyboard.tap("ctrl+e")
    let picture = try waitForPicture(in: folder.path + "/Pictures", of: fude, bench)
    try exportFile.commit(try InputFile.bytes(of: picture, limit: 1 << 30))
    Standard.output("\(export): the drawing as exported, \(canvas.width)x\(canvas.height) px\n")

    try bench.screen.close(window)
    let status = try fude.waitForExit()
    guard status == .exited(0) else {
      throw RigError("\(program) ended with \(status) when its window was closed; it said: \(fude.errors)")
    }
  }

  /// The recording's strokes as a picture, with brushes and colours that a pen alone cannot choose.
  private func replay(to path: String, _ folder: TemporaryFolder) throws(RigError) {
    let replay = try Program(program, ["replay", recording, "-o", path], folder: folder)
    let status = try replay.waitForExit(seconds: 60)
    guard status == .exited(0) else {
      throw RigError("\(program) replay ended with \(status); it said: \(replay.errors)")
    }
  }

  /// The picture that the program exports to a folder; it is whole, for the program renames it when
  /// it is written.
  private func waitForPicture(in folder: String, of fude: Program, _ bench: Bench) throws(RigError) -> String {
    let path = folder + "/Plum blossom.png"
    try bench.screen.wait(for: "\(program) to export to \(path)", seconds: 30) { () throws(RigError) in
      guard fude.isRunning else { throw RigError("\(program) ended before it exported; it said: \(fude.errors)") }
      return access(path, R_OK) == 0
    }
    return path
  }
}
