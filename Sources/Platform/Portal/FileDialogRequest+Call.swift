import Files

/// The D-Bus call of org.freedesktop.portal.FileChooser, with the options of version 4. Older
/// versions ignore unknown options.
extension FileDialogRequest {
  var call: PortalQuestion {
    PortalQuestion(interface: "org.freedesktop.portal.FileChooser", method: method, parameters: parameters)
  }

  var method: String {
    switch kind {
    case .open: "OpenFile"
    case .save: "SaveFile"
    }
  }

  /// The method's parameters, `(ssa{sv})`.
  /// - Parameter token: the last part of the request's path (`RequestHandle`).
  func parameters(token: String) -> Variant {
    .tuple([.string(PortalQuestion.parent(window)), .string(title), .options(options(token: token))])
  }

  private func options(token: String) -> [String: Variant] {
    var options: [String: Variant] = [
      "handle_token": .string(token), "accept_label": .string(button), "modal": .boolean(true),
    ]
    if !filters.isEmpty { options["filters"] = .array("(sa(us))", filters.map(Self.variant)) }
    // Portals refuse a filter that is not in the list.
    if let filter, filters.indices.contains(filter) { options["current_filter"] = Self.variant(filters[filter]) }
    if let folder { options["current_folder"] = Self.path(folder) }
    switch kind {
    case .open: options["multiple"] = .boolean(false)
    case .save:
      // D-Bus strings are UTF-8, so other bytes of a name are replaced.
      if let name { options["current_name"] = .string(PathText.shown(name)) }
      if let file { options["current_file"] = Self.path(file) }
    }
    return options
  }

  /// A path as zero-terminated bytes, as portals expect it.
  private static func path(_ path: String) -> Variant { .bytes(PathText.bytes(of: path) + [0]) }

  static func variant(_ filter: Filter) -> Variant {
    let patterns = filter.endings.isEmpty ? ["*"] : filter.endings.map(pattern)
    // 0: a glob.
    return .tuple([
      .string(filter.name), .array("(us)", patterns.map { .tuple([.number(0), .string($0)]) }),
    ])
  }

  /// A case-insensitive pattern for an extension, since portals distinguish case: "*.[oO][rR][aA]".
  static func pattern(for ending: String) -> String {
    ending.reduce("*.") { pattern, letter in
      let (small, large) = (letter.lowercased(), letter.uppercased())
      return pattern + (small == large ? small : "[\(small)\(large)]")
    }
  }
}
