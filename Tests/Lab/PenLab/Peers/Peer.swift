import Rig

/// A drawing program that people use today, and what must be done to it before its pen draws lines
/// on a canvas.
struct Peer {
  /// A step that prepares a program.
  enum Step {
    /// The pointer goes to a place of the screen.
    case move(x: Double, y: Double)
    /// A click of the left button there.
    case click(x: Double, y: Double)
    case key(String)
    /// A window whose title contains the words is closed.
    case close(String)
  }

  var name: String
  /// The Debian package, which also says its version; nil for Fude.
  var package: String?
  /// The executable.
  var command: String
  /// What follows it. "PICTURE" stands for a white picture of `canvas`.
  var arguments: [String]
  /// What its window's title contains.
  var title: String
  /// Done before the window fills the screen.
  var before: [Step] = []
  /// Done after.
  var after: [Step] = []
  /// Held while the wheel zooms.
  var zoomKey: String?
  /// By how much ink changes the brightness of a pixel at least, 0...255.
  var threshold = 48
  /// How wide holes in its ink may be, px.
  var gap = 3
  /// Where in its home a brush of MyPaint's must be for the program to draw with it; nil if it cannot
  /// be told. "BRUSH" in the arguments stands for the file's path.
  var brushFile: String?
  /// A remark about its figures.
  var remark = ""

  /// The canvas of all that let one choose it, px.
  static let canvas = (width: 3840, height: 2160)

  /// Fude, as its user has it.
  static func fude(_ path: String) -> Peer {
    Peer(
      name: "Fude", command: path, arguments: ["--canvas", "\(canvas.width)x\(canvas.height)"], title: "",
      remark: "canvas shown at 50 %")
  }

  /// Fude with a brush of MyPaint, at 100 % as MyPaint shows its canvas.
  static func paintingFude(_ path: String) -> Peer {
    var peer = fude(path)
    peer.arguments.insert("BRUSH", at: 0)
    (peer.after, peer.brushFile) = ([.key("5"), .key("1")], "brush.myb")
    return peer
  }

  /// MyPaint with a brush of its own. It starts with its default brush, and each new pen gets that
  /// too; a file of the user's with the default brush's name takes its place.
  static let paintingMyPaint = {
    var peer = mypaint
    peer.brushFile = "data/mypaint/brushes/Dieterle/Fan#1.myb"
    return peer
  }()

  /// MyPaint, as its user has it.
  static let mypaint = Peer(
    name: "MyPaint", package: "mypaint", command: "mypaint", arguments: [], title: "MyPaint", threshold: 40, gap: 12,
    remark: "canvas without an end; without its panels, which it hides when its window fills the screen")

  /// The programs beside which Fude is measured, each with the brush that it starts with.
  static let all = [
    Peer(
      name: "mtPaint", package: "mtpaint", command: "mtpaint", arguments: ["PICTURE"], title: "mtPaint",
      before: [
        // The size of the brush, in a window of its own; then that is closed.
        .click(x: 222, y: 147), .click(x: 222, y: 147), .key("ctrl+a"), .key("8"), .key("Return"),
        .close("Settings Toolbar"),
      ],
      // The pen, instead of the selection that it starts with.
      after: [.click(x: 437, y: 45)], zoomKey: "ctrl",
      remark: "canvas shown at 100 %; hard edges, no pressure, brush set to 8 px"),
    Peer(
      name: "Xournal++", package: "xournalpp", command: "xournalpp", arguments: [], title: "Xournal",
      zoomKey: "ctrl", remark: "a ruled page of its own size"),
    mypaint,
    Peer(
      name: "GIMP", package: "gimp", command: "gimp", arguments: ["--no-splash", "PICTURE"], title: "GIMP",
      after: [.move(x: 900, y: 600), .key("p")], zoomKey: "ctrl", remark: "canvas shown at 33 %"),
    Peer(
      name: "Krita", package: "krita", command: "krita", arguments: ["--nosplash", "PICTURE"], title: "Krita",
      remark: "canvas shown at 41 %"),
  ]
}
