import Document
import Files
import Ink
import Language
import MyPaint
import Studio
import Widgets

/// Choosing brushes from files, and those of MyPaint. A brush's file is read when the brush is
/// chosen first.
extension App {
  /// The names of Fude's own brushes.
  var ownNames: Set<String> { session.brushes.ownNames }

  /// Chooses a brush by its name. If that is not possible, a message says why and the brush in use
  /// stays.
  func chooseBrush(_ name: String) {
    if let known = session.brushes[name] {
      if known.paint == nil || canPaint() { carryOut(session.choose(brush: name)) }
    } else if let entry = brushFiles.catalogue[name]
      ?? BrushCatalogue.entry(named: name, in: brushFiles.folders, taken: ownNames)
    {
      // A recent brush may be chosen before its folder is listed.
      if entry.format == .fude || canPaint() { choose(entry) }
    } else {
      carryOut(session.choose(brush: name))
    }
  }

  /// Chooses a brush that was used before. One whose file is gone is forgotten, so that the key
  /// leads to another one.
  func chooseRecentBrush(_ name: String) {
    let isThere =
      session.brushes[name] != nil || brushFiles.catalogue[name] != nil
      || BrushCatalogue.entry(named: name, in: brushFiles.folders, taken: ownNames) != nil
    if isThere { return chooseBrush(name) }
    session.forget(brush: name)
    show(message: translated("The brush {name} is not there any more.", ["name": name]))
  }

  private func choose(_ entry: BrushCatalogue.Entry) {
    do throws(FileError) { use(try BrushFile.brush(at: entry.path, named: entry.name)) } catch {
      say("\(error)")
      show(message: Self.sentence(error))
    }
  }

  private func use(_ brush: Brush) {
    carryOut(session.add(brush))
    carryOut(session.choose(brush: brush.name))
    prepareTip()
  }

  /// Reads a file and draws with its brush. The brush is in the list for as long as the program
  /// runs.
  func openBrush(_ path: String) {
    do throws(FileError) { use(try BrushFile.brush(at: path), at: path) } catch {
      say("\(error)")
      show(message: Self.sentence(error))
    }
  }

  /// Draws with the brush of a file.
  func use(_ brush: Brush, at path: String) {
    guard brush.paint == nil || canPaint() else { return }
    // One of the user's own is in the list already.
    if session.brushes.file(of: brush.name) == path { return chooseBrush(brush.name) }
    let taken = ownNames
    let listed = brushFiles.catalogue.entry(ofFile: path)?.name
    let name = listed ?? BrushCatalogue.name(ofFile: path, in: brushFiles.folders, taken: taken)
    brushFiles.add(BrushCatalogue.Entry(name: name, path: path))
    var brush = brush
    brush.name = name
    use(brush)
  }

  /// Whether MyPaint's brushes can paint. If not, a message says why.
  func canPaint() -> Bool {
    guard case .failure(let absence) = MyPaintLibrary.loaded else { return true }
    show(absence)
    return false
  }

  private func show(_ absence: MyPaintLibrary.Absence) {
    say("\(absence)")
    show(message: translated("{sentence}.", ["sentence": Self.capitalised("\(absence)")]))
  }

  // MARK: The start

  /// Reads the brush that was drawn with last, if it is in a file of its own. Only that is read.
  func recallBrush() {
    let name = keeper.settings.brush
    guard session.brushes[name] == nil,
      let entry = BrushCatalogue.entry(named: name, in: brushFiles.folders, taken: ownNames)
    else { return }
    do throws(FileError) {
      _ = session.add(try BrushFile.brush(at: entry.path, named: name))
      brushFiles.add(entry)
    } catch {
      say("\(error)")
      show(message: Self.sentence(error))
    }
  }

  /// Makes the smaller copies of the tip in use on a worker, so that the first stroke does not wait
  /// for them.
  func prepareTip() {
    if let images = session.brush.tipImages { addBrushes(.prepare(images)) }
  }

  /// Loads the library on a worker if the brush in use needs it.
  func loadPaintLibrary() { if session.brush.paint != nil { addBrushes(.load) } }

  /// Lists the brushes on a worker if favourites are among them, which the pop-up palette shows.
  func listFavourites() {
    let own = ownNames
    guard keeper.settings.shelf.favourites.contains(where: { !own.contains($0) }) else { return }
    addBrushes(.list(folders: brushFiles.folders, taken: own))
  }

  // MARK: The list

  /// Shows the list of brushes. A worker lists the folders anew; what was found before is shown
  /// meanwhile.
  func showBrushes() {
    overlay.showBrushes()
    if overlay.areBrushesShown { listBrushes() }
  }

  /// Shows the search of commands, which finds brushes, too.
  func showCommands() {
    overlay.showCommands()
    listBrushes()
  }

  private func listBrushes() {
    let jobs = workers.brushes.waiting + (workers.brushes.current.map { [$0.job] } ?? [])
    guard !jobs.contains(where: \.lists) else { return }
    addBrushes(.list(folders: brushFiles.folders, taken: ownNames))
  }

  /// Adds the brushes of folders to the state of the interface.
  func showCatalogue(in state: inout InterfaceState) {
    state.catalogue = brushFiles.catalogue
    state.userBrushFolder = brushFiles.userFolder
    state.userBrushes = session.brushes.names(inFolder: brushFiles.userFolder)
    guard brushFiles.absence != nil else { return }
    state.paintAbsence = translated("They need the package {package}", ["package": MyPaintLibrary.package])
  }

  /// Lets a worker do a job for brushes.
  func addBrushes(_ job: BrushFiles.Job) { workers.brushes.add(job) { [self] in take($0) } }

  /// Takes what a worker has found. A brush that cannot paint is replaced by the pen.
  private func take(_ outcome: BrushFiles.Outcome) {
    if workplace.isEnding { return report(outcome) }
    brushFiles.take(outcome)
    if let added = outcome.added {
      // The file may be another one than that of a brush which was used before.
      if case .success(let addition) = added, let entry = addition.brush.flatMap({ brushFiles.catalogue[$0] }) {
        if entry.format == .fude || canPaint() { choose(entry) }
      }
      show(added)
    }
    if outcome.isCancelled { show(message: translated("The brushes were not added: it was cancelled.")) }
    if let paper = outcome.paper { take(paper: paper) }
    if let saved = outcome.saved { take(saved: saved) }
    if let tip = outcome.tip { take(tip: tip) }
    if let absence = outcome.absence, session.brush.paint != nil {
      carryOut(session.choose(brush: "pen"))
      show(absence)
    }
    frame.mark(.panels)
  }

  /// Lets a worker draw the sample stroke that the overlay wants; one at a time, so that those of
  /// sizes that a slider has left are not drawn.
  func drawSample() {
    guard workers.samples.current == nil, let wanted = overlay.wantedSample else { return }
    workers.samples.add(wanted) { [self] in overlay.show($0.sample, pixels: $0.pixels) }
  }

  /// Lets a worker draw the pictures that the list of brushes lacks.
  func drawBrushPictures() {
    workers.brushPictures.follow(overlay.wantedBrushPictures) { name in
      if let entry = brushFiles.catalogue[name] { return .file(entry.path) }
      return session.brushes[name].map { .own($0) }
    } receive: { [self] in
      take($0)
    }
  }

  /// Shows a picture that was drawn. A brush whose file has a fault leaves the list, and a message
  /// says so.
  private func take(_ outcome: BrushPictureDrawer.Outcome) {
    overlay.show(outcome.picture, pixels: outcome.pixels)
    guard let fault = outcome.fault, brushFiles.leaveOut(outcome.picture.brush) else { return }
    say("\(fault)")
    show(message: Self.sentence(fault))
    frame.mark(.panels)
  }
}
