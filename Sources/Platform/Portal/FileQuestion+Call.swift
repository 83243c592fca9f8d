import Files

/// The question as a call of org.freedesktop.portal.FileChooser, version 4 of which says what each option is. Older ones pass over
/// options that they do not know.
extension FileQuestion {
  /// The method that is called.
  var method: String {
    switch kind {
    case .open: "OpenFile"
    case .save: "SaveFile"
    }
  }

  /// What it is called with, `(ssa{sv})`.
  /// - Parameter token: the last part of the request's path (`RequestHandle`).
  func parameters(token: String) -> Variant {
    .tuple([.string(window.map(Self.parent) ?? ""), .string(title), .options(options(token: token))])
  }

  /// How portals name a window of X: its number in hexadecimal digits.
  private static func parent(_ window: UInt) -> String { "x11:" + String(window, radix: 16) }

  private func options(token: String) -> [String: Variant] {
    var options: [String: Variant] = [
      "handle_token": .string(token), "accept_label": .string(button), "modal": .boolean(true),
    ]
    if !filters.isEmpty { options["filters"] = .array("(sa(us))", filters.map(Self.variant)) }
    // One that is not in the list is refused.
    if let filter, filters.indices.contains(filter) { options["current_filter"] = Self.variant(filters[filter]) }
    if let folder { options["current_folder"] = Self.path(folder) }
    switch kind {
    case .open: options["multiple"] = .boolean(false)
    case .save:
      // A string of D-Bus' is UTF-8: of a name that is not, so much is shown as there is to be shown.
      if let name { options["current_name"] = .string(PathText.shown(name)) }
      if let file { options["current_file"] = Self.path(file) }
    }
    return options
  }

  /// A path as bytes with a zero at the end, as portals want it.
  private static func path(_ path: String) -> Variant { .bytes(PathText.bytes(of: path) + [0]) }

  static func variant(_ filter: Filter) -> Variant {
    let patterns = filter.endings.isEmpty ? ["*"] : filter.endings.map(pattern)
    // 0: a glob.
    return .tuple([
      .string(filter.name), .array("(us)", patterns.map { .tuple([.number(0), .string($0)]) }),
    ])
  }

  /// A pattern for names of an ending in letters of any size, since portals tell them apart: "*.[oO][rR][aA]".
  static func pattern(for ending: String) -> String {
    ending.reduce("*.") { pattern, letter in
      let (small, large) = (letter.lowercased(), letter.uppercased())
      return pattern + (small == large ? small : "[\(small)\(large)]")
    }
  }
}
