import Document
import Language
import Library
import Studio
import Toolkit

/// A part of the list of brushes, with a heading.
public struct BrushSection: Hashable {
  /// What its brushes have in common.
  public enum Kind: Hashable {
    case favourites, recent
    /// The user's word.
    case tag(String)
    /// The user's brushes that are not in a folder of their own.
    case users
    case own
    /// A folder of brushes, and whether they are MyPaint's; empty for brushes outside of folders.
    case group(String, isOfMyPaint: Bool)
  }

  public var kind: Kind
  /// The names of the brushes, in the order of the list.
  public var names: [String]
  /// Whether its brushes can paint.
  public var isUsable = true

  /// The heading.
  public var title: String {
    switch kind {
    case .favourites: translated("Favourites")
    case .recent: translated("Recent", context: "brushes")
    case .tag(let name): name
    case .users: translated("My brushes")
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
  public static func all(in state: InterfaceState) -> [BrushSection] {
    let all = ToolItem.inOrder(state.brushes.filter { state.catalogue[$0] == nil })
    // A changed brush of Fude stays at its place.
    let own = all.filter { !state.userBrushes.contains($0) || ToolItem.item(ofBrush: $0) != nil }
    let loose = state.catalogue.groups.first { $0.name.isEmpty }?.entries ?? []
    let users = all.filter { !own.contains($0) } + loose.filter(state.isOfUser).map(\.name)
    let areUsers = Set(users)
    let known = Set(all).union(state.catalogue.groups.flatMap { $0.entries.map(\.name) })
    func section(_ kind: Kind, _ names: [String]) -> BrushSection {
      BrushSection(kind: kind, names: names.filter(known.contains))
    }
    let shelf = state.settings.shelf
    // The brush in use alone is no help.
    let recent = state.recentBrushes.count > 1 ? state.recentBrushes : []
    var sections = [section(.favourites, shelf.favourites), section(.recent, recent)]
    sections += shelf.tags.map { section(.tag($0.name), $0.brushes) }
    sections += [BrushSection(kind: .users, names: users), BrushSection(kind: .own, names: own)]
    let groups = state.catalogue.groups
    let chosen = ChosenBrushes.groups.compactMap { group in groups.first { $0.name == group.name } }
    let other = groups.filter { ChosenBrushes.group($0.name) == nil }
    sections += (chosen + other).map { group in
      let names = group.entries.map(\.name).filter { !group.name.isEmpty || !areUsers.contains($0) }
      return BrushSection(
        kind: .group(group.name, isOfMyPaint: group.needsMyPaint), names: ChosenBrushes.inOrder(names, of: group.name),
        isUsable: state.paintAbsence == nil || !group.needsMyPaint)
    }
    return sections.filter { !$0.names.isEmpty }
  }
}
