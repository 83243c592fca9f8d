import Document
import Files
import Glibc
import Ink
import Language
import Library
import Panels
import Studio

/// Adding brushes and papers to the user's, and deleting brushes.
extension BrushDesk {
  /// Adds the brushes of a file; a picture becomes a tip. A worker reads and writes them.
  func addPack(_ path: String) {
    guard let folder = found.userFolder else {
      return place.show(message: translated("The brushes were not added: there is no home folder to keep them in."))
    }
    start(.add(pack: path, to: folder, folders: found.folders, taken: ownNames))
  }

  /// Takes what a worker has added, or why it has not; nil if that was cancelled.
  func take(_ added: Result<BrushPack.Addition, FileError>?) {
    let cancelled = translated("The brushes were not added: it was cancelled.")
    switch added {
    case .failure(let error): place.report(error)
    case nil: if place.isEnding { place.say(cancelled) } else { place.show(message: cancelled) }
    case .success where place.isEnding: break
    case .success(let addition):
      // The file may be another one than that of a brush which was used before.
      if let entry = addition.brush.flatMap({ found.catalogue[$0] }), entry.format == .fude || canPaint() {
        choose(entry)
      }
      place.show(message: Self.sentence(addition))
      for left in addition.leftOut.prefix(Self.mostListed) {
        place.say(translated("{file} was left out: {fault}", ["file": left.name, "fault": left.fault]))
      }
    }
  }

  /// The greatest number of brushes of a pack that standard error names.
  private static let mostListed = 100

  /// The message about a pack.
  static func sentence(_ addition: BrushPack.Addition) -> String {
    let pack = FileError.printable(addition.name)
    var sentence =
      addition.isNew
      ? translated(
        "{count} brush was added to “{pack}”.", other: "{count} brushes were added to “{pack}”.",
        count: addition.count, ["pack": pack])
      : translated("The brushes of this pack are there already, as “{pack}”.", ["pack": pack])
    if !addition.left.isEmpty {
      let parts = addition.left.map { left in
        addition.count == 1 ? left.feature.name : "\(left.feature.name) (\(left.count))"
      }
      sentence += " " + translated("Not taken over: {list}.", ["list": parts.joined(separator: ", ")])
    }
    if let first = addition.leftOut.first {
      sentence +=
        " "
        + translated(
          "{count} brush was left out, {file}: {fault}.",
          other: "{count} brushes were left out; the first is {file}: {fault}.",
          count: addition.leftOut.count, ["file": first.name, "fault": first.fault])
    }
    return sentence
  }

  // MARK: Papers

  /// Copies a picture to the user's papers and draws on it. A worker reads and writes it.
  func addPaper(_ path: String) {
    guard let folder = PaperLibrary.userFolder(environment: place.environment) else {
      return place.show(message: translated("The texture was not added: there is no home folder to keep it in."))
    }
    start(.addPaper(path, to: folder, place.session.papers))
  }

  /// Takes what a worker has added, or why it was not added.
  func take(_ paper: Result<PaperLibrary.Addition, FileError>) {
    switch paper {
    case .failure(let error): place.report(error)
    case .success where place.isEnding: break
    case .success(let addition):
      let session = place.session
      session.take(addition)
      let name = addition.name
      guard session.brush.takesPaper else {
        return place.show(
          message: translated(
            "The texture {name} was added. Lines with crisp edges, as those of the pen, show none.", ["name": name]))
      }
      var paper = session.brushPaper ?? .init(name)
      paper.name = name
      place.carryOut(session.setPaper(paper))
    }
  }

  // MARK: The user's brushes

  /// Gives a brush another title; that of its name if it is the same or empty.
  func retitle(_ name: String, as text: String) {
    let standard = ToolItem.title(ofBrush: name, Settings())
    let title = Settings.BrushUse.title(text).flatMap { $0 == standard ? nil : $0 }
    place.changeSettings { settings in
      var use = settings.brushes[name] ?? Settings.BrushUse()
      use.title = title
      settings.brushes[name] = use == Settings.BrushUse() ? nil : use
    }
  }

  /// Deletes the user's file of a brush.
  func delete(_ name: String) {
    let session = place.session
    let path = found.catalogue[name]?.path ?? session.brushes.file(of: name)
    guard let path, let folder = found.userFolder, path.hasPrefix(folder + "/") else { return }
    let title = title(of: name)
    guard unlink(PathText.system(path)) == 0 || errno == ENOENT else {
      return place.show(
        message: translated(
          "The brush “{name}” was not deleted: {fault}.",
          ["name": title, "fault": String(cString: strerror(errno))]))
    }
    found.forget(name, besides: ownNames)
    // That of another folder takes its place.
    if let other = found.catalogue[name], let brush = try? BrushFile.brush(at: other.path, named: name) {
      place.carryOut(session.keep(brush, file: nil, isResized: true))
    } else {
      place.carryOut(session.remove(brush: name))
    }
    retitle(name, as: "")
    place.show(message: translated("The brush “{name}” was deleted.", ["name": title]))
    place.frame.mark(.panels)
  }

  /// Takes a brush that a worker has saved.
  func take(_ saved: BrushJob.Saving) {
    let brush = saved.brush
    if brush.paint == nil, !brush.name.contains("/") {
      found.remove(added: brush.name)
      place.carryOut(place.session.keep(brush, file: saved.path, isResized: saved.isResized))
    } else {
      found.add(BrushCatalogue.Entry(name: brush.name, path: saved.path))
      place.carryOut(place.session.keep(brush, file: nil, isResized: saved.isResized))
    }
    if let title = saved.title {
      retitle(brush.name, as: title)
      choose(brush.name)
    }
    place.show(message: translated("The brush “{name}” was saved.", ["name": self.title(of: brush.name)]))
  }
}
