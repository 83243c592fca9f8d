import RandomSource
import Testing

@testable import Studio

@Suite("The search for actions") struct ActionSearchTests {
  /// Fails if the usual meaning of a few letters is not found first.
  @Test(
    arguments: [
      ("un", .undo), ("undo", .undo), ("re", .redo), ("red", .redo), ("zi", .zoomIn), ("zo", .zoomIn),
      ("zout", .zoomOut),
      ("zoom out", .zoomOut), ("out zoom", .zoomOut), ("full", .toggleFullScreen), ("fs", .toggleFullScreen),
      ("pen", .pen), ("pencil", .pencil), ("tp", .tiltPencil), ("br pen", .brushPen), ("brush", .brushes),
      ("brush p", .brushPen),
      ("er", .eraser), ("air", .airbrush), ("sel all", .selectAll), ("lasso", .selectLasso), ("quit", .quit),
      ("close", .close), ("exit", .quit), ("save", .save), ("ora", .save), ("png", .export), ("pick", .eyedropper),
      ("bucket", .fill), ("fill", .fill), ("fill col", .fillWithColour),
      ("circle", .ellipse), ("100", .zoomActual), ("whole", .zoomWhole), ("fit", .zoomWhole), ("mir", .mirror),
      ("flip h", .flipImage), ("flip v", .flipImageVertically), ("upside down", .flipImageVertically),
      ("flip view", .mirror), ("panels", .togglePanels), ("pref", .settings), ("sett", .settings),
      ("help", .manual), ("keys", .showKeys), ("guide", .nextStabiliser), ("upright", .rotateUpright),
      ("whole canvas", .zoomWhole), ("turn left", .rotateLeft), ("remove layer", .deleteLayer),
      ("take apart", .ungroupLayer),
      ("left", .rotateLeft), ("rotate right", .rotateRight), ("bigger", .larger), ("colors swap", .swapColours),
      ("CLEAR", .clear), ("del", .deleteLayer), ("delete sel", .delete), ("des", .deselect), ("sym", .symmetry),
      ("line", .line), ("hand", .hand),
    ] as [(String, Action)])
  func meaningOfArguments(_ words: String, _ action: Action) {
    #expect(Action.search(words).first?.action == action, "\(Action.search(words).prefix(4).map(\.action.title))")
  }

  /// Fails if the words of other programs find nothing, or another action before the one that Fude has for them.
  @Test(
    arguments: [
      ("texture", .editBrush), ("grain", .editBrush), ("transform", .selectRectangle),
      ("free transform", .selectRectangle), ("dodge", .layerBlend), ("burn", .layerBlend),
      ("preserve opacity", .lockTransparency), ("stabilizer", .nextStabiliser), ("reference", .references),
      ("bucket", .fill), ("smudge", .blend), ("marquee", .selectRectangle), ("opacity", .layerOpacity),
    ] as [(String, Action)])
  func wordsOfOtherPrograms(_ words: String, _ action: Action) {
    #expect(Action.search(words).first?.action == action, "\(Action.search(words).prefix(4).map(\.action.title))")
  }

  /// Fails if an empty query hides an action, or nonsense finds one.
  @Test func nothingAndNonsense() {
    #expect(Action.search("").map(\.action) == Action.all)
    #expect(Action.search("  \t ").map(\.action) == Action.all)
    #expect(Action.search("qzxj").isEmpty)
    #expect(Action.search("undo qzxj").isEmpty)
    #expect(Action.search(String(repeating: "o", count: 1000)).isEmpty)
  }

  /// Fails if other letters are highlighted than the typed ones.
  @Test func rangesAreThoseTyped() throws {
    func parts(_ words: String) -> [String] {
      guard let first = Action.search(words).first else { return [] }
      return first.ranges.map { String(first.action.title[$0]) }
    }
    #expect(parts("zi") == ["Z", "i"])
    #expect(parts("full scr") == ["Full", "Scr".lowercased()])
    #expect(parts("undo") == ["Undo"])
    #expect(parts("exit") == [])
  }

  /// Fails if a match is not the query's characters in order, or not the best one; compared with
  /// all possible matches.
  @Test func theBestWayIsFound() throws {
    var rng = RandomSource(4)
    let letters = Array("ab A-")
    for _ in 0..<3000 {
      let text = (0..<rng.roll(0...9)).map { _ in letters[rng.roll(0..<letters.count)] }
      let query = (0..<rng.roll(0...4)).map { _ in letters[rng.roll(0..<letters.count)] }
      let found = FuzzyMatch(query, in: text)
      let best = Self.allWays(query, text).map { Self.score($0, text) }.max()
      #expect(found?.score == best, "\(String(query)) in \(String(text))")
      guard let found else { continue }
      #expect(Self.score(found.positions, text) == best)
      #expect(found.positions.map { text[$0].lowercased() } == query.map { $0.lowercased() })
    }
  }

  private static func allWays(_ query: [Character], _ text: [Character], from start: Int = 0) -> [[Int]] {
    guard let first = query.first else { return start == 0 ? [] : [[]] }
    return (start..<max(start, text.count)).filter { text[$0].lowercased() == first.lowercased() }.flatMap { j in
      query.count == 1 ? [[j]] : allWays(Array(query.dropFirst()), text, from: j + 1).map { [j] + $0 }
    }
  }

  /// The score of one match, by its definition.
  private static func score(_ positions: [Int], _ text: [Character]) -> Int {
    func reward(_ j: Int) -> Int {
      guard text[j].isLetter else { return 0 }
      return j == 0 ? 10 : text[j - 1].isLetter ? 0 : 8
    }
    var total = 0
    var run = 0
    for (i, j) in positions.enumerated() {
      if i > 0, positions[i - 1] == j - 1 {
        run = max(run, reward(j))
        total += 16 + max(run, 4)
      } else {
        if i > 0 { total -= 3 + (j - positions[i - 1] - 2) }
        run = reward(j)
        total += 16 + run * (i == 0 ? 2 : 1)
      }
    }
    return total
  }
}
