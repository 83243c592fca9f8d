import Rig

/// A drawing program that people use today, and what must be done to it before its pen draws lines
/// on a canvas.
struct Peer {
  /// A step that prepares a program.
  enum Step {
    /// Moves the pointer to a screen position.
    case move(x: Double, y: Double)
    /// Clicks the left button at a screen position.
    case click(x: Double, y: Double)
    case key(String)
    /// Closes the window whose title contains the text.
    case close(String)
  }

  var name: String
  /// The Debian package, which also gives the version; nil for Fude.
  var package: String?
  var command: String
  /// The arguments. "PICTURE" stands for the path of a white image of size `canvas`.
  var arguments: [String]
  /// A part of the window's title.
  var title: String
  /// Steps before the window fills the screen.
  var before: [Step] = []
  /// Steps after that.
  var after: [Step] = []
  /// The key to hold for zooming with the wheel.
  var zoomKey: String?
  /// The least brightness change by ink, 0...255.
  var threshold = 48
  /// The largest gap in its ink, px.
  var gap = 3
  /// A remark about its figures.
  var remark = ""

  /// The canvas size in px for all programs that have one.
  static let canvas = (width: 3840, height: 2160)

  /// Fude with default settings.
  static func fude(_ path: String) -> Peer {
    Peer(
      name: "Fude", command: path, arguments: ["--canvas", "\(canvas.width)x\(canvas.height)"], title: "",
      remark: "canvas shown at 50 %")
  }

  /// The other programs, each with its default brush.
  static let all = [
    Peer(
      name: "mtPaint", package: "mtpaint", command: "mtpaint", arguments: ["PICTURE"], title: "mtPaint",
      before: [
        // Sets the brush size in a separate window and closes it.
        .click(x: 222, y: 147), .click(x: 222, y: 147), .key("ctrl+a"), .key("8"), .key("Return"),
        .close("Settings Toolbar"),
      ],
      // Selects the pen instead of the default selection tool.
      after: [.click(x: 437, y: 45)], zoomKey: "ctrl",
      remark: "canvas shown at 100 %; hard edges, no pressure, brush set to 8 px"),
    Peer(
      name: "Xournal++", package: "xournalpp", command: "xournalpp", arguments: [], title: "Xournal",
      zoomKey: "ctrl", remark: "a ruled page of its own size"),
    Peer(
      name: "MyPaint", package: "mypaint", command: "mypaint", arguments: [], title: "MyPaint", threshold: 40, gap: 12,
      remark: "canvas without an end; without its panels, which it hides when its window fills the screen"),
    Peer(
      name: "GIMP", package: "gimp", command: "gimp", arguments: ["--no-splash", "PICTURE"], title: "GIMP",
      after: [.move(x: 900, y: 600), .key("p")], zoomKey: "ctrl", remark: "canvas shown at 33 %"),
    Peer(
      name: "Krita", package: "krita", command: "krita", arguments: ["--nosplash", "PICTURE"], title: "Krita",
      remark: "canvas shown at 41 %"),
  ]
}
