/// Suggestions for mistyped words.
enum EditDistance {
  /// The word that was most likely meant; nil if none is near.
  ///
  /// A word is near if it is the only one with this beginning, or if it is one typing error away,
  /// or two for words of six letters or more.
  static func nearest(to word: String, among words: [String]) -> String? {
    let typed = Array(word.lowercased())
    let letters = typed.count { $0 != "-" }
    guard letters >= 2 else { return nil }
    let beginning = words.filter { $0.hasPrefix(word) }
    if beginning.count == 1 { return beginning[0] }
    let near = words.map { (word: $0, distance: distance(typed, Array($0))) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= (letters < 6 ? 1 : 2) else { return nil }
    return near.word
  }

  /// The number of letters to insert, delete, replace, or exchange with their neighbour (the
  /// optimal string alignment distance, a restricted form of Damerau's, "A technique for computer
  /// detection and correction of spelling errors", 1964).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var least = min(above[j + 1] + 1, row[j] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
        row.append(least)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
