import Document
import Files
import Input
import Journal
import Language
import Pages
import Panels
import Storage
import Studio

/// The last steps of the drawing, to be repeated, and the user's macros.
final class MacroDesk {
  private enum Job: Sendable {
    case list
    /// Makes a macro of steps.
    case save(LastSteps, [Int], title: String, MacroOptions)
    case read(MacroItem)
    case retitle(String, title: String)
    case setOptions(String, MacroOptions)
    case remove(String)
  }

  private enum Outcome: Sendable {
    case listed([MacroItem])
    case plan(MacroPlan)
    case failed(String)
    /// What the user should read, and the macros then.
    case changed(String?, [MacroItem])
  }

  /// The steps that the page lists at most.
  static let mostSteps = 20
  /// The size of their pictures at most, px.
  private static let picture = (width: 112, height: 80)

  private let place: Workplace
  private let files: MacroFiles?
  private let queue: JobQueue<Job, Outcome>
  private(set) var macros: [MacroItem] = []
  /// The steps that the page shows.
  private var steps: LastSteps?
  private var pictures: BackgroundRun?

  init(_ place: Workplace) {
    let files = MacroFiles(environment: place.environment)
    (self.place, self.files) = (place, files)
    queue = JobQueue(place.background, .betweenGestures) { job, _ in Self.work(job, files) }
  }

  func show(in state: inout InterfaceState) {
    state.macros = macros
    // They keep the drawing as it was.
    if !place.overlay.areMacrosShown { steps = nil }
  }

  /// Opens the page of the last steps and macros.
  func showPage(_ overlay: Overlay) {
    let steps = LastSteps(place.session.settledDocument, atMost: Self.mostSteps)
    self.steps = steps
    let layers = place.session.document.layers
    overlay.showMacros(
      of: steps.steps.map { step in
        StepItem(
          title: StepTitle.text(of: step.operations),
          layer: step.operations.lazy.compactMap(\.paintedSurface).first.flatMap { surface in
            layers.first { $0.id == surface.layer }.map { Layer.shown($0.name) }
          }, canBeRepeated: step.canBeRepeated)
      })
    pictures?.progress.cancel()
    pictures = place.background.run { progress, send in
      steps.drawPictures(most: Self.picture) { index, picture in
        send((index, picture))
        return !progress.isCancelled
      }
    } receive: { [weak overlay] (drawn: (Int, LayerThumbnail)) in
      overlay?.show(pictureOfStep: drawn.0, drawn.1)
    }
    list()
  }

  private func list() { queue.add(.list) { [self] in take($0) } }

  /// Carries out what the user asks for.
  func carryOut(_ request: MacroRequest) {
    switch request {
    case .repeatSteps(let chosen, let options):
      if let steps { repeatNow(steps, chosen, options) }
    case .save(let chosen, let title, let options):
      if let steps { add(.save(steps, chosen, title: title, options)) }
    case .perform(let name):
      add(.read(macros.first { $0.name == name } ?? MacroItem(name: name, title: name, options: MacroOptions())))
    case .retitle(let name, let title): add(.retitle(name, title: title))
    case .setOptions(let name, let options): add(.setOptions(name, options))
    case .setKey(let name, let key): set(key, of: name)
    case .delete(let name):
      add(.remove(name))
      place.changeSettings { $0.macroKeys[name] = nil }
    }
  }

  /// Repeats steps at once, so that an undo right after it takes them back.
  private func repeatNow(_ steps: LastSteps, _ chosen: [Int], _ options: MacroOptions) {
    do throws(FileError) {
      take(.plan(MacroPlan(title: "", script: try Self.script(steps, chosen, title: "", options))))
    } catch { take(.failed("\(error)")) }
  }

  private func add(_ job: Job) { queue.add(job) { [self] in take($0) } }

  private func set(_ key: Keystroke?, of name: String) {
    if let key, let action = place.keeper.settings.keys[key] {
      return place.show(
        message: translated(
          "{key} is the shortcut of “{command}”. Choose another one.",
          ["key": key.label, "command": action.title]))
    }
    place.changeSettings { settings in
      settings.macroKeys = settings.macroKeys.filter { $0.value != key }
      settings.macroKeys[name] = key
    }
    place.frame.mark(.panels)
  }

  private func take(_ outcome: Outcome) {
    switch outcome {
    case .listed(let macros): self.macros = macros
    case .plan(let plan): if !place.isEnding { place.carryOut(place.session.perform(plan)) }
    case .failed(let sentence): place.complain(sentence)
    case .changed(let sentence, let macros):
      self.macros = macros
      if let sentence { place.show(message: sentence) }
    }
    place.frame.mark(.panels)
  }

  // MARK: On the worker

  private static func work(_ job: Job, _ files: MacroFiles?) -> Outcome {
    do throws(FileError) {
      guard let files else {
        if case .list = job { return .listed([]) }
        return .failed(translated("macros cannot be kept: there is no home folder"))
      }
      switch job {
      case .list: return .listed(files.list())
      case .read(let item):
        let script = try files.script(of: item.name)
        return .plan(MacroPlan(title: MacroHeader.of(script)?.name ?? item.title, script: script))
      case .save(let steps, let chosen, let title, let options):
        _ = try files.add(try script(steps, chosen, title: title, options), title: title)
        return .changed(translated("The macro “{macro}” is kept.", ["macro": title]), files.list())
      case .retitle(let name, let title): try files.change(name) { $0.name = title }
      case .setOptions(let name, let options): try files.change(name) { options.apply(to: &$0) }
      case .remove(let name): try files.remove(name)
      }
      return .changed(nil, files.list())
    } catch { return .failed("\(error)") }
  }

  private static func script(
    _ steps: LastSteps, _ chosen: [Int], title: String, _ options: MacroOptions
  ) throws(FileError) -> [UInt8] {
    do throws(PayloadError) {
      var (header, script) = try steps.macro(of: chosen, name: title)
      options.apply(to: &header)
      return try header.heading(script)
    } catch { throw FileError(.read, translated("the steps"), fault: error.fault) }
  }
}
