extension Arguments.HelpTopic {
  /// How the command is called, without its options.
  var invocation: String {
    switch self {
    case .program: "fude"
    case .replay: "fude replay"
    case .record: "fude record"
    case .pens: "fude pens"
    }
  }

  /// The help, ending in a line feed, at most 80 columns wide.
  func text(smoothers: [String] = Arguments.smootherNames) -> String {
    switch self {
    case .program: Self.programText
    case .replay: Self.replayText(smoothers.joined(separator: ", "))
    case .record: Self.recordText
    case .pens: Self.pensText
    }
  }

  private static let programText = """
    Usage: fude [FILE] [OPTION]...
           fude replay RECORDING -o OUT.png [OPTION]...
           fude record OUT [OPTION]...
           fude pens

    Draw with a pen, or with a mouse. FILE is a drawing (OpenRaster, .ora) or a PNG
    image to go on with; without one there is an empty canvas, twice as large as
    the window.

    Options:
      --geometry WxH+X+Y  size and place of the window, in pixels of the screen
      --canvas WxH        size of a new canvas, in pixels
      --fullscreen        fill the screen
      --prediction MS     how far ink runs ahead of the pen where its way is
                          certain, in milliseconds: 0 (not at all) to 16; else 8
      --smoothing N       how much shake is taken out of lines: 0 to 100; else 20
      -h, --help          show this help; after a command, its own
      --version           show the version

    Commands:
      replay              draw a recording without a window and write a PNG
      record              draw, and keep what the pen does in a file
      pens                list the pens, their axes and ranges

    A file that is named like a command is opened as ./replay or after --.

    Wheel: zoom (Ctrl: up and down, Shift: sideways). Middle button or Space: drag
    the canvas. The dial at the lower right turns it. B draws with the pen, Shift+B
    the brush pen, P the pencil, Shift+P the tilt pencil, M the marker, A the
    airbrush, E the eraser; [ and ] make a brush smaller and larger. Ctrl+Z undoes,
    Ctrl+Shift+Z redoes, Delete clears. Ctrl+N, O, S, W: new, open, save, close;
    Ctrl+Shift+S saves under another name, Ctrl+E exports a PNG to the folder for
    pictures. F1 shows all keys, Ctrl+K searches all commands.

    Exit status: 0 done, 1 could not, 2 the command line is wrong.

    """

  private static func replayText(_ smoothers: String) -> String {
    """
    Usage: fude replay RECORDING -o OUT.png [OPTION]...

    Draw what a pen did once more, without a window, and write the canvas as a PNG
    image. RECORDING is a file that fude record wrote, or a journal of a drawing
    that Fude keeps by itself. OUT.png is replaced if it is there, but only by a
    whole image.

    Options:
      -o, --output OUT.png  the image to write
      --canvas WxH          size of the canvas, in pixels; else as recorded
      --smoother NAME       how samples become lines, from plain to good:
                            \(smoothers)
      --smoothing N         how much shake is taken out: 0 to 100; else as recorded
      -h, --help            show this help

    """
  }

  private static let recordText = """
    Usage: fude record OUT [OPTION]...

    Open a window to draw in, and write what the pen did to OUT when it is closed:
    plain text, one line a sample, which fude replay draws again. A file of that
    name is replaced.

    Options:
      --geometry WxH+X+Y  size and place of the window, in pixels of the screen
      --canvas WxH        size of the canvas, in pixels
      --fullscreen        fill the screen
      --prediction MS     how far ink runs ahead of the pen where its way is
                          certain, in milliseconds: 0 (not at all) to 16; else 8
      --smoothing N       how much shake is taken out of lines: 0 to 100; else 20
      -h, --help          show this help

    """

  private static let pensText = """
    Usage: fude pens

    List the input devices that fude would draw with: what each is taken for, its
    axes, their ranges and resolutions. Worth adding to any report about a pen.

    Options:
      -h, --help          show this help

    """
}

/// Which version this is.
enum Version {
  /// As semver.org counts.
  static let number = "0.1.0"
  /// What `fude --version` prints, ending in a line feed.
  static let text = "fude \(number)\n"
}
