import Language

extension Action {
  /// An action that a search found.
  public struct Found: Sendable, Hashable {
    /// The action.
    public var action: Action
    /// The parts of the title that match, in order; none if another name matched.
    public var ranges: [Range<String.Index>]
  }

  /// The actions that match a query, best first. Each word must be found in the title or in the
  /// other names of an action: its characters in order, not necessarily together. The title counts
  /// more. Without words, all actions in the table's order.
  ///
  /// Equal actions are sorted by the length of the title, then by the table's order.
  public static func search(_ words: String) -> [Found] {
    let queries = words.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0) }
    guard !queries.isEmpty else { return all.map { Found(action: $0, ranges: []) } }
    var hits: [(found: Found, score: Int, length: Int, place: Int)] = []
    for (place, action) in all.enumerated() {
      guard let (score, positions) = match(queries, action) else { continue }
      let title = action.title
      let found = Found(action: action, ranges: ranges(of: positions, in: title))
      hits.append((found, score, title.count, place))
    }
    hits.sort { ($1.score, $0.length, $0.place) < ($0.score, $1.length, $1.place) }
    return hits.map(\.found)
  }

  /// The other names, one word each, in lower case: in the user's language and in English, which
  /// manuals and other programs often use.
  private var otherNames: [[Character]] {
    var names = [also?.translation, also?.english].compactMap { $0 }
    if message.translation != message.english { names.append(message.english) }
    return names.flatMap { $0.lowercased().split(separator: " ") }.map { Array($0) }
  }

  /// The score of all words, and the matching parts of the title.
  private static func match(_ queries: [[Character]], _ action: Action) -> (score: Int, positions: Set<Int>)? {
    let title = Array(action.title)
    let names = action.otherNames
    var total = 0
    var positions: Set<Int> = []
    for query in queries {
      let inTitle = FuzzyMatch(query, in: title)
      // Other names match by their beginning only; otherwise short words would match nearly
      // everything. A whole name counts nearly as much as the title.
      let inNames = names.compactMap { name -> Int? in
        guard name.starts(with: query), let score = FuzzyMatch(query, in: name)?.score else { return nil }
        return name.count == query.count ? score * 7 / 8 : score * 3 / 4
      }
      let byName = inNames.max() ?? 0
      guard let score = [inTitle?.score, byName > 0 ? byName : nil].compactMap({ $0 }).max() else { return nil }
      total += score
      if let inTitle, inTitle.score >= byName { positions.formUnion(inTitle.positions) }
    }
    return (total, positions)
  }

  /// Positions as ranges of neighbours.
  private static func ranges(of positions: Set<Int>, in title: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for position in positions.sorted() {
      let start = title.index(title.startIndex, offsetBy: position)
      let end = title.index(after: start)
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }
}
