import Language

extension Layer {
  /// The name in the user's language.
  public var shownName: String { Self.shown(name) }

  /// Translates a layer's name if Fude chose it. Generated names are stored in English, so that
  /// replaying a drawing gives the same result on every machine.
  public static func shown(_ name: String) -> String {
    if name == "Ink" { return translated("Ink", context: "name of a layer") }
    if let number = number(in: name, behind: "Layer ") { return translated("Layer {number}", ["number": number]) }
    if let number = number(in: name, behind: "Group ") { return translated("Group {number}", ["number": number]) }
    if name.hasSuffix(" copy") { return translated("{layer} copy", ["layer": shown(String(name.dropLast(5)))]) }
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    if words.count > 2, words[words.count - 2] == "copy",
      let number = number(in: String(words[words.count - 1]), behind: "")
    {
      let original = words.dropLast(2).joined(separator: " ")
      return translated("{layer} copy {number}", ["layer": shown(original), "number": number])
    }
    return name
  }

  private static func number(in name: String, behind start: String) -> Int? {
    let digits = name.dropFirst(start.count)
    guard name.hasPrefix(start), (1...6).contains(digits.utf8.count), digits.first != "0" else { return nil }
    return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
