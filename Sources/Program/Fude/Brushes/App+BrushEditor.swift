import Document
import Files
import Geometry
import Glibc
import Ink
import Input
import Language
import Paint
import Raster
import Studio
import Widgets

/// The editor of brushes.
extension App {
  /// Opens the editor for a brush, by its name. A message says why if its file cannot be read.
  func editBrush(_ name: String) {
    let entry =
      brushFiles.catalogue[name] ?? BrushCatalogue.entry(named: name, in: brushFiles.folders, taken: ownNames)
    let brush: Brush
    if let entry {
      do throws(FileError) { brush = try BrushFile.brush(at: entry.path, named: name) } catch {
        say("\(error)")
        return show(message: Self.sentence(error))
      }
    } else if let known = session.brushes[name] {
      brush = known
    } else {
      return show(message: session.brushes.missingMessage(for: name))
    }
    guard brush.paint == nil || canPaint() else { return }
    let shown = BrushEditing(draft: BrushDraft(brush), title: title(ofBrush: name))
    editing = BrushEditingState(shown: shown, name: name, file: entry?.path ?? session.brushes.file(of: name))
    overlay.showBrushEditor(shown)
    frame.mark(.panels)
  }

  /// What a brush is called.
  func title(ofBrush name: String) -> String { overlay.title(ofBrush: name, keeper.settings) }

  /// Carries out a step of the editor.
  func carryOut(_ step: BrushEdit) {
    guard editing != nil else { return }
    frame.mark(.panels)
    switch step {
    case .change(let brush, let isSettled): editing?.shown.draft.change(to: brush, isSettled: isSettled)
    case .undo: editing?.shown.draft.undo()
    case .redo: editing?.shown.draft.redo()
    case .reset: editing?.shown.draft.reset()
    case .showSaved(let isSaved): editing?.shown.draft.showsSaved = isSaved
    case .choosePicture: chooseFile(.tip)
    case .clearPad: editing?.pad = nil
    case .save: saveBrush()
    case .saveAs(let title): saveBrush(as: title)
    case .end: editing = nil
    }
  }

  // MARK: Saving

  /// Saves the brush to the user's folder: to its own file if that is there, else to a new one of its name, which counts
  /// instead of the one that came with Fude or MyPaint.
  private func saveBrush() {
    guard let editing, !editing.shown.isSaving else { return }
    guard let folder = ownBrushFolder else { return }
    let brush = editing.shown.draft.brush
    let own = editing.file.flatMap { $0.hasPrefix(folder + "/") ? $0 : nil }
    save(brush, to: own ?? BrushFile.path(of: brush, in: folder))
  }

  private func saveBrush(as title: String) {
    guard let editing, !editing.shown.isSaving, let folder = ownBrushFolder else { return }
    var brush = editing.shown.draft.brush
    let name = BrushFile.newName(for: title) { name in
      var other = brush
      other.name = name
      return session.brushes[name] != nil || brushFiles.catalogue[name] != nil
        || FileFacts.exists(BrushFile.path(of: other, in: folder))
    }
    guard let name else { return show(message: translated("The brush was not saved: all its names are taken.")) }
    brush.name = name
    self.editing?.newTitle = Settings.BrushUse.title(title)
    save(brush, to: BrushFile.path(of: brush, in: folder))
  }

  private var ownBrushFolder: String? {
    let folder = BrushPack.folder(environment: environment)
    if folder == nil { show(message: translated("The brush was not saved: there is no home folder to keep it in.")) }
    return folder
  }

  private func save(_ brush: Brush, to path: String) {
    guard workers.brushes.add(.save(brush, to: path, from: editing?.file), now: now) else {
      return show(message: translated("The brush was not saved: the system cannot start another thread."))
    }
    editing?.shown.isSaving = true
  }

  /// Takes a brush that was saved, or why it was not.
  func take(saved: Result<BrushFiles.Saved, FileError>) {
    editing?.shown.isSaving = false
    let title = editing?.newTitle
    editing?.newTitle = nil
    switch saved {
    case .failure(let error):
      say("\(error)")
      show(message: Self.sentence(error))
    case .success(let saved):
      let (brush, path) = (saved.brush, saved.path)
      let isOwn = brush.paint == nil && !brush.name.contains("/")
      if !isOwn { brushFiles.add(BrushCatalogue.Entry(name: brush.name, path: path)) }
      carryOut(session.keep(brush, file: isOwn ? path : nil))
      if let title { retitle(brush.name, as: title) }
      editing?.shown.draft.save(as: brush)
      editing?.name = brush.name
      editing?.file = path
      editing?.shown.title = self.title(ofBrush: brush.name)
      if title != nil { chooseBrush(brush.name) }
      show(message: translated("The brush “{name}” was saved.", ["name": self.title(ofBrush: brush.name)]))
    }
    frame.mark(.panels)
  }

  /// Gives a brush another title; that of its name if it is the same or empty.
  func retitle(_ name: String, as text: String) {
    let standard = overlay.title(ofBrush: name, Settings())
    let title = Settings.BrushUse.title(text).flatMap { $0 == standard ? nil : $0 }
    changeSettings { settings in
      var use = settings.brushes[name] ?? Settings.BrushUse()
      use.title = title
      settings.brushes[name] = use == Settings.BrushUse() ? nil : use
    }
  }

  /// Deletes the user's file of a brush.
  func deleteBrush(_ name: String) {
    let path = brushFiles.catalogue[name]?.path ?? session.brushes.file(of: name)
    guard let path, let folder = brushFiles.userFolder, path.hasPrefix(folder + "/") else { return }
    let title = title(ofBrush: name)
    guard unlink(PathText.system(path)) == 0 || errno == ENOENT else {
      return show(
        message: translated(
          "The brush “{name}” was not deleted: {fault}.",
          ["name": title, "fault": String(cString: strerror(errno))]))
    }
    carryOut(session.remove(brush: name))
    brushFiles.forget(name, besides: ownNames)
    retitle(name, as: "")
    show(message: translated("The brush “{name}” was deleted.", ["name": title]))
    frame.mark(.panels)
  }

  // MARK: The tip

  /// Reads a picture as the tip of the brush. A worker reads it.
  func readTip(_ path: String) {
    if !workers.brushes.add(.readTip(path), now: now) {
      show(message: translated("The picture was not read: the system cannot start another thread."))
    }
  }

  /// Takes a picture that a worker has read, or why it was not.
  func take(tip: Result<TipImages, FileError>) {
    switch tip {
    case .failure(let error):
      say("\(error)")
      show(message: Self.sentence(error))
    case .success(let images):
      guard let brush = editing?.shown.draft.brush else { return }
      editing?.shown.draft.change(to: brush.printing(images))
      frame.mark(.panels)
    }
  }

  // MARK: Trying

  /// Ends the editing when the page is closed, and makes the field for trying the brush as large as it is on the page.
  func followBrushEditor() {
    guard editing != nil else { return }
    guard overlay.isEditingBrush, let field = overlay.scratchField else {
      editing = nil
      return
    }
    guard field.width > 0, field.height > 0 else { return }
    let view = editing?.pad?.session.view
    if view?.windowWidth != field.width || view?.windowHeight != field.height {
      guard let document = Document(width: field.width, height: field.height),
        let pad = Session(document: document, windowWidth: field.width, windowHeight: field.height)
      else { return }
      editing?.pad = BrushEditingState.Pad(session: pad)
      drawScratch([PixelRect(x: 0, y: 0, width: field.width, height: field.height)])
    }
    guard let pad = editing?.pad, !pad.isHeld, let brush = editing?.shown.draft.tried else { return }
    pad.session.draw(with: brush)
    pad.session.apply(session.settings)
    _ = pad.session.setColour(session.colour)
    pad.session.interfaceScale = overlay.theme.scale
  }

  /// Draws with a pen that touches the field for trying the brush.
  func scratch(_ event: PointerEvent) {
    guard let field = overlay.scratchField, let pad = editing?.pad else { return }
    switch event.phase {
    case .down where overlay.isScratching: editing?.pad?.isHeld = true
    case .drag where pad.isHeld: break
    case .up where pad.isHeld: editing?.pad?.isHeld = false
    default: return
    }
    editing?.pad?.isUsed = true
    var event = event
    event.sample.position = event.sample.position - Vector(Double(field.minX), Double(field.minY))
    takeScratch(pad.session.handle(.pointer(event)))
  }

  /// Draws the newest ink of the field.
  func flushScratch() {
    guard let pad = editing?.pad else { return }
    takeScratch(pad.session.flush(now: batch.received))
  }

  private func takeScratch(_ effects: Effects) {
    guard let pad = editing?.pad, !effects.damage.isEmpty else { return }
    frame.leaveFastPath()
    drawScratch(pad.session.windowDamage(of: effects.damage).rects)
  }

  private func drawScratch(_ rects: [PixelRect]) {
    guard let pad = editing?.pad else { return }
    let surround = overlay.theme.colours.surround.premultipliedBGRA
    overlay.drawScratch(rects, isUsed: pad.isUsed) { pixels, stride in
      for rect in rects { pad.session.render(rect, surround: surround, to: &pixels, stride: stride) }
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
