import Files

/// The commands of `penlab`. Each is a type that parses its arguments.
enum Subcommand: String, CaseIterable {
  case bench
  case peers = "bench-peers"
  case circles, demo, doodles, latency, scores, screenshots, server, shapes

  /// Runs a command line.
  /// - Throws: `UsageError` for an invalid command line, else an error that describes itself in one
  ///   sentence.
  static func run(_ words: [String]) throws {
    guard let word = words.first else { throw UsageError("what is to be done? (see penlab --help)") }
    if word == "--help" || word == "-h" {
      Standard.output(help)
      return
    }
    guard let subcommand = Subcommand(rawValue: word) else {
      throw UsageError("there is no command \"\(word)\" (see penlab --help)")
    }
    let rest = words.dropFirst()
    switch subcommand {
    case .bench: try BenchCommand(rest).run()
    case .peers: try PeersCommand(rest).run()
    case .circles: try CirclesCommand(rest).run()
    case .demo: try DemoCommand(rest).run()
    case .doodles: try DoodlesCommand(rest).run()
    case .server: try ServerCommand(rest).run()
    case .latency: try LatencyCommand(rest).run()
    case .screenshots: try ScreenshotsCommand(rest).run()
    case .scores: try ScoresCommand(rest).run()
    case .shapes: try ShapesCommand(rest).run()
    }
  }

  private static let help = """
    Usage: penlab bench [--only CHAPTER,...] [--strokes N] [--canvases WxH,...]
                        [--views 50,100,400,30] [--rates 200,1000] [--brushes N]
                        [--json FILE] [--page FILE] [--program FUDE] [--recording FILE]
           penlab bench-peers [--only NAME,...] [--strokes N] [--json FILE] [--page FILE]
                              [--pictures FOLDER] [--program FUDE]
                              [--part programs|painting]
           penlab circles [--program FUDE]
           penlab demo --program FUDE --recording FILE --screenshot OUT.png --export OUT.png
           penlab doodles [--strokes N] [--samples N] [--canvas WxH] [--brushes NAME,...]
                          --output OUT.pen
           penlab server [--size WIDTHxHEIGHT] [--wm] [--driver wacom|libinput]
           penlab latency [--size WIDTHxHEIGHT] [--wm] [--rows Y,Y...] [--speed PX/S] [--rate HZ]
                          [--key KEY]... [--no-prediction] [--hover] [--saving WIDTHxHEIGHT]
                          [PROGRAM ARGUMENT...]
           penlab scores [--recording FILE]
           penlab shapes [--recording FILE] [--strokes N] [--first SEED]
           penlab screenshots --program FUDE --recording FILE --folder FOLDER [--language LANGUAGE]

    For those who develop Fude.

      bench     how soon ink follows the pen beside the null client, by zoom, turn and canvas;
                start, memory, processor time, undo, zoom, pan, dial, idling, a flood of input,
                10,000 strokes, brushes of MyPaint (--brushes: of how many the latency
                is measured, 5 at first); then what a sample, a frame, a file cost. Chapters:
                \(BenchChapter.allCases.map(\.rawValue).joined(separator: " "))
                --page: into the page of published figures, its last run replaced
      bench-peers
                the same of the drawing programs that people use, beside Fude, in one table;
                --pictures: what each has drawn, for looking at;
                then Fude and MyPaint with brushes of MyPaint (--part: only one of both)
      circles   how round fast circles of few samples come out on the screen
      demo      run Fude on a virtual display, draw with a virtual pen, keep both pictures
      doodles   writes a recording of many strokes, for the memory of fude replay
      server    an X server with a pen, a mouse, a keyboard and a touch screen that obeys
                the commands on standard input ("help" there lists them) until that ends;
                --driver: with a tablet as well, read by the driver that people have
      latency   how soon ink follows the pen on the screen: of the null client, which only draws
                lines, and of a program that the keys prepare; figures of one run compare;
                --no-prediction tells Fude to draw no ink ahead of the pen;
                --saving: once more, while it saves a drawing of that size;
                --hover: how soon what a program draws under a hovering pen follows it; of
                Fude what is no picture of the pointer, such as outlines of some 70 px
      scores    how true and how calm the curve of each smoother is, and how right
                ink is that runs ahead of the pen
      shapes    what figures a held pen makes of synthetic strokes, and of a recording's
      screenshots
                the window of Fude at three sizes, two densities, in both themes

    """
}
