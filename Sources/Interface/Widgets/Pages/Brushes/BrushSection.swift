import Document
import Language
import Studio

/// A part of the list of brushes, with a heading.
struct BrushSection: Hashable {
  /// What its brushes have in common.
  enum Kind: Hashable {
    case favourites, recent
    /// The user's word.
    case tag(String)
    case own
    /// A folder of brushes, and whether they are MyPaint's; empty for brushes outside of folders.
    case group(String, isOfMyPaint: Bool)
  }

  var kind: Kind
  /// The names of the brushes, in the order of the list.
  var names: [String]
  /// Whether its brushes can paint.
  var isUsable = true

  /// The heading.
  var title: String {
    switch kind {
    case .favourites: translated("Favourites")
    case .recent: translated("Recent", context: "brushes")
    case .tag(let name): name
    case .own: "Fude"
    case .group(let name, let isOfMyPaint): Self.heading(ofGroup: name, isOfMyPaint: isOfMyPaint)
    }
  }

  /// The heading of a group of brushes.
  private static func heading(ofGroup name: String, isOfMyPaint: Bool) -> String {
    if let group = ChosenBrushes.group(name) { return group.title }
    if !isOfMyPaint { return name.isEmpty ? translated("Other brushes") : PopUpItem.title(name) }
    return name.isEmpty ? "MyPaint" : "MyPaint: " + PopUpItem.title(name)
  }

  /// All sections of a state that have brushes. Brushes whose files are gone are left out of those
  /// that the user has put together.
  static func all(in state: InterfaceState) -> [BrushSection] {
    let own = ToolItem.inOrder(state.brushes.filter { state.catalogue[$0] == nil })
    let known = Set(own).union(state.catalogue.groups.flatMap { $0.entries.map(\.name) })
    func section(_ kind: Kind, _ names: [String]) -> BrushSection {
      BrushSection(kind: kind, names: names.filter(known.contains))
    }
    let shelf = state.settings.shelf
    // The brush in use alone is no help.
    let recent = state.recentBrushes.count > 1 ? state.recentBrushes : []
    var all = [section(.favourites, shelf.favourites), section(.recent, recent)]
    all += shelf.tags.map { section(.tag($0.name), $0.brushes) }
    all.append(BrushSection(kind: .own, names: own))
    let groups = state.catalogue.groups
    let chosen = ChosenBrushes.groups.compactMap { group in groups.first { $0.name == group.name } }
    let other = groups.filter { ChosenBrushes.group($0.name) == nil }
    all += (chosen + other).map {
      BrushSection(
        kind: .group($0.name, isOfMyPaint: $0.needsMyPaint),
        names: ChosenBrushes.inOrder($0.entries.map(\.name), of: $0.name),
        isUsable: state.paintAbsence == nil || !$0.needsMyPaint)
    }
    return all.filter { !$0.names.isEmpty }
  }
}
