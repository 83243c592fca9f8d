import Rig

/// A screen of 1920x1080 px with a virtual pen, used by all chapters that measure programs from
/// outside.
///
/// 1. `init` starts a server.
/// 2. `open` starts programs, each with new settings.
/// 3. `leave` closes one.
/// 4. `stop` or deinit ends all.
final class BenchScreen {
  /// A program on the screen.
  final class Sitter {
    let program: Program
    let window: WindowID
    fileprivate init(program: Program, window: WindowID) {
      self.program = program
      self.window = window
    }
  }

  /// The server with its devices and screen.
  let bench: Bench
  /// The size of the screen, px.
  static let size = (width: 1920, height: 1080)
  /// The part of the screen without panels of programs, used for measurements.
  static let free = Area(x: 480, y: 140, width: 960, height: 760)
  /// The part of it that is read to notice changes. A small part takes less time from the program.
  static let watched = Area(x: 660, y: 320, width: 600, height: 400)

  /// Starts a server.
  /// - Parameter hasWindowManager: whether a window manager is to run where one is installed, as
  ///   users have one.
  init(hasWindowManager: Bool = false) throws(RigError) {
    bench = try Bench(
      width: Self.size.width, height: Self.size.height,
      hasWindowManager: hasWindowManager && WindowManager.isInstalled)
    try park()
  }

  /// Moves the pointer to where nothing is looked for: programs show something under it.
  func park() throws(RigError) {
    try bench.mouse.move(x: Double(Self.free.x), y: Double(Self.size.height - 10))
  }

  /// Starts Fude over the whole screen with the settings of somebody who just installed it, and
  /// waits until it is shown.
  func open(_ path: String, canvas: (width: Int, height: Int), _ arguments: [String] = []) throws(RigError) -> Sitter {
    let size = "\(Self.size.width)x\(Self.size.height)+0+0"
    let place = bench.windowManager == nil ? ["--geometry", size] : ["--fullscreen"]
    let program = try bench.start(path, place + ["--canvas", "\(canvas.width)x\(canvas.height)"] + arguments)
    let window = try bench.screen.waitForWindow(of: program)
    try bench.screen.wait(for: "the window of \(path) to fill the screen") { () throws(RigError) in
      try bench.screen.geometry(of: window) == bench.screen.area
    }
    let sitter = Sitter(program: program, window: window)
    try take(sitter)
    return sitter
  }

  /// Puts a program's window above the others and gives it the keys.
  func take(_ sitter: Sitter) throws(RigError) {
    try bench.screen.focus(sitter.window)
    try bench.screen.settle(sitter.window)
    try bench.screen.waitUntilQuiet(for: 0.1)
  }

  /// Presses keys, one after the other, and waits until what they did is shown.
  func keys(_ chords: [String], _ sitter: Sitter) throws(RigError) {
    for chord in chords { try bench.keyboard.tap(chord) }
    try bench.screen.settle(sitter.window)
  }

  /// Closes a program's window and waits for its end. Fails where that was none in order.
  func leave(_ sitter: Sitter) throws(RigError) {
    try bench.screen.close(sitter.window)
    let status = try sitter.program.waitForExit()
    guard status == .exited(0) else {
      throw RigError(
        "\(sitter.program.path) ended with \(status) when its window was closed; it said: \(sitter.program.errors)")
    }
  }

  /// Ends the server.
  func stop() { bench.stop() }
}
