import Language

extension Layer {
  /// The name in the user's language.
  public var shownName: String { Self.shown(properties.name) }

  /// Translates a layer's name if Fude chose it. Generated names are stored in English, so that
  /// replaying a drawing gives the same result on every machine.
  public static func shown(_ name: String) -> String { shown(name, levels: mostLevels) }

  /// How many copies of copies a name is taken apart for. Names in files can have any length.
  private static let mostLevels = 8

  private static func shown(_ name: String, levels: Int) -> String {
    if levels == 0 { return name }
    if name == "Ink" { return translated("Ink", context: "name of a layer") }
    if name == Flats.layerName { return translated("Flats", context: "name of a layer") }
    if name == "Quick mask" { return translated("Quick mask") }
    if let number = number(in: name, behind: "Selection ") {
      return translated("Selection {number}", ["number": number])
    }
    if let number = number(in: name, behind: "Layer ") { return translated("Layer {number}", ["number": number]) }
    if let number = number(in: name, behind: "Group ") { return translated("Group {number}", ["number": number]) }
    guard let (original, number) = copied(name) else { return name }
    return number.map {
      translated("{layer} copy {number}", ["layer": shown(original, levels: levels - 1), "number": $0])
    }
      ?? translated("{layer} copy", ["layer": shown(original, levels: levels - 1)])
  }

  /// The name of the layer that copies are named after: "Ink" for "Ink copy", "Ink copy 2" and "Ink".
  static func original(_ name: String) -> String {
    var name = name
    for _ in 0..<mostLevels {
      guard let copied = copied(name), !copied.original.isEmpty else { break }
      name = copied.original
    }
    return name
  }

  /// The parts of the name of a copy; nil for other names.
  private static func copied(_ name: String) -> (original: String, number: Int?)? {
    if name.hasSuffix(" copy") { return (String(name.dropLast(5)), nil) }
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2, words[words.count - 2] == "copy",
      let number = number(in: String(words[words.count - 1]), behind: "")
    else { return nil }
    return (words.dropLast(2).joined(separator: " "), number)
  }

  private static func number(in name: String, behind start: String) -> Int? {
    let digits = name.dropFirst(start.count)
    guard name.hasPrefix(start), (1...6).contains(digits.utf8.count), digits.first != "0" else { return nil }
    return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
