import Document
import Export
import Files
import Journal
import Language
import Pages
import Paint
import Storage
import Threads

/// Questions for files: by the desktop's dialog, or by Fude's own if the user prefers it or the desktop has none.
/// It also lists folders, reads previews, and keeps the list of recent files.
final class FileDesk: Part {
  let place: Workplace
  /// The X window that the desktop's dialog belongs to.
  let window: UInt
  let desktop: DesktopFileDialog
  private let writer: JobQueue<String, Void>
  /// The recent files, which dialogs and menus list.
  private(set) var recent: RecentFiles
  /// The folder in which a file was chosen last.
  var folder: String?
  private var listing: BackgroundRun?
  private var previews: BackgroundRun?
  /// The question that Fude's own dialog asks, or asked last.
  var own: FileQuestion?
  /// The question for which a message offers Fude's own dialog.
  var offered: FileQuestion?
  /// The question for which Fude's own dialog opens as soon as no stroke is drawn.
  var awaited: FileQuestion?
  /// The message about the desktop's dialog.
  var message: String?
  /// Whether that message says that the desktop's dialog is slow.
  var isSlow = false

  init(_ place: Workplace, window: UInt) {
    (self.place, self.window) = (place, window)
    desktop = DesktopFileDialog(place.background)
    place.background.closeAtEnd { [weak desktop] in desktop?.withdraw() }
    let environment = place.environment
    recent = RecentFiles.kept(environment: environment)
    writer = JobQueue(place.background) { path, _ in _ = try? RecentFiles.keep(path, environment: environment) }
  }

  // MARK: Asking

  /// Asks for a file, closes the dialog, and uses the file.
  func choose(_ purpose: FilePurpose, then: @escaping (String) -> Void) {
    ask(request(purpose)) { [self] path, _ in
      place.overlay.closeFileDialog()
      then(path)
    }
  }

  /// Asks for a file.
  /// - Parameter then: takes the path, and whether a file there may be replaced. Fude's own dialog stays open
  ///   until it is closed: another path may be chosen.
  func ask(_ request: FileRequest, then: @escaping (String, Bool) -> Void) {
    ask(FileQuestion(request: request, drawing: place.drawing.number, then: then))
  }

  /// Takes the answer of Fude's own dialog.
  func take(_ path: String, replaces: Bool) { own?.then(path, replaces) }

  /// The question for a file.
  /// - Parameter folder: the folder that is shown first; nil for that in which a file was chosen last.
  func request(_ purpose: FilePurpose, folder: String? = nil, name: String = "") -> FileRequest {
    let places = Place.all(environment: place.environment, probe: .system)
    return FileRequest(
      purpose, folder: folder ?? self.folder ?? usualFolder, name: name, home: place.environment["HOME"],
      places: places.filter { !$0.isKept || purpose.listsDrawings }, recent: purpose.listsDrawings ? recent.paths : [])
  }

  /// The folder for pictures, or else the home.
  var usualFolder: String {
    let places = Place.all(environment: place.environment, probe: .system)
    return (places.first { $0.title == translated("Pictures") } ?? places.first)?.path ?? "/"
  }

  /// Shows an error in the dialog if it is open, else as a message.
  func report(_ error: FileError) {
    place.say("\(error)")
    complain(error.sentence)
  }

  /// Shows a message in the dialog if it is open, else on the window.
  func complain(_ sentence: String) {
    if !place.overlay.showFileDialogError(sentence) { place.show(message: sentence) }
  }

  /// Whether a picture or film can be written to a path. Otherwise it shows the reason, or asks
  /// whether the file there may be replaced. The dialog stays open, so that the user can choose
  /// another path.
  func isUsable(_ path: String, replaces: Bool) -> Bool {
    do throws(FileError) {
      // First of all: the user cannot agree to lose the drawing.
      if let file = place.drawing.file { try OutputFile.check(path, madeFrom: file) }
      if FileFacts.exists(path), !replaces {
        place.overlay.askReplacing(path)
        return false
      }
      _ = try AtomicFile(path: path)
      return true
    } catch {
      report(error)
      return false
    }
  }

  // MARK: Folders

  /// Lists a folder for the dialog.
  func list(_ folder: String) {
    listing?.cancel()
    listing = place.background.run(priority: .prompt, .betweenGestures) { _, send in
      send(FolderListing(reading: folder))
    } receive: { [self] (listing: FolderListing) in
      show(listing)
    }
  }

  private func show(_ listing: FolderListing) {
    place.carryOut(place.overlay.show(listing))
    readPreviews()
    place.frame.mark(.panels)
  }

  /// Removes a kept drawing, and lists its folder.
  func removeKept(_ path: String) {
    let environment = place.environment
    listing?.cancel()
    listing = place.background.run(priority: .prompt, .betweenGestures) { _, send in
      send(Removal(path, environment))
    } receive: { [self] (removal: Removal) in
      note(removal.recent)
      if let fault = removal.fault {
        let name = RecentFiles.shown(path).name
        place.show(message: translated("{drawing} was not deleted: {fault}", ["drawing": name, "fault": fault]))
      } else {
        place.overlay.forgetKept(path)
      }
      show(removal.listing)
    }
  }

  /// What became of a kept drawing that was to be removed.
  private struct Removal: Sendable {
    /// Why it is there still; nil if it is gone.
    var fault: String?
    var recent: RecentFiles?
    /// Its folder.
    var listing: FolderListing

    init(_ path: String, _ environment: [String: String]) {
      do {
        try DrawingStore(environment: environment).remove(path)
        recent = try? RecentFiles.forget(path, environment: environment)
      } catch { fault = "\(error)" }
      listing = FolderListing(reading: PathText.folder(of: path))
    }
  }

  /// Starts reading the previews that the dialog wants.
  func readPreviews() {
    // Those that are read already are still shown.
    previews?.progress.cancel()
    let (paths, side) = (place.overlay.wantedPreviews, place.overlay.previewSide)
    if paths.isEmpty { return }
    previews = place.background.run(.betweenGestures) { progress, send in
      guard let filler = CoverageFiller() else { return }
      for path in paths where !progress.isCancelled { send(FilePreview(of: path, side: side, filler: filler)) }
    } receive: { [self] (preview: FilePreview) in
      place.overlay.show(preview)
    }
  }

  // MARK: Recent files

  /// Takes the list as it is on the disk by now; nil where it was not read.
  func note(_ recent: RecentFiles?) { if let recent { self.recent = recent } }

  /// Puts a file at the start of the list. A worker writes it.
  func remember(_ path: String) {
    recent.add(path)
    writer.add(path) { _ in }
  }

  /// Shows a file in the user's file manager.
  func showInFolder(_ path: String) {
    let (bus, folder) = (place.bus, FileError.printable(PathText.folder(of: path)))
    func complain(_ fault: String) {
      place.show(
        message: translated("The folder {folder} cannot be shown: {fault}.", ["folder": folder, "fault": fault]))
    }
    ask({ DesktopOpener.show(path, bus: bus) }, else: complain)
  }

  /// Opens the manual in the desktop's program for its pages.
  func showManual() {
    guard let path = ResourceFolder.manual else {
      return place.show(
        message: translated(
          "The manual of Fude is not beside the program. Install Fude with its files, or start it where they are."))
    }
    func complain(_ fault: String) {
      place.show(
        message: translated(
          "The manual cannot be shown: {fault}. It is in the file {path}.",
          ["fault": fault, "path": FileError.printable(path)]))
    }
    ask({ DesktopOpener.open(path, nothing: translated("no program for its pages was found")) }, else: complain)
  }

  /// Asks a program of the desktop for something, which may take long; `complain` gets an error message.
  private func ask(_ open: @escaping @Sendable () -> String?, else complain: @escaping (String) -> Void) {
    let run = place.background.run(isWaiting: true) { _, send in
      if let fault = open() { send(fault) }
    } receive: { (fault: String) in
      complain(fault)
    }
    if !run.isRunning { complain(translated("the system cannot start a thread")) }
  }

  /// Starts removing the temporary files that killed processes left in the folders that this program
  /// uses: its own, those of the recent files and of the drawing. A worker does it that no one waits
  /// for, because a folder on a network may take long. Saves and opened files add their folders.
  func removeLeftovers() {
    let own = (try? DrawingStore(environment: place.environment)).map { [$0.live.path, $0.kept.path] } ?? []
    let settings = (try? SettingsFolder.path(environment: place.environment)).map { [$0] } ?? []
    let drawings = ([place.drawing.file].compactMap { $0 } + recent.paths).map { PathText.folder(of: $0) }
    place.background.run { progress in
      for folder in own + settings + drawings where !progress.isCancelled { Leftovers.remove(in: folder) }
    }
  }
}
