/// A match of a query's characters, in order, in a text, with its score and positions.
///
/// The best alignment is found by dynamic programming, as T. Smith and M. Waterman align sequences
/// ("Identification of Common Molecular Subsequences", J. Mol. Biol. 147, 1981), with affine gaps
/// (O. Gotoh, 1982). The rewards follow fzf's (github.com/junegunn/fzf, algo.go): a character at
/// the start of a word counts more, at the start of the text slightly more again, the query's first
/// character twice as much, and a run keeps the reward of its start. Case is ignored.
///
/// Cost: O(mn) for a text of n characters and a query of m.
struct FuzzyMatch: Sendable, Hashable {
  /// How good the match is; larger is better. Comparable between texts for one query.
  var score: Int
  /// The positions of the query's characters in the text, ascending.
  var positions: [Int]

  private static let match = 16
  private static let gapStart = -3
  private static let gapExtension = -1
  private static let wordStart = 8
  private static let textStart = 10
  private static let run = 4
  private static let firstFactor = 2
  /// Lower than any score, with space for subtracting gaps.
  private static let never = Int.min / 2

  /// The best alignment of the query's beginning that ends with a match at one position.
  private struct Cell {
    var score = never
    /// The reward of the first character of this match's run.
    var runReward = 0
    /// The position of the query's previous character.
    var previous = -1
  }

  /// The best match of `query` in `text`; nil if there is none or the query is empty.
  init?(_ query: [Character], in text: [Character]) {
    guard !query.isEmpty, query.count <= text.count else { return nil }
    let wanted = query.map(Self.folded)
    let folded = text.map(Self.folded)
    let rewards = text.indices.map { Self.reward(at: $0, of: text) }
    var rows: [[Cell]] = []
    for (i, character) in wanted.enumerated() {
      var row = [Cell](repeating: Cell(), count: text.count)
      // The best score of the previous part of the query, with the gap up to here.
      var gap = Self.never
      var gapFrom = -1
      for j in text.indices {
        if i > 0, j >= 2 {
          gap += Self.gapExtension
          let opened = rows[i - 1][j - 2].score + Self.gapStart
          if opened > gap { (gap, gapFrom) = (opened, j - 2) }
        }
        guard folded[j] == character else { continue }
        row[j] = i == 0 ? Self.first(rewards[j]) : Self.next(rewards[j], rows[i - 1], j, gap, gapFrom)
      }
      rows.append(row)
    }
    guard let last = rows.last, let end = last.indices.max(by: { last[$0].score < last[$1].score }),
      last[end].score > Self.never / 2
    else { return nil }
    score = last[end].score
    positions = [end]
    var at = end
    for row in rows.reversed().dropLast() {
      at = row[at].previous
      positions.append(at)
    }
    positions.reverse()
  }

  private static func first(_ reward: Int) -> Cell {
    Cell(score: match + reward * firstFactor, runReward: reward)
  }

  private static func next(_ reward: Int, _ before: [Cell], _ j: Int, _ gap: Int, _ gapFrom: Int) -> Cell {
    var cell = Cell()
    if gap > never / 2 { cell = Cell(score: gap + match + reward, runReward: reward, previous: gapFrom) }
    guard j > 0, before[j - 1].score > never / 2 else { return cell }
    // The start of a word within a run begins a better run.
    let runReward = max(before[j - 1].runReward, reward)
    let score = before[j - 1].score + match + max(runReward, run)
    if score >= cell.score { cell = Cell(score: score, runReward: runReward, previous: j - 1) }
    return cell
  }

  private static func reward(at j: Int, of text: [Character]) -> Int {
    let isWord = text[j].isLetter || text[j].isNumber
    guard isWord else { return 0 }
    guard j > 0 else { return textStart }
    let before = text[j - 1]
    return before.isLetter || before.isNumber ? 0 : wordStart
  }

  private static func folded(_ character: Character) -> Character {
    let lower = character.lowercased()
    return lower.count == 1 ? Character(lower) : character
  }
}
