import Rig

extension PeerBench {
  /// Starts the program with a brush of MyPaint and lets it paint once.
  /// - Parameters:
  ///   - brush: the brush's file, put where the program looks for it (`Peer.brushFile`).
  ///   - picture: the path for a picture of the result; nil for none.
  func painted(brush: PaintBrush, picture: String?) -> PaintedFigures {
    var figures = PaintedFigures()
    do throws(RigError) {
      guard let file = peer.brushFile else { throw RigError("it cannot be given a brush.") }
      let home = try TemporaryFolder()
      try home.write(brush.text, to: file)
      let seat = try BenchScreen(hasWindowManager: true)
      defer { seat.stop() }
      let arguments = peer.arguments.map { $0 == "BRUSH" ? "\(home.path)/\(file)" : $0 }
      let (program, window) = try open(seat, arguments, home)
      defer { end(program) }
      try prepare(seat, window)
      figures.idle = ProcessFigures.memory(of: program.processID)
      let blank = try seat.bench.screen.image(of: Painting.area)
      var painting = PeerFigures(name: peer.name)
      try paint(seat, program, &painting)
      (figures.full, figures.cost, figures.serverCost) = (painting.full, painting.cost, painting.serverCost)
      let image = try seat.bench.screen.image(of: Painting.area)
      figures.inked = Self.inked(image, blank)
      if let picture { try image.write(to: picture) }
      if figures.inked == 0 { throw RigError("nothing was painted.") }
    } catch {
      figures.notes.append("\(peer.name), \(brush.name): \(error)")
    }
    return figures
  }

  /// The pixels whose brightness differs between two pictures of one size by more than a breath.
  static func inked(_ image: Image, _ blank: Image) -> Int {
    var count = 0
    for y in 0..<image.height {
      for x in 0..<image.width where abs(Image.luma(image[x, y]) - Image.luma(blank[x, y])) > 16 { count += 1 }
    }
    return count
  }
}
