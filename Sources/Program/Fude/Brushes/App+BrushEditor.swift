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
  /// Opens the editor for a brush, by its name. If its file cannot be read, a message says why, and a brush that is in
  /// memory is edited. A file that was deleted needs no message: saving writes it again.
  func editBrush(_ name: String) {
    var path = session.brushes.file(of: name)
    if path == nil, session.brushes[name] == nil || !ownNames.contains(name) { path = entry(ofBrush: name)?.path }
    let known = session.brushes[name]
    let brush: Brush
    if let path, known == nil || FileFacts.exists(path) {
      do throws(FileError) { brush = try BrushFile.brush(at: path, named: name) } catch {
        say("\(error)")
        show(message: Self.sentence(error))
        guard let known else { return }
        brush = known
      }
    } else if let known {
      brush = known
    } else {
      return show(message: session.brushes.missingMessage(for: name))
    }
    guard brush.paint == nil || canPaint() else { return }
    let hasFile = path.map { FileFacts.exists($0) } ?? ownNames.contains(name)
    let shown = BrushEditing(draft: BrushDraft(brush, hasFile: hasFile), title: title(ofBrush: name))
    brushFiles.editings += 1
    editing = BrushEditingState(number: brushFiles.editings, shown: shown, file: path)
    overlay.showBrushEditor(shown)
    frame.mark(.panels)
  }

  private func entry(ofBrush name: String) -> BrushCatalogue.Entry? {
    brushFiles.catalogue[name] ?? BrushCatalogue.entry(named: name, in: brushFiles.folders, taken: ownNames)
  }

  /// What a brush is called.
  func title(ofBrush name: String) -> String { overlay.title(ofBrush: name, keeper.settings) }

  /// Carries out a step of the editor.
  func carryOut(_ step: BrushEdit) {
    guard let editing else { return }
    frame.mark(.panels)
    // Only a change goes on from the one before it.
    self.editing?.changed = -.infinity
    switch step {
    case .change(let brush, let isSettled):
      // A key that is held, or a wheel that turns on, makes one step.
      let isContinued = now - editing.changed < Self.stepTime
      self.editing?.shown.draft.change(to: brush, isSettled: isSettled, isContinued: isSettled && isContinued)
      self.editing?.changed = isSettled ? now : -.infinity
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
      return session.brushes[name] != nil || entry(ofBrush: name) != nil
        || endings.contains { FileFacts.exists(PathText.join(folder, "\(name).\($0)")) }
    }
    guard let name else { return show(message: translated("The brush was not saved: all its names are taken.")) }
    brush.name = name
    save(brush, to: BrushFile.path(of: brush, in: folder), title: title)
  }

  private var ownBrushFolder: String? {
    if brushFiles.userFolder == nil {
      show(message: translated("The brush was not saved: there is no home folder to keep it in."))
    }
    return brushFiles.userFolder
  }

  private func save(_ brush: Brush, to path: String, title: String? = nil) {
    guard let editing else { return }
    let saving = BrushFiles.Saving(
      brush: brush, path: path, source: editing.file, title: title,
      isResized: brush.size != editing.shown.draft.saved.size, editing: editing.number)
    addBrushes(.save(saving))
    self.editing?.written = brush
  }

  /// Takes a brush that was saved, or why it was not. The page may show another one by now.
  func take(saved: Result<BrushFiles.Saving, FileError>) {
    frame.mark(.panels)
    switch saved {
    case .failure(let error):
      editing?.written = nil
      say("\(error)")
      show(message: Self.sentence(error))
    case .success(let saved):
      let (brush, path) = (saved.brush, saved.path)
      if brush.paint == nil, !brush.name.contains("/") {
        brushFiles.remove(added: brush.name)
        carryOut(session.keep(brush, file: path, isResized: saved.isResized))
      } else {
        brushFiles.add(BrushCatalogue.Entry(name: brush.name, path: path))
        carryOut(session.keep(brush, file: nil, isResized: saved.isResized))
      }
      if let title = saved.title {
        retitle(brush.name, as: title)
        chooseBrush(brush.name)
      }
      let title = self.title(ofBrush: brush.name)
      if editing?.number == saved.editing {
        if editing?.written == brush { editing?.written = nil }
        editing?.shown.draft.note(saved: brush)
        editing?.shown.title = title
        editing?.file = path
      }
      show(message: translated("The brush “{name}” was saved.", ["name": title]))
    }
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
    brushFiles.forget(name, besides: ownNames)
    // That of another folder takes its place.
    if let other = brushFiles.catalogue[name], let brush = try? BrushFile.brush(at: other.path, named: name) {
      carryOut(session.keep(brush, file: nil, isResized: true))
    } else {
      carryOut(session.remove(brush: name))
    }
    retitle(name, as: "")
    show(message: translated("The brush “{name}” was deleted.", ["name": title]))
    frame.mark(.panels)
  }

  // MARK: The tip

  /// Reads a picture as the tip of the brush. A worker reads it.
  func readTip(_ path: String) {
    guard let number = editing?.number else { return }
    addBrushes(.readTip(path, editing: number))
  }

  /// Takes a picture that a worker has read, or why it was not.
  func take(tip: Result<(images: TipImages, editing: Int), FileError>) {
    switch tip {
    case .failure(let error):
      say("\(error)")
      show(message: Self.sentence(error))
    case .success(let tip):
      guard let editing, editing.number == tip.editing, editing.shown.draft.brush.paint == nil else { return }
      self.editing?.shown.draft.change(to: editing.shown.draft.brush.printing(tip.images))
      frame.mark(.panels)
    }
  }

  // MARK: Trying

  /// Ends the editing when the page is closed, and makes the field for trying the brush as large as
  /// it is on the page.
  func followBrushEditor() {
    guard editing != nil else { return }
    guard overlay.isEditingBrush, let field = overlay.scratchField else {
      editing = nil
      return
    }
    guard field.width > 0, field.height > 0, editing?.pad?.isHeld != true else { return }
    if editing?.pad?.bounds.width != field.width || editing?.pad?.bounds.height != field.height {
      let ground = editing?.needsGround ?? false
      editing?.pad = BrushEditingState.Pad(width: field.width, height: field.height, ground: ground)
      if let pad = editing?.pad { drawScratch([pad.bounds]) }
    }
    guard let editing, let pad = editing.pad else { return }
    pad.tidy()
    pad.session.draw(with: editing.shown.draft.tried.on(session.paper(ofBrush: editing.name)))
    pad.session.apply(session.settings)
    pad.session.smoothing = session.smoothing
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
    drawScratch(pad.session.windowDamage(of: effects.damage).rects)
  }

  /// Draws rectangles of the field, unless it has another size by now.
  private func drawScratch(_ rects: [PixelRect]) {
    guard let pad = editing?.pad, let field = overlay.scratchField, pad.bounds.width == field.width,
      pad.bounds.height == field.height
    else { return }
    let surround = overlay.theme.colours.surround.premultipliedBGRA
    let inside = rects.map { $0.intersection(pad.bounds) }.filter { !$0.isEmpty }
    overlay.drawScratch(inside, isUsed: pad.isUsed) { pixels, stride in
      for rect in inside { pad.session.render(rect, surround: surround, to: &pixels, stride: stride) }
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
