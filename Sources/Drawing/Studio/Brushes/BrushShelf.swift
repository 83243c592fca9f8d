import Ink

/// What the user has noted about brushes: favourites in an order, and tags.
///
/// Brushes are named as in recordings (`Brush.isRecordedName`). A name stays when its file is gone,
/// since the file may come back.
public struct BrushShelf: Sendable, Hashable {
  /// Brushes with a word that the user has given them.
  public struct Tag: Sendable, Hashable {
    /// The word, as `BrushShelf.tagName` gives it.
    public let name: String
    /// The names of the brushes, in the order in which they were tagged; not empty.
    public internal(set) var brushes: [String]
  }

  /// The names of the favourites, in the user's order.
  public private(set) var favourites: [String] = []
  /// The tags, sorted by name.
  public private(set) var tags: [Tag] = []

  /// The most favourites, tags, and brushes with one tag.
  public static let most = (favourites: 100, tags: 50, tagged: 1000)
  /// The longest name of a tag, characters.
  public static let longestTag = 40

  /// Nothing noted.
  public init() {}

  /// Whether a brush is a favourite.
  public func isFavourite(_ brush: String) -> Bool { favourites.contains(brush) }

  /// Adds a brush at the end of the favourites, or removes it. Does nothing for what is no name, or
  /// beyond the most.
  public mutating func setFavourite(_ brush: String, _ isFavourite: Bool) {
    guard isFavourite else { return favourites.removeAll { $0 == brush } }
    guard Brush.isRecordedName(brush), !favourites.contains(brush), favourites.count < Self.most.favourites else {
      return
    }
    favourites.append(brush)
  }

  /// Moves a favourite by `steps` places towards the end; less than 0 towards the start. It stops at
  /// the ends.
  public mutating func move(favourite brush: String, by steps: Int) {
    guard let from = favourites.firstIndex(of: brush) else { return }
    let to = min(max(0, from.addingReportingOverflow(steps).partialValue), favourites.count - 1)
    favourites.remove(at: from)
    favourites.insert(brush, at: to)
  }

  /// The tags of a brush.
  public func tags(of brush: String) -> [String] { tags.filter { $0.brushes.contains(brush) }.map(\.name) }

  /// Gives a brush a tag, or takes it away. A tag without brushes vanishes. Does nothing for what is
  /// no name, or beyond the most.
  public mutating func setTag(_ name: String, on brush: String, _ isTagged: Bool) {
    guard let name = Self.tagName(name), Brush.isRecordedName(brush) else { return }
    let at = tags.firstIndex { $0.name == name }
    if !isTagged {
      guard let at else { return }
      tags[at].brushes.removeAll { $0 == brush }
      if tags[at].brushes.isEmpty { tags.remove(at: at) }
    } else if let at {
      if !tags[at].brushes.contains(brush), tags[at].brushes.count < Self.most.tagged { tags[at].brushes.append(brush) }
    } else if tags.count < Self.most.tags {
      tags.insert(Tag(name: name, brushes: [brush]), at: tags.firstIndex { $0.name > name } ?? tags.count)
    }
  }

  /// A text as the name of a tag: without spaces around it, cut to `longestTag`. Nil if nothing is
  /// left or it has control characters.
  public static func tagName(_ text: String) -> String? {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var name = words.prefix(longestTag)
    while name.last?.isWhitespace ?? false { name.removeLast() }
    return name.isEmpty ? nil : String(name)
  }

  /// A list of names after a change that another window has not seen: its own list with what was
  /// added and removed here, in the order of here.
  /// - Parameters:
  ///   - old, new: the names here, before and after the change.
  ///   - other: the names there.
  static func merged(_ old: [String], _ new: [String], into other: [String]) -> [String] {
    let removedThere = Set(old).subtracting(other)
    let addedThere = other.filter { !old.contains($0) && !new.contains($0) }
    return new.filter { !removedThere.contains($0) } + addedThere
  }

  /// Fails a precondition if a value cannot have come from the methods above.
  func checkInvariants() {
    precondition(favourites.count <= Self.most.favourites && Set(favourites).count == favourites.count)
    precondition(favourites.allSatisfy(Brush.isRecordedName))
    precondition(tags.count <= Self.most.tags && zip(tags, tags.dropFirst()).allSatisfy { $0.name < $1.name })
    for tag in tags {
      precondition(Self.tagName(tag.name) == tag.name && !tag.brushes.isEmpty && tag.brushes.count <= Self.most.tagged)
      precondition(Set(tag.brushes).count == tag.brushes.count && tag.brushes.allSatisfy(Brush.isRecordedName))
    }
  }
}
