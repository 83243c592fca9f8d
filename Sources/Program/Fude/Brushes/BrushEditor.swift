import Document
import Files
import Ink
import Language
import Library
import Pages
import Panels
import Studio

/// The editor of brushes: opens a brush, changes it step by step, saves it, and lets the user try it.
///
/// The brush in the editor is no brush in use: `BrushDesk` has it once it is saved.
final class BrushEditor: Part {
  let place: Workplace
  private let files: FileDesk
  private let brushes: BrushDesk
  /// The brush in the editor; nil while that is closed.
  var editing: BrushEditingState?
  /// The number of brushes that were edited.
  private var count = 0

  init(_ place: Workplace, _ files: FileDesk, _ brushes: BrushDesk) {
    (self.place, self.files, self.brushes) = (place, files, brushes)
  }

  /// Opens the editor for a brush, by its name. If its file cannot be read, a message says why, and a brush that is in
  /// memory is edited. A file that was deleted needs no message: saving writes it again.
  private func open(_ name: String) {
    let known = place.session.brushes[name]
    var path = place.session.brushes.file(of: name)
    if path == nil, known == nil || !brushes.ownNames.contains(name) { path = brushes.entry(of: name)?.path }
    let brush: Brush
    if let path, known == nil || FileFacts.exists(path) {
      do throws(FileError) { brush = try BrushFile.brush(at: path, named: name) } catch {
        place.report(error)
        guard let known else { return }
        brush = known
      }
    } else if let known {
      brush = known
    } else {
      return place.show(message: place.session.brushes.missingMessage(for: name))
    }
    guard brush.paint == nil || brushes.canPaint() else { return }
    let hasFile = path.map { FileFacts.exists($0) } ?? brushes.ownNames.contains(name)
    let shown = BrushEditing(draft: BrushDraft(brush, hasFile: hasFile), title: brushes.title(of: name))
    count += 1
    editing = BrushEditingState(number: count, shown: shown, file: path)
    place.overlay.showBrushEditor(shown)
    place.frame.mark(.panels)
  }

  /// Whether the brush differs from its file.
  var isChanged: Bool { editing?.shown.draft.isChanged ?? false }

  /// When the ink of the field for trying the brush is due; nil for never.
  var inkDeadline: Double? { editing?.pad?.session.deadline }

  /// Carries out a step of the editor.
  func carryOut(_ step: BrushEdit) {
    if case .open(let name) = step { return open(name) }
    guard let editing else { return }
    place.frame.mark(.panels)
    // Only a change goes on from the one before it.
    self.editing?.changed = -.infinity
    switch step {
    case .open: break
    case .change(let brush, let isSettled):
      // A key that is held, or a wheel that turns on, makes one step.
      let isContinued = place.now - editing.changed < Self.stepTime
      self.editing?.shown.draft.change(to: brush, isSettled: isSettled, isContinued: isSettled && isContinued)
      self.editing?.changed = isSettled ? place.now : -.infinity
    case .undo: self.editing?.shown.draft.undo()
    case .redo: self.editing?.shown.draft.redo()
    case .reset: self.editing?.shown.draft.reset()
    case .showSaved(let isSaved): self.editing?.shown.draft.showsSaved = isSaved
    case .choosePicture: files.choose(.tip) { [self] in readTip($0) }
    case .clearPad: self.editing?.pad = nil
    case .save: saveBrush()
    case .saveAs(let title): saveBrush(as: title)
    case .end: self.editing = nil
    }
  }

  /// Changes within this time, s, are one step.
  private static let stepTime = 0.3

  // MARK: Saving

  /// Saves the brush to the user's folder: to its own file if that is there, else to a new one of
  /// its name, which counts instead of the one that came with Fude or MyPaint.
  private func saveBrush() {
    guard let editing, let folder = ownBrushFolder else { return }
    let brush = editing.shown.draft.brush
    let isThere = editing.file.map { FileFacts.exists($0) } ?? editing.shown.draft.hasFile
    if isThere || editing.written != nil, brush.isLike(editing.written ?? editing.shown.draft.saved) { return }
    if let own = editing.file, own.hasPrefix(folder + "/") { return save(brush, to: own) }
    let path = BrushFile.path(of: brush, in: folder)
    // Another brush of the user's may have the file, or the name may be one that no file of Fude's has.
    let isPossible = brush.paint != nil || brush.name.contains("/") || Brush.isName(brush.name)
    if FileFacts.exists(path) || !isPossible { saveBrush(as: editing.shown.title) } else { save(brush, to: path) }
  }

  private func saveBrush(as title: String) {
    guard let editing, let folder = ownBrushFolder else { return }
    var brush = editing.shown.draft.brush
    let name = BrushFile.newName(for: title) { name in
      let endings = ["myb", "brush"]
      return place.session.brushes[name] != nil || brushes.entry(of: name) != nil
        || endings.contains { FileFacts.exists(PathText.join(folder, "\(name).\($0)")) }
    }
    guard let name else { return place.show(message: translated("The brush was not saved: all its names are taken.")) }
    brush.name = name
    save(brush, to: BrushFile.path(of: brush, in: folder), title: title)
  }

  private var ownBrushFolder: String? {
    if brushes.found.userFolder == nil {
      place.show(message: translated("The brush was not saved: there is no home folder to keep it in."))
    }
    return brushes.found.userFolder
  }

  private func save(_ brush: Brush, to path: String, title: String? = nil) {
    guard let editing else { return }
    let number = editing.number
    let saving = BrushJob.Saving(
      brush: brush, path: path, source: editing.file, title: title,
      isResized: brush.size != editing.shown.draft.saved.size)
    brushes.start(.save(saving)) { [self] in
      if case .saved(let fault) = $0 { take(saving, fault, of: number) }
    }
    self.editing?.written = brush
  }

  /// Takes a brush that was saved, or why it was not. The page may show another one by now.
  private func take(_ saved: BrushJob.Saving, _ fault: FileError?, of number: Int) {
    if let fault {
      editing?.written = nil
      return place.report(fault)
    }
    brushes.take(saved)
    guard editing?.number == number else { return }
    if editing?.written == saved.brush { editing?.written = nil }
    editing?.shown.draft.note(saved: saved.brush)
    editing?.shown.title = brushes.title(of: saved.brush.name)
    editing?.file = saved.path
  }

  // MARK: The tip

  /// Reads a picture as the tip of the brush. A worker reads it.
  func readTip(_ path: String) {
    guard let number = editing?.number else { return }
    brushes.start(.readTip(path)) { [self] in
      if case .tip(let tip) = $0 { take(tip, of: number) }
    }
  }

  private func take(_ tip: Result<TipImages, FileError>, of number: Int) {
    switch tip {
    case .failure(let error): place.report(error)
    case .success(let images):
      guard let editing, editing.number == number, editing.shown.draft.brush.paint == nil else { return }
      self.editing?.shown.draft.change(to: editing.shown.draft.brush.printing(images))
    }
  }
}

extension Brush {
  /// The brush with a tip of pictures; outlines become dabs.
  fileprivate func printing(_ images: TipImages) -> Brush {
    var brush = self
    if rendering == .outline { brush.rendering = .dabs(Dabs()) }
    if case .image(var tip) = tip {
      tip.images = images
      brush.tip = .image(tip)
    } else {
      brush.tip = .image(ImageTip(images))
    }
    return brush.valid
  }
}
