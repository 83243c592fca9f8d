import Document
import Files
import Ink
import Language
import Library
import MyPaint
import Pages
import Panels
import Studio

/// The brushes: which there are, choosing one, their list with its pictures, adding and deleting.
///
/// A brush's file is read when the brush is chosen first. `BrushEditor` changes brushes.
final class BrushDesk: Part {
  let place: Workplace
  let files: FileDesk
  /// The brushes in files.
  var found: FoundBrushes
  private let jobs: JobQueue<BrushJob, BrushJob.Outcome>
  private let samples: JobQueue<BrushSample, DrawnSample>
  private let pictures: BrushPictureDrawer
  /// Why MyPaint's brushes cannot paint; nil if they can, or if that is unknown.
  private var absence: MyPaintLibrary.Absence?

  init(_ place: Workplace, _ files: FileDesk) {
    (self.place, self.files) = (place, files)
    found = FoundBrushes(environment: place.environment)
    jobs = JobQueue(place.background, atEnd: .areLeft) { $0.outcome($1) }
    samples = JobQueue(place.background, atEnd: .areLeft) { sample, _ in
      DrawnSample(sample: sample, pixels: sample.render())
    }
    pictures = BrushPictureDrawer(place.background, environment: place.environment)
  }

  /// Carries out what the user asks for.
  func carryOut(_ request: BrushRequest) {
    switch request {
    case .choose(let name): if !redrawStrokes(with: name) { choose(name) }
    case .setPaper(let paper): place.carryOut(place.session.setPaper(paper))
    case .add: files.choose(.brushes) { [self] in addPack($0) }
    case .addPaper: files.choose(.paper) { [self] in addPaper($0) }
    case .cancelAdding: if packTask != nil { jobs.cancel() }
    case .retitle(let name, let title): retitle(name, as: title)
    case .delete(let name): delete(name)
    }
  }

  // MARK: What there is

  /// The names of Fude's own brushes.
  var ownNames: Set<String> { place.session.brushes.ownNames }

  /// The brush in a file, by its name; nil for none. It is found before its folder is listed.
  func entry(of name: String) -> BrushCatalogue.Entry? {
    found.catalogue[name] ?? BrushCatalogue.entry(named: name, in: found.folders, taken: ownNames)
  }

  /// What a brush is called.
  func title(of name: String) -> String { ToolItem.title(ofBrush: name, place.keeper.settings) }

  /// Whether MyPaint's brushes can paint. If not, a message says why.
  func canPaint() -> Bool {
    guard case .failure(let absence) = MyPaintLibrary.loaded else { return true }
    place.complain("\(absence)")
    return false
  }

  // MARK: Choosing

  /// Chooses a brush by its name. If that is not possible, a message says why and the brush in use
  /// stays.
  func choose(_ name: String) {
    let session = place.session
    if let known = session.brushes[name] {
      if known.paint == nil || canPaint() { place.carryOut(session.choose(brush: name)) }
    } else if let entry = entry(of: name) {
      if entry.format == .fude || canPaint() { choose(entry) }
    } else {
      place.carryOut(session.choose(brush: name))
    }
  }

  /// Draws the strokes that are chosen with a brush of the list. Returns false if there are none.
  private func redrawStrokes(with name: String) -> Bool {
    guard place.session.chosenStrokes != nil else { return false }
    do throws(FileError) {
      let listed = try entry(of: name).map { entry throws(FileError) in
        try BrushFile.brush(at: entry.path, named: entry.name)
      }
      guard let brush = place.session.brushes[name] ?? listed else { return false }
      guard brush.paint == nil || canPaint() else { return true }
      var change = StrokeChange()
      change.brush = brush
      place.carryOut(place.session.changeChosenStrokes(change))
    } catch { place.report(error) }
    return true
  }

  /// Chooses a brush that was used before. One whose file is gone is forgotten, so that the key
  /// leads to another one.
  func chooseRecent(_ name: String) {
    if place.session.brushes[name] != nil || entry(of: name) != nil { return choose(name) }
    place.session.forget(brush: name)
    place.show(message: translated("The brush {name} is not there any more.", ["name": name]))
  }

  func choose(_ entry: BrushCatalogue.Entry) {
    do throws(FileError) { use(try BrushFile.brush(at: entry.path, named: entry.name)) } catch {
      place.report(error)
    }
  }

  private func use(_ brush: Brush) {
    place.carryOut(place.session.add(brush))
    place.carryOut(place.session.choose(brush: brush.name))
    prepareTip()
  }

  /// Opens a file of brushes: one of Fude or MyPaint is drawn with, others are added to the user's.
  func open(_ path: String) {
    guard LibraryFile.isBrush(path) else { return addPack(path) }
    do throws(FileError) { use(try BrushFile.brush(at: path), at: path) } catch { place.report(error) }
  }

  /// Draws with the brush of a file. It is in the list for as long as the program runs.
  func use(_ brush: Brush, at path: String) {
    guard brush.paint == nil || canPaint() else { return }
    // One of the user's own is in the list already.
    if place.session.brushes.file(of: brush.name) == path { return choose(brush.name) }
    let listed = found.catalogue.entry(ofFile: path)?.name
    let name = listed ?? BrushCatalogue.name(ofFile: path, in: found.folders, taken: ownNames)
    found.add(BrushCatalogue.Entry(name: name, path: path))
    var brush = brush
    brush.name = name
    use(brush)
  }

  // MARK: The start

  /// Reads the brush that was drawn with last, if it is in a file of its own. Only that is read.
  func recall() {
    let name = place.keeper.settings.brush
    guard place.session.brushes[name] == nil,
      let entry = BrushCatalogue.entry(named: name, in: found.folders, taken: ownNames)
    else { return }
    do throws(FileError) {
      _ = place.session.add(try BrushFile.brush(at: entry.path, named: name))
      found.add(entry)
    } catch { place.report(error) }
  }

  /// Prepares the brush in use, and lists the brushes if favourites are among them, which the pop-up palette
  /// shows. A worker does it.
  func begin() {
    // Loads the library if the brush needs it.
    if place.session.brush.paint != nil { start(.load) }
    prepareTip()
    let own = ownNames
    if place.keeper.settings.shelf.favourites.contains(where: { !own.contains($0) }) { list() }
  }

  /// Makes the smaller copies of the tip in use, so that the first stroke does not wait for them.
  private func prepareTip() {
    if let images = place.session.brush.tipImages { start(.prepare(images)) }
  }

  // MARK: The list

  /// Lists the folders anew; what was found before is shown meanwhile.
  func list() {
    let known = jobs.waiting + (jobs.current.map { [$0.job] } ?? [])
    guard !known.contains(where: \.lists) else { return }
    start(.list(folders: found.folders, taken: ownNames))
  }

  /// Adds the brushes of folders to the state of the interface.
  func show(in state: inout InterfaceState) {
    state.catalogue = found.catalogue
    state.userBrushFolder = found.userFolder
    state.userBrushes = place.session.brushes.names(inFolder: found.userFolder)
    guard absence != nil else { return }
    state.paintAbsence = translated("They need the package {package}", ["package": MyPaintLibrary.package])
  }

  /// Draws the sample stroke and the pictures in the list that the panels lack.
  func followPanels() {
    // One sample at a time, so that those of sizes that a slider has left are not drawn.
    if samples.current == nil, let wanted = place.overlay.wantedSample {
      samples.add(wanted) { [self] in place.overlay.show($0.sample, pixels: $0.pixels) }
    }
    pictures.follow(place.overlay.wantedBrushPictures) { name in
      if let entry = found.catalogue[name] { return .file(entry.path) }
      return place.session.brushes[name].map { .own($0) }
    } receive: { [self] in
      take($0)
    }
  }

  /// Shows a picture that was drawn. A brush whose file has a fault leaves the list, and a message
  /// says so.
  private func take(_ outcome: BrushPictureDrawer.Outcome) {
    place.overlay.show(outcome.picture, pixels: outcome.pixels)
    guard let fault = outcome.fault, found.leaveOut(outcome.picture.brush) else { return }
    place.report(fault)
    place.frame.mark(.panels)
  }

  // MARK: Workers

  /// Lets a worker do a job.
  /// - Parameter then: takes what only the caller can use: whether a brush was saved, a tip.
  func start(_ job: BrushJob, then: @escaping (BrushJob.Outcome) -> Void = { _ in }) {
    jobs.add(job) { [self] outcome in
      switch outcome {
      case .listed(let catalogue): found.take(catalogue)
      case .added(let added, let catalogue):
        found.take(catalogue)
        take(added)
      case .paper(let paper): take(paper)
      case .saved, .tip, .loaded, .prepared: break
      }
      then(outcome)
      if job.needsLibrary { noteLibrary() }
      place.frame.mark(.panels)
    }
  }

  /// Notes whether MyPaint's brushes can paint. One in use that cannot is replaced by the pen.
  private func noteLibrary() {
    guard case .failure(let absence) = MyPaintLibrary.loaded else { return self.absence = nil }
    self.absence = absence
    guard !place.isEnding, place.session.brush.paint != nil else { return }
    place.carryOut(place.session.choose(brush: "pen"))
    place.complain("\(absence)")
  }

  /// The pack that is being added; nil for none.
  var packTask: LongTask? {
    guard let current = jobs.current, case .add(let path, _, _, _) = current.job else { return nil }
    return LongTask(current.start, cancel: .brushes(.cancelAdding)) {
      let file = FileError.printable(PathText.name(of: path))
      return translated("Adding {file}: {share} %", ["file": file, "share": Int(current.progress.share * 100)])
    }
  }

  /// The seconds that quitting waits for what is being added, and those for cancelling it.
  private static let (longestFinish, longestCancel) = (0.6, 0.2)

  /// Waits a moment for the packs, papers and brushes that are being added, then cancels them, and reports failures.
  /// What is not done when the program ends leaves nothing visible behind.
  func finish() {
    jobs.drop { $0.addition == nil }
    guard !jobs.waiting.isEmpty || jobs.current?.job.addition != nil else { return }
    for job in jobs.finish(within: Self.longestFinish, cancellingFor: Self.longestCancel) {
      guard let path = job.addition else { continue }
      place.say(translated("{file} was not added", ["file": FileError.printable(path)]))
    }
  }
}
