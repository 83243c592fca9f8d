import Document
import Export
import Ink
import Language

/// The commands. The raw value is the first word; opening a window has none.
enum CommandName: String, CaseIterable, Hashable, Sendable {
  case draw = ""
  case export, edit, replay, timelapse, thumbnail, record, pens, brushes, info

  /// The command line without options.
  var invocation: String { self == .draw ? "fude" : "fude " + rawValue }

  /// The commands with a word.
  static let named = allCases.filter { $0 != .draw }
}

/// The operands, options and texts of a command. The parser, help, completions and the manual's
/// test read it.
struct CommandDescription: Sendable {
  struct Operand: Hashable, Sendable {
    /// Its name in the help: "FILE".
    var name: String
    var isRequired: Bool
    /// The usual file types, in lower case without the point; empty for any.
    var endings: [String]
  }

  var name: CommandName
  /// The summary: a line without a capital and a full stop.
  var summary: String
  /// The forms of the command line, the usual one first.
  var usage: [String]
  /// nil where there is none.
  var operand: Operand?
  /// The description, in paragraphs.
  var about: [String]
  /// In the order in which help lists them.
  var options: [CommandOption]
}

extension CommandName {
  /// The command's description.
  var description: CommandDescription {
    switch self {
    case .draw: .draw
    case .export: .export
    case .edit: .edit
    case .replay: .replay
    case .timelapse: .timelapse
    case .thumbnail: .thumbnail
    case .record: .record
    case .pens: .pens
    case .brushes: .brushes
    case .info: .info
    }
  }
}

extension CommandDescription {
  /// Files with drawings.
  private static let drawings = FileFormat.readEndings
  private static var help: CommandOption { CommandOption(.help, translated("show this help")) }
  private static var force: CommandOption {
    CommandOption(.force, translated("replace OUT even where it is write-protected or of another format"))
  }

  fileprivate static var draw: CommandDescription {
    CommandDescription(
      name: .draw, summary: translated("open a window and draw"), usage: ["fude [FILE] [OPTION]..."],
      operand: Operand(name: "FILE", isRequired: false, endings: drawings + ["myb", "zip"]),
      about: [
        translated(
          """
          Draw with a pen or a mouse. FILE is a drawing (OpenRaster, .ora), a PNG, JPEG or WebP image, or a journal written \
          by Fude. Without FILE, Fude starts with an empty canvas twice as large as the window.
          """)
      ],
      options: drawing(canvas: translated("size of a new canvas, in pixels, or endless")) + [
        CommandOption(.new, translated("start with a new drawing; an unclosed one stays under Open recent")),
        CommandOption(
          .completions, .init(name: "SHELL", kind: .choice(Completions.allCases.map(\.rawValue))),
          translated(
            "print what a shell needs to complete these words: {shells}",
            ["shells": Completions.allCases.map(\.rawValue).joined(separator: ", ")])
        ),
        CommandOption(.help, translated("show this help; after a command, its own")),
        CommandOption(.version, translated("show the version")),
      ])
  }

  fileprivate static var export: CommandDescription {
    CommandDescription(
      name: .export, summary: translated("write a drawing as a PNG, JPEG, WebP, SVG, PDF or OpenRaster file"),
      usage: ["fude export FILE -o OUT.png|jpg|webp|svg|pdf|ora [OPTION]..."],
      operand: Operand(name: "FILE", isRequired: true, endings: drawings),
      about: [
        translated(
          """
          Write the drawing in FILE (OpenRaster, a journal, PNG, JPEG or WebP) as a picture, or with layers and history \
          (.ora), without a window. The extension of OUT determines the format. An existing file is replaced only once the new one is \
          complete.
          """)
      ],
      options: [
        CommandOption(
          .output, .init(name: "OUT", kind: .file(FileFormat.written.flatMap(\.endings))),
          translated("the file to write; it ends in .png, .jpg, .webp, .svg, .pdf or .ora")),
        CommandOption(
          .scale, .number("N", OptionRange.scale),
          translated(
            "scale the resolution by N: {range}; default 1",
            ["range": OptionRange.words(OptionRange.scale)])),
        CommandOption(
          .dpi, .number("N", OptionRange.density),
          translated(
            "resolution in pixels per inch of paper: {range}; not with --scale",
            ["range": OptionRange.words(OptionRange.density)])
        ),
        CommandOption(
          .quality, .number("N", OptionRange.quality),
          translated(
            "quality of a JPEG or WebP: {range}; default 90", ["range": OptionRange.words(OptionRange.quality)])),
        CommandOption(.lossless, translated("write a WebP without losses")),
        CommandOption(
          .depth, .init(name: "BITS", kind: .choice(["8", "16"])),
          translated("bits a channel of a PNG: 8 or 16; default 8")),
        CommandOption(
          .layer, .init(name: "NAME", kind: .text), translated("only the layer of this name; without the paper")),
        CommandOption(.transparent, translated("leave the paper out")),
        CommandOption(.crop, translated("crop to the painted area")),
        force, help,
      ])
  }

  fileprivate static var edit: CommandDescription {
    CommandDescription(
      name: .edit, summary: translated("change strokes that were drawn, and keep what came after"),
      usage: [
        "fude edit FILE -o OUT.ora [OPTION]...",
        "fude edit FILE|new:SIZE -o OUT.ora --apply SCRIPT [--at N] [--keep-going]",
      ],
      operand: Operand(name: "FILE", isRequired: true, endings: drawings),
      about: [
        translated(
          """
          Change strokes of the drawing in FILE, which has its history, without a window. Everything that was drawn since is \
          drawn again where it must be: fills follow their outlines, and paint mixes with the new colours. The change can be \
          undone in OUT.
          """),
        translated(
          "Without an option that says which, all strokes are changed; with several, those for which all of them hold."),
        translated(
          """
          Or perform the operations of a script, a JSON list such as fude info --history --json writes, each as a step that \
          can be undone. FILE is any drawing or picture then, or new:WIDTHxHEIGHT or new:endless for a new drawing.
          """),
      ],
      options: [
        CommandOption(
          .output, .init(name: "OUT", kind: .file(["ora"])), translated("the drawing to write; it ends in .ora")),
        CommandOption(
          .strokes, .init(name: "N,N-N", kind: .text),
          translated("the strokes of these numbers, as fude info --strokes lists them")),
        CommandOption(.brush, .init(name: "NAME", kind: .text), translated("strokes of this brush")),
        CommandOption(.color, .init(name: "#RRGGBB", kind: .colour), translated("strokes of this colour")),
        CommandOption(.layer, .init(name: "NAME", kind: .text), translated("strokes on the layer of this name")),
        CommandOption(
          .inside, .init(name: "X,Y,W,H", kind: .text),
          translated("strokes whose ink lies in this part of the canvas, in pixels")),
        CommandOption(
          .set, .init(name: "KEY=VALUE", kind: .assignment(EditRequest.Property.allCases.map(\.rawValue))),
          translated(
            """
            give them another color (#RRGGBB), size (pixels), opacity (0 to 1), brush (a name or file), smoothing (0 to 100) \
            or layer (a name); can be given several times
            """)),
        CommandOption(
          .move, .init(name: "DX,DY", kind: .text), translated("move them by so many pixels to the right and down")),
        CommandOption(
          .scale, .number("N", OptionRange.scale),
          translated(
            "scale them N times, with their width, about their common middle: {range}",
            ["range": OptionRange.words(OptionRange.scale)])),
        CommandOption(.delete, translated("delete them")),
        CommandOption(
          .apply, .init(name: "SCRIPT", kind: .source(["json"])),
          translated("perform the operations of this script; - is standard input")),
        CommandOption(
          .at, .init(name: "N", kind: .whole(1...Int(Int32.max))),
          translated("insert them before the operation of this number, as fude info --history lists it")),
        CommandOption(.keepGoing, translated("leave out operations that are refused: each is reported")),
        force, help,
      ])
  }

  fileprivate static var replay: CommandDescription {
    CommandDescription(
      name: .replay, summary: translated("draw a recording again, into a PNG, a drawing or a time-lapse"),
      usage: [
        "fude replay RECORDING -o OUT.png|ora [OPTION]...", "fude replay FILE.ora --frames DIR [OPTION]...",
      ],
      operand: Operand(name: "RECORDING", isRequired: true, endings: ["pen", "ora", "journal"]),
      about: [
        translated(
          """
          Replay a recording without a window and write the canvas as a PNG image, the drawing with its history, or a \
          time-lapse as numbered images. RECORDING is a file written by fude record, a drawing with its history, or a journal. \
          Existing files are replaced only once the new ones are complete.
          """),
        translated("Options for brushes, canvas and smoothing are for recordings only."),
      ],
      options: [
        CommandOption(
          .output, .init(name: "OUT", kind: .file(Arguments.Replay.formats.map(\.ending))),
          translated("the image (.png) or the drawing with its history (.ora) to write")),
        CommandOption(
          .frames, .init(name: "DIR", kind: .folder),
          translated("the folder for the frames of a time-lapse; instead of -o")),
        rate, seconds, asChanged,
        CommandOption(
          .brush, .init(name: "BRUSH", kind: .source(["myb", "brush"])),
          translated("draw all strokes with this brush: a file of MyPaint (.myb) or of Fude (.brush), or a name")),
        CommandOption(
          .brushSize, .number("PX", OptionRange.brushSize),
          translated(
            "width of the brush at full pressure, in pixels: {range}; default that of BRUSH, or as recorded",
            ["range": OptionRange.words(OptionRange.brushSize)])),
        CommandOption(
          .color, .init(name: "#RRGGBB", kind: .colour), translated("colour of all strokes; default as recorded")),
        CommandOption(
          .seed, .init(name: "N", kind: .whole(OptionRange.seed)),
          translated(
            "chance of the brushes that depend on it: {range}; default 0",
            ["range": OptionRange.words(OptionRange.seed)])),
        CommandOption(
          .ground, .init(name: "PICTURE", kind: .source(["png", "jpg", "jpeg", "webp"])),
          translated("a picture to draw on, at the upper left corner of the layer")),
        CommandOption(.transparent, translated("leave the paper out")),
        CommandOption(.canvas, .size, translated("size of the canvas, in pixels; else as recorded")),
        CommandOption(
          .smoother, .init(name: "NAME", kind: .choice(Smoother.allCases.map(\.rawValue))),
          translated(
            "how samples become lines; from plain to good: {smoothers}",
            ["smoothers": Smoother.allCases.map(\.rawValue).joined(separator: ", ")])),
        CommandOption(
          .smoothing, .number("N", OptionRange.smoothing),
          translated(
            "strength of smoothing: {range}; default as recorded",
            ["range": OptionRange.words(OptionRange.smoothing)])),
        force, help,
      ])
  }

  fileprivate static var timelapse: CommandDescription {
    CommandDescription(
      name: .timelapse, summary: translated("make a video of how a drawing was made"),
      usage: ["fude timelapse FILE -o OUT.mp4|webm|gif [OPTION]...", "fude timelapse FILE --frames DIR [OPTION]..."],
      operand: Operand(name: "FILE", isRequired: true, endings: ["ora", "journal", "pen"]),
      about: [
        translated(
          """
          Write a video that shows how the drawing in FILE was made, without a window. FILE is a drawing with its history, a \
          journal, or a recording. The extension of OUT determines the format. Videos are made by the program ffmpeg, \
          which must be installed; numbered images need nothing. An existing file is replaced only once the new one is complete.
          """)
      ],
      options: [
        CommandOption(
          .output, .init(name: "OUT", kind: .file(FilmOptions.Format.films.map(\.rawValue))),
          translated("the video to write; it ends in .mp4, .webm or .gif")),
        CommandOption(
          .frames, .init(name: "DIR", kind: .folder),
          translated("the folder for the frames of a time-lapse; instead of -o")),
        rate, seconds, asChanged,
        CommandOption(
          .width, .number("PX", OptionRange.filmWidth),
          translated(
            "width in pixels, never more than the canvas has: {range}; else the longer side is {usual}",
            ["range": OptionRange.words(OptionRange.filmWidth), "usual": 1920])),
        force, help,
      ])
  }

  fileprivate static var thumbnail: CommandDescription {
    CommandDescription(
      name: .thumbnail, summary: translated("write a small picture of a file for a file manager"),
      usage: ["fude thumbnail FILE -o OUT [OPTION]..."],
      operand: Operand(name: "FILE", isRequired: true, endings: drawings),
      about: [
        translated(
          """
          Write a small PNG of the drawing or picture in FILE, whatever the name of OUT is, without a window. It is never \
          enlarged. The small picture that is stored in a drawing is used if it is large enough. File managers use this command.
          """)
      ],
      options: [
        CommandOption(
          .output, .init(name: "OUT", kind: .text), translated("the file to write, a PNG; it is replaced")),
        CommandOption(
          .size, .whole("PX", OptionRange.thumbnail),
          translated(
            "the longer side, in pixels: {range}; default {usual}",
            ["range": OptionRange.words(OptionRange.thumbnail), "usual": ThumbnailRequest.usualSize])),
        help,
      ])
  }

  private static var rate: CommandOption {
    CommandOption(
      .fps, .number("N", OptionRange.rate),
      translated(
        "frames a second: {range}; else {usual}",
        ["range": OptionRange.words(OptionRange.rate), "usual": Int(FramesRequest.usualRate)]))
  }

  private static var asChanged: CommandOption {
    CommandOption(
      .asChanged, translated("show strokes that were changed later from the start as they are in the end"))
  }

  private static var seconds: CommandOption {
    CommandOption(
      .seconds, .number("S", OptionRange.seconds),
      translated(
        """
        how many seconds the time-lapse takes: {range}; \
        else {usual}
        """, ["range": OptionRange.words(OptionRange.seconds), "usual": Int(FramesRequest.usualSeconds)]))
  }

  fileprivate static var record: CommandDescription {
    CommandDescription(
      name: .record, summary: translated("draw, and keep what the pen does in a file"),
      usage: ["fude record OUT [OPTION]..."],
      operand: Operand(name: "OUT", isRequired: true, endings: []),
      about: [
        translated(
          """
          Open a window to draw in, and write what the pen did to OUT when it is closed: plain text, one line a sample, \
          which fude replay draws again. A recording of that name is replaced.
          """)
      ],
      options: drawing(canvas: translated("size of the canvas, in pixels, or endless")) + [force, help])
  }

  fileprivate static var pens: CommandDescription {
    CommandDescription(
      name: .pens, summary: translated("list the pens, their axes and ranges"), usage: ["fude pens [OPTION]..."],
      operand: nil,
      about: [
        translated(
          """
          List the input devices that fude would draw with: what each is taken for and by what, its driver, its axes, their \
          ranges and resolutions.
          """)
      ],
      options: [
        CommandOption(.watch, translated("then print their events and report rates until Ctrl+C")),
        CommandOption(
          .report,
          translated("print everything for a bug report about a pen: the list, the server and the screen")),
        help,
      ])
  }

  fileprivate static var brushes: CommandDescription {
    CommandDescription(
      name: .brushes, summary: translated("list all brushes"), usage: ["fude brushes [OPTION]..."], operand: nil,
      about: [
        translated(
          """
          List Fude's brushes and those of MyPaint in the folders for them, one a line: name, group, what paints with it \
          (fude or mypaint), and its file, separated by tabs. A file that cannot be used is reported and left out.
          """)
      ],
      options: [CommandOption(.json, translated("write a JSON array of objects instead")), help])
  }

  fileprivate static var info: CommandDescription {
    CommandDescription(
      name: .info, summary: translated("describe a file"), usage: ["fude info FILE [OPTION]..."],
      operand: Operand(name: "FILE", isRequired: true, endings: drawings + ["pen", "brush", "myb", "gpl"]),
      about: [
        translated(
          """
          Say what is in FILE: a drawing, a journal, a picture, a recording, a brush or a palette. Each line is a key, a colon, a \
          space and a value; in values a backslash is written \\\\, a line break \\n. All layers of a \
          drawing are read, and any other file to its end, so what is described is whole.
          """)
      ],
      options: [
        CommandOption(.strokes, translated("list the strokes of a drawing with its history instead, one a line")),
        CommandOption(
          .history, translated("list all operations of a drawing with its history instead, one a line: number, time, …")
        ),
        CommandOption(
          .from, .init(name: "N", kind: .whole(1...Int(Int32.max))),
          translated("with --history, begin with this operation")),
        CommandOption(
          .to, .init(name: "N", kind: .whole(1...Int(Int32.max))), translated("with --history, end with this operation")
        ),
        CommandOption(
          .results, translated("with --history --json, also write what fills and MyPaint's brushes painted")),
        CommandOption(
          .json,
          translated(
            "write one JSON object instead; with --strokes an array of objects; with --history a script for fude edit")),
        help,
      ])
  }

  /// The options of a window to draw in.
  private static func drawing(canvas: String) -> [CommandOption] {
    [
      CommandOption(.geometry, .geometry, translated("size and place of the window, in pixels of the screen")),
      CommandOption(.canvas, .size, canvas),
      CommandOption(.fullscreen, translated("fill the screen")),
      CommandOption(
        .prediction, .number("MS", OptionRange.prediction, inMilliseconds: true),
        translated(
          """
          length of predicted ink in milliseconds: 0 (off) to {most}; default 8
          """, ["most": Int(OptionRange.prediction.upperBound)])),
      CommandOption(
        .smoothing, .number("N", OptionRange.smoothing),
        translated(
          """
          strength of smoothing: {range}; default {usual}
          """, ["range": OptionRange.words(OptionRange.smoothing), "usual": Int(Brush.defaultStrength)])),
    ]
  }
}
