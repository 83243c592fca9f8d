import Files
import Glibc
import Language

/// Runs the command. Returns the exit status: 0 done, 1 failed, 2 usage error. A signal ends a command
/// without a window with 128 + its number.
func runProgram() -> Int32 {
  takeName()
  Language.begin()
  switch Arguments.parse(Array(Standard.arguments.dropFirst())) {
  case .failure(let error):
    Standard.error("fude: \(error)\n")
    return UsageError.status
  case .success(let arguments):
    if arguments.command.speaksEnglish { Language.end() }
    if !arguments.command.hasWindow { CommandSignals.begin() }
    do {
      switch arguments.command {
      case .version: Standard.output(Version.text)
      case .help(let name): Standard.output(name.description.help)
      case .completions(let shell): Standard.output(shell.script)
      case .info(let path, let isJSON):
        let facts = try englishFacts(of: path)
        Standard.output(isJSON ? facts.json : facts.lines)
      case .strokes(let path, let isJSON): try Commands.listStrokes(of: path, isJSON: isJSON)
      case .history(let request): try Commands.listOperations(request)
      case .apply(let request): try Commands.apply(request)
      case .export(let request): try Commands.export(request)
      case .frames(let request): try Commands.frames(request)
      case .film(let request): try Commands.film(request)
      case .edit(let request): try Commands.edit(request)
      case .thumbnail(let request): try Commands.thumbnail(request)
      case .brushes(let isJSON): Commands.listBrushes(isJSON: isJSON)
      case .pens(.list): Standard.output(try Commands.pens())
      case .pens(.watch): try Commands.watchPens()
      case .pens(.report): Standard.output(try Commands.reportPens())
      case .replay(let request): try Commands.replay(request)
      case .draw(let draw): return try App(draw, recorder: nil, environment: Standard.environment).run()
      case .record(let path, let isForced, let draw):
        let recorder = try Recorder(path: path, isForced: isForced)
        return try App(draw, recorder: recorder, environment: Standard.environment).run()
      }
      return 0
    } catch let error as OpenElsewhere {
      // No error: the other window shows the drawing.
      Standard.error("fude: \(error)\n")
      return 0
    } catch {
      Standard.error("fude: \(error)\n")
      return 1
    }
  }
}

/// Sets the process's name to "fude". A window opened by another one was started as /proc/self/exe
/// and would be called "exe".
private func takeName() {
  let descriptor = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  _ = write(descriptor, "fude", 4)
  close(descriptor)
}

/// The description of a file in English, for programs. Errors are in the user's language.
private func englishFacts(of path: String) throws -> Facts {
  Language.end()
  defer { Language.begin() }
  do { return try FileDescription.facts(of: path) } catch {
    // The message is made where the error is found, so the file is read again in the user's
    // language.
    Language.begin()
    return try FileDescription.facts(of: path)
  }
}

extension Arguments.Command {
  /// Whether it opens a window, whose event loop handles signals.
  fileprivate var hasWindow: Bool {
    switch self {
    case .draw, .record: true
    default: false
    }
  }

  /// Whether its output is for developers or programs.
  fileprivate var speaksEnglish: Bool {
    switch self {
    case .pens, .completions: true
    default: false
    }
  }
}

exit(runProgram())
