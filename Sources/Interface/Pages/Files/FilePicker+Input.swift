import Document
import Files
import Geometry
import Input
import Language
import Panels
import Storage
import Toolkit

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

  func choosePlace(_ row: Int) {
    if row < firstPlace {
      showRecent()
      return
    }
    let place = row - firstPlace
    if request.places.indices.contains(place) { go(to: request.places[place].path) }
  }

  // MARK: Path field

  /// Starts a path by "/" or "~" typed on a list; false for other texts.
  func startPath(_ text: String) -> Bool {
    guard text == "/" || text == "~" else { return false }
    context.overlay?.focus(path)
    path.text = text == "/" ? "/" : "~/"
    typed(path.text)
    return true
  }

  func typed(_ text: String) {
    say("")
    let entry = PathEntry(text, base: folder, home: request.home)
    // A typed slash lists that folder.
    if entry.folder != folder || showsRecent, text.utf8.last == UInt8(ascii: "/") || text.hasPrefix("/") {
      look(into: entry.folder)
      return post(.list(entry.folder))
    }
    fill()
  }

  /// Completes the path for Tab; false if Tab moves the focus on.
  func complete() -> Bool {
    let entry = PathEntry(path.text, base: folder, home: request.home)
    guard !entry.name.isEmpty else { return false }
    guard entry.folder == folder, let listing, !showsRecent else {
      look(into: entry.folder)
      isCompleting = true
      post(.list(entry.folder))
      return true
    }
    guard let name = entry.completed(from: listing.entries) else { return true }
    path.text = String(path.text.dropLast(entry.name.count)) + name
    typed(path.text)
    return true
  }

  func commit(path text: String) {
    let entry = PathEntry(text, base: folder, home: request.home)
    if entry.name.isEmpty {
      go(to: entry.folder)
      context.overlay?.focus(request.purpose.isOpening ? list : name)
      return
    }
    // A folder is entered; anything else is taken as typed.
    let known = entry.folder == folder ? listing?.entries.first { $0.name == entry.name } : nil
    let whole = PathText.join(entry.folder, entry.name)
    known?.isFolder ?? false ? go(to: whole) : onChoose(request.purpose.ended(whole))
  }

  // MARK: The list

  func selected(_ row: Int) {
    say("")
    onSelection()
    if !request.purpose.isOpening, items.indices.contains(row), !items[row].isFolder { name.text = items[row].name }
  }

  func activate(_ row: Int) {
    guard items.indices.contains(row) else { return }
    items[row].isFolder ? go(to: items[row].path) : onChoose(items[row].path)
  }

  func accept() {
    if request.purpose.isOpening || list.isFocused {
      guard let row = list.selected else {
        if request.purpose.isOpening {
          return path.isFocused ? commit(path: path.text) : say(nothing: translated("No file is chosen."))
        }
        return save()
      }
      return activate(row)
    }
    save()
  }

  private func say(nothing sentence: String) {
    say(sentence)
  }

  private func save() {
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
    onChoose(request.purpose.ended(whole, suggested: request.name))
  }
}
