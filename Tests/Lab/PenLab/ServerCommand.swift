import Files
import Glibc
import Rig

/// `penlab server`: an X server with virtual devices. It reads commands from standard input, one a
/// line, and answers each with a line: the result, "ok", or "error: " and a message.
struct ServerCommand {
  private var width = 1920
  private var height = 1080
  private var hasWindowManager = false
  private var driver: TabletDriver?

  /// Reads the options.
  init(_ arguments: ArraySlice<String>) throws {
    var words = Words(arguments, of: "server")
    while !words.isEmpty {
      switch try words.next("an option") {
      case "--size": (width, height) = try size(try words.next("the size"))
      case "--wm": hasWindowManager = true
      case "--driver":
        let word = try words.next("the driver")
        guard let known = TabletDriver(rawValue: word) else {
          throw UsageError("server: the driver of a tablet is wacom or libinput, not \"\(word)\".")
        }
        driver = known
      case let word: throw UsageError("server: there is no option \"\(word)\".")
      }
    }
  }

  /// Serves until standard input ends.
  func run() throws {
    // The reader of the answers may be gone; the server ends with standard input.
    signal(SIGPIPE, SIG_IGN)
    let configuration =
      driver.map { XServer.Configuration.tablet($0, width: width, height: height) }
      ?? XServer.Configuration(width: width, height: height)
    let bench = try Bench(configuration, hasWindowManager: hasWindowManager)
    say("DISPLAY=\(bench.server.display)")
    say("process \(bench.server.processID)")
    var interpreter = CommandInterpreter(bench)
    while let line = readLine() {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty || words[0].hasPrefix("#") { continue }
      do {
        say(try interpreter.obey(words))
      } catch let error as UsageError {
        say("error: \(error.description)")
      } catch {
        say("error: \(error)")
      }
    }
  }

  private func say(_ line: String) {
    Standard.output(line + "\n")
  }
}
