import Document
import Files
import Language
import Studio
import Widgets

/// The palettes: choosing, editing, adding.
extension App {
  /// Shows the palette that was chosen last.
  func restorePalette() {
    guard let file = session.settings.palette else { return }
    do throws(FileError) { palettes.name = try palettes.library.name(ofFile: file) } catch { say("\(error)") }
  }

  /// Shows another palette, and remembers it.
  func choosePalette(_ name: String) {
    palettes.name = name
    let file = name == PaletteLibrary.standardName ? nil : palettes.library.file(of: name)
    changeSettings { $0.palette = file }
    frame.mark(.panels)
  }

  /// Changes the palette that is shown.
  func carryOut(_ change: Palette.Change) {
    var message: String?
    switch change {
    case .remove: message = translated("The colour was removed.")
    case .replace: message = translated("The colour was replaced.")
    case .add, .move, .rename: break
    }
    edit(message) { library, name in library.change(name, change) }
  }

  /// Makes a palette with the current colour, and shows it.
  func makePalette(_ name: String) {
    let rgb = session.colour
    edit { library, _ in library.add(Palette(name: name, entries: [.init(rgb: rgb)])) }
  }

  /// Makes a copy of the palette that is shown, and shows it.
  func duplicatePalette() { edit { library, name in library[name].flatMap { library.add($0) } } }

  /// Removes the palette that is shown.
  func removePalette() {
    let message =
      palettes.editing == .ownCopy
      ? translated("The palette is as it came with the program.") : translated("The palette was deleted.")
    edit(message) { library, name in
      guard library.remove(name) else { return nil }
      return library[name] == nil ? PaletteLibrary.standardName : name
    }
  }

  /// Changes palettes and writes what differs.
  /// - Parameters:
  ///   - message: says what was done, with a button that undoes it; nil for none.
  ///   - body: makes the change and returns the name of the palette to show; nil if nothing changed.
  private func edit(_ message: String? = nil, _ body: (inout PaletteLibrary, String) -> String?) {
    let before = (palettes.library, palettes.name)
    guard let name = body(&palettes.library, palettes.name) else { return }
    if let undo = palettes.undo { overlay.withdraw(message: undo.message) }
    palettes.undo = message.map { (before.0, before.1, $0) }
    store(since: before.0)
    choosePalette(name)
    guard let message else { return }
    overlay.say(message, action: MessageAction(title: translated("Undo"), effect: .undoPalette), now: now)
  }

  /// Undoes the last change of palettes.
  func undoPalette() {
    guard let undo = palettes.undo else { return }
    overlay.withdraw(message: undo.message)
    let before = palettes.library
    (palettes.library, palettes.undo) = (undo.library, nil)
    store(since: before)
    choosePalette(undo.name)
  }

  private func store(since before: PaletteLibrary) {
    for (path, bytes) in palettes.library.files(since: before) {
      workers.palettes.add(.store(path, bytes)) { [self] in take($0) }
    }
  }

  /// Adds the palette in a file to the user's.
  func addPalette(_ path: String) {
    workers.palettes.add(.read(path)) { [self] in take($0) }
  }

  /// Takes what the worker has done.
  private func take(_ outcome: PaletteFiles.Outcome) {
    switch outcome {
    case .stored: break
    case .read(let palette):
      edit { library, _ in library.add(palette) }
      show(message: translated("The palette {name} was added.", ["name": palettes.name]))
    case .unreadable(let error), .failed(let error):
      say("\(error)")
      show(message: Self.sentence(error))
    case .moved(let path, let other):
      palettes.library.moveFile(from: path, to: other)
      if palettes.library[palettes.name] == nil { palettes.name = PaletteLibrary.standardName }
      frame.mark(.panels)
      show(
        message: translated(
          "Another program has changed {file}. Your palette was stored as {other}.",
          [
            "file": FileError.printable(PathText.name(of: path)),
            "other": FileError.printable(PathText.name(of: other)),
          ]))
    }
  }
}
