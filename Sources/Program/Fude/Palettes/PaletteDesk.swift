import Document
import Files
import Language
import Library
import Panels
import Studio

/// The palettes: which there are, which one is shown, and the changes of them.
final class PaletteDesk {
  private let place: Workplace
  private let files: PaletteFiles
  /// The palettes found on this system.
  private(set) var library: PaletteLibrary
  /// The name of the palette shown.
  private(set) var name = PaletteLibrary.standardName
  /// The palettes before the last change, and the message that offers to undo it.
  private var undo: (library: PaletteLibrary, name: String, message: String)?
  /// The hue chosen with the dial, for colours that have none.
  private var hue = HueMemory()

  /// The palette that was chosen last is shown. Faults are said.
  init(_ place: Workplace) {
    self.place = place
    library = PaletteLibrary(environment: place.environment)
    files = PaletteFiles(place.background)
    files.know(library.ownFiles)
    for fault in library.faults { place.say(fault) }
    guard let file = place.keeper.settings.palette else { return }
    do throws(FileError) { name = try library.name(ofFile: file) } catch { place.say("\(error)") }
  }

  /// Adds the palettes to the state of the interface.
  func show(in state: inout InterfaceState) {
    state.hue = hue.hue(of: place.session.colour)
    (state.palettes, state.palette) = (library.palettes, name)
    state.paletteEditing = editing
  }

  /// What can be done to the palette that is shown.
  private var editing: PaletteEditing? {
    guard library.isEditable else { return nil }
    return library.isCopy(name) ? .ownCopy : library.isOwn(name) ? .own : .copied
  }

  /// The colour in use turned to a hue, degrees.
  func colour(turnedTo degrees: Double) -> UInt32 { hue.turned(place.session.colour, to: degrees) }

  /// Carries out what the user asks for.
  func carryOut(_ request: PaletteRequest) {
    switch request {
    case .choose(let name): choose(name)
    case .change(let change): edit(Self.message(of: change)) { library, name in library.change(name, change) }
    case .new(let name):
      let rgb = place.session.colour
      edit { library, _ in library.add(Palette(name: name, entries: [.init(rgb: rgb)])) }
    case .duplicate: edit { library, name in library[name].flatMap { library.add($0) } }
    case .remove: remove()
    case .undo: takeBack()
    }
  }

  /// Adds the palette in a file to the user's.
  func add(_ path: String) { files.add(.read(path)) { [self] in take($0) } }

  // MARK: Changing

  private func choose(_ name: String) {
    self.name = name
    let file = name == PaletteLibrary.standardName ? nil : library.file(of: name)
    place.changeSettings { $0.palette = file }
    place.frame.mark(.panels)
  }

  private static func message(of change: Palette.Change) -> String? {
    switch change {
    case .remove: translated("The colour was removed.")
    case .replace: translated("The colour was replaced.")
    case .add, .move, .rename: nil
    }
  }

  private func remove() {
    let message =
      editing == .ownCopy
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
    let before = (library, name)
    guard let name = body(&library, name) else { return }
    if let undo { place.overlay.withdraw(message: undo.message) }
    undo = message.map { (before.0, before.1, $0) }
    store(since: before.0)
    choose(name)
    if let message {
      place.show(message: message, MessageAction(title: translated("Undo"), effect: .palettes(.undo)))
    }
  }

  /// Undoes the last change.
  private func takeBack() {
    guard let undo else { return }
    place.overlay.withdraw(message: undo.message)
    let before = library
    (library, self.undo) = (undo.library, nil)
    store(since: before)
    choose(undo.name)
  }

  private func store(since before: PaletteLibrary) {
    for (path, bytes) in library.files(since: before) { files.add(.store(path, bytes)) { [self] in take($0) } }
  }

  /// Takes what the worker has done.
  private func take(_ outcome: PaletteFiles.Outcome) {
    switch outcome {
    case .stored: break
    case .read(let palette):
      edit { library, _ in library.add(palette) }
      place.show(message: translated("The palette {name} was added.", ["name": name]))
    case .unreadable(let error), .failed(let error): place.report(error)
    case .moved(let path, let other):
      library.moveFile(from: path, to: other)
      if library[name] == nil { name = PaletteLibrary.standardName }
      place.frame.mark(.panels)
      place.show(
        message: translated(
          "Another program has changed {file}. Your palette was stored as {other}.",
          [
            "file": FileError.printable(PathText.name(of: path)),
            "other": FileError.printable(PathText.name(of: other)),
          ]))
    }
  }
}
