import Rig

/// Fude beside MyPaint with MyPaint's own brushes, each brush with both programs in turn.
struct PaintedComparison {
  /// The figures of a brush.
  struct Pair {
    var brush: String
    var fude: PaintedFigures
    var mypaint: PaintedFigures
  }

  /// The largest shares of MyPaint's figures.
  static let limits = (cost: 0.25, memory: 0.5)
  static let title = "painting with brushes of MyPaint"

  /// Fude's executable.
  let fude: String
  /// A folder for pictures of what was painted; nil for none.
  let pictures: String?

  /// Measures.
  /// - Parameter note: receives each brush before it is measured.
  func chapter(_ note: (String) -> Void) throws -> Report.Chapter {
    let mypaint = Peer.paintingMyPaint
    let missing = Program.find(mypaint.command) == nil ? "MyPaint is not installed (Debian package mypaint)" : nil
    if let absence = PaintBrush.absence ?? missing {
      return Report.Chapter(title: Self.title, rows: [], notes: ["\(absence), so nothing was measured."])
    }
    var pairs: [Pair] = []
    for name in PaintBrush.painters {
      note(name)
      let brush = try PaintBrush(named: name)
      func painted(_ peer: Peer) -> PaintedFigures {
        let file = name.map { $0 == "/" ? "-" : $0 }
        return PeerBench(peer, strokes: 1, picture: nil)
          .painted(brush: brush, picture: pictures.map { "\($0)/\(peer.name)-\(String(file)).png" })
      }
      pairs.append(Pair(brush: name, fude: painted(.paintingFude(fude)), mypaint: painted(mypaint)))
    }
    return Self.chapter(pairs)
  }

  /// The table: a row for each brush and figure.
  static func chapter(_ pairs: [Pair]) -> Report.Chapter {
    var table = TextTable([title, "", "Fude", "MyPaint", "share", "target"])
    var rows: [Report.Row] = []
    func add(
      _ name: String, _ unit: String, _ digits: Int, _ values: (fude: Double?, mypaint: Double?), limit: Double? = nil
    ) {
      for (program, value) in [("Fude", values.fude), ("MyPaint", values.mypaint)] {
        rows.append(Report.Row(name: "\(program): \(name)", value: value, unit: unit, digits: digits))
      }
      let share = values.fude.flatMap { own in values.mypaint.flatMap { $0 > 0 ? own / $0 : nil } }
      let target = limit.map { Report.Target.atMost($0) }
      rows.append(Report.Row(name: "Fude's share of MyPaint's: \(name)", value: share, unit: "", target: target))
      let judged = target.flatMap { target in
        share.map { ["\(target.words(2)): \(target.isMet(by: $0) ? "met" : "not met")"] }
      }
      table.add(
        [
          name, unit, values.fude?.decimal(digits) ?? "-", values.mypaint?.decimal(digits) ?? "-",
          share?.decimal(2) ?? "-",
        ]
          + (judged ?? []))
    }
    for pair in pairs {
      let (fude, mypaint) = (pair.fude, pair.mypaint)
      add("\(pair.brush): processor time", "s", 2, (fude.cost, mypaint.cost), limit: limits.cost)
      add("\(pair.brush): the X server's for it", "s", 2, (fude.serverCost, mypaint.serverCost))
      add("\(pair.brush): memory before (PSS)", "MiB", 0, (fude.idle, mypaint.idle))
      add("\(pair.brush): memory after (PSS)", "MiB", 0, (fude.full, mypaint.full), limit: limits.memory)
      add("\(pair.brush): changed px", "", 0, (fude.inked.map(Double.init), mypaint.inked.map(Double.init)))
    }
    let notes = pairs.flatMap { $0.fude.notes + $0.mypaint.notes }
    return Report.Chapter(title: title, rows: rows, table: table, notes: explanations + notes)
  }

  private static var explanations: [String] {
    [
      "Both programs have the same file of the brush, its radius set to \(PaintBrush.radius.decimal(0)) px before pressure, "
        + "and are in turn; each brush in a new process, drawings at 100 %. The painting: 2250 samples in 30 strokes, 30 s.",
      "MyPaint draws with that brush because the file takes the place of its default brush in its home. Its canvas has no "
        + "end; Fude's is \(Peer.canvas.width)x\(Peer.canvas.height) px.",
    ]
  }
}
