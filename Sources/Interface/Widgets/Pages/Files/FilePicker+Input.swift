import Document
import Files
import Geometry
import Input
import Language

extension FilePicker {
  // MARK: Places

  /// The row of the first folder among the places: after the recent files, if any.
  var firstPlace: Int { recent.isEmpty || !request.purpose.isOpening ? 0 : 1 }

  func fillPlaces() {
    let titles = (firstPlace == 1 ? [translated("Recent")] : []) + request.places.map(\.title)
    places.rows = ScrollList.Rows(
      count: titles.count, height: { _ in 36 },
      make: { [weak self] row in
        self.map { Stack($0.context, .down, padding: 9, [Label($0.context, titles[row])]) }
      },
      title: { titles[$0] })
    places.select(request.places.firstIndex { $0.path == folder }.map { $0 + firstPlace })
  }

  func choosePlace(_ row: Int) -> [Overlay.Effect] {
    if row < firstPlace {
      showRecent()
      return []
    }
    let place = row - firstPlace
    return request.places.indices.contains(place) ? go(to: request.places[place].path) : []
  }

  // MARK: Path field

  /// Starts a path by "/" or "~" typed on a list; nil for other texts.
  func startPath(_ text: String) -> [Overlay.Effect]? {
    guard text == "/" || text == "~" else { return nil }
    context.overlay?.focus(path)
    path.text = text == "/" ? "/" : "~/"
    return typed(path.text)
  }

  func typed(_ text: String) -> [Overlay.Effect] {
    say("")
    let entry = PathEntry(text, base: folder, home: request.home)
    // A typed slash lists that folder.
    if entry.folder != folder || showsRecent, text.utf8.last == UInt8(ascii: "/") || text.hasPrefix("/") {
      look(into: entry.folder)
      return [.list(entry.folder)]
    }
    fill()
    return []
  }

  /// Completes the path for Tab; nil if Tab moves the focus on.
  func complete() -> [Overlay.Effect]? {
    let entry = PathEntry(path.text, base: folder, home: request.home)
    guard !entry.name.isEmpty else { return nil }
    guard entry.folder == folder, let listing, !showsRecent else {
      look(into: entry.folder)
      isCompleting = true
      return [.list(entry.folder)]
    }
    guard let name = entry.completed(from: listing.entries) else { return [] }
    path.text = String(path.text.dropLast(entry.name.count)) + name
    return typed(path.text)
  }

  func commit(path text: String) -> [Overlay.Effect] {
    let entry = PathEntry(text, base: folder, home: request.home)
    if entry.name.isEmpty {
      let effects = go(to: entry.folder)
      context.overlay?.focus(request.purpose.isOpening ? list : name)
      return effects
    }
    // A folder is entered; anything else is taken as typed.
    let known = entry.folder == folder ? listing?.entries.first { $0.name == entry.name } : nil
    let whole = PathText.join(entry.folder, entry.name)
    return known?.isFolder ?? false ? go(to: whole) : onChoose(request.purpose.ended(whole))
  }

  // MARK: The list

  func selected(_ row: Int) -> [Overlay.Effect] {
    say("")
    onSelection()
    if !request.purpose.isOpening, items.indices.contains(row), !items[row].isFolder { name.text = items[row].name }
    return []
  }

  func activate(_ row: Int) -> [Overlay.Effect] {
    guard items.indices.contains(row) else { return [] }
    return items[row].isFolder ? go(to: items[row].path) : onChoose(items[row].path)
  }

  func accept() -> [Overlay.Effect] {
    if request.purpose.isOpening || list.isFocused {
      guard let row = list.selected else {
        if request.purpose.isOpening {
          return path.isFocused ? commit(path: path.text) : say(nothing: translated("No file is chosen."))
        }
        return save()
      }
      return activate(row)
    }
    return save()
  }

  private func say(nothing sentence: String) -> [Overlay.Effect] {
    say(sentence)
    return []
  }

  private func save() -> [Overlay.Effect] {
    var text = name.text
    while text.last?.isWhitespace ?? false { text.removeLast() }
    text = String(text.drop(while: \.isWhitespace))
    guard !text.isEmpty else {
      return say(
        nothing: request.purpose.nameless)
    }
    let entry = PathEntry(text, base: folder, home: request.home)
    if entry.name.isEmpty { return go(to: entry.folder) }
    let whole = PathText.join(entry.folder, entry.name)
    if entry.folder == folder, listing?.entries.contains(where: { $0.isFolder && $0.name == entry.name }) ?? false {
      return go(to: whole)
    }
    return onChoose(request.purpose.ended(whole, suggested: request.name))
  }
}
