/// The choice among the targets that another program offers.
enum PasteChoice {
  /// The target to request for a picture, by the names of the offered targets (TARGETS), or the
  /// reason for none. PNG is preferred, since it is exact; WebP comes last. Without a picture, files
  /// are requested, since file managers copy file names.
  static func picture(of targets: some Sequence<String>) -> Result<AtomName, Choice> {
    var (hasText, other, isEmpty) = (false, String?.none, true)
    var files: Set<AtomName> = []
    var picture: AtomName?
    for name in targets {
      if name == AtomName.layers.rawValue { return .success(.layers) }
      if name == AtomName.png.rawValue { return .success(.png) }
      if picture != .jpeg, let found = [AtomName.jpeg, .webP].first(where: { $0.rawValue == name }) { picture = found }
      if let list = AtomName.fileLists.first(where: { $0.rawValue == name }) { files.insert(list) }
      if sideTargets.contains(name) { continue }
      isEmpty = false
      if name.hasPrefix("text/") || textTargets.contains(name) { hasText = true }
      if name.hasPrefix("image/"), other == nil { other = name }
    }
    if let picture { return .success(picture) }
    if let list = AtomName.fileLists.first(where: files.contains) { return .success(list) }
    if let other { return .failure(Choice(.otherPicture(String(other.prefix(40))))) }
    return .failure(Choice(hasText ? .isText : isEmpty ? .empty : .otherThing))
  }

  /// The reason for no choice, as an error.
  struct Choice: Error, Equatable {
    let fault: SelectionDelivery.Fault
    init(_ fault: SelectionDelivery.Fault) { self.fault = fault }
  }

  /// Targets that carry no content.
  private static let sideTargets: Set<String> = [
    "TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY",
  ]
  private static let textTargets: Set<String> = ["UTF8_STRING", "STRING", "TEXT", "COMPOUND_TEXT", "C_STRING"]
}
