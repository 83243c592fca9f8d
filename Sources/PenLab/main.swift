import Glibc
import Rig

/// How to call the program.
let usage = """
  usage: penlab server [--size WIDTHxHEIGHT] [--wm]
         penlab latency [--size WIDTHxHEIGHT] [--wm] [--rows Y,Y,...] [--speed PX/S] [--rate HZ] [--key KEY]...
                        [PROGRAM ARGUMENT...]
  server starts an X server with a pen, a mouse, a keyboard and a touch screen, prints its DISPLAY, and obeys the commands
  on its standard input until that ends; "help" there lists them.
  latency draws strokes along rows of the screen and prints how soon ink follows the pen, for the null client, which only
  draws lines, and for the program, which keys may prepare.
  """

/// Says what is wrong and ends the program.
func fail(_ sentence: String, status: Int32) -> Never {
  let line = Array("penlab: \(sentence)\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(status)
}

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch arguments.first {
  case "server": try ServerCommand(arguments.dropFirst()).run()
  case "latency": try LatencyCommand(arguments.dropFirst()).run()
  case "--help", "-h": print(usage)
  case nil: throw UsageError(sentence: "nothing was asked for.\n\(usage)")
  case .some(let word): throw UsageError(sentence: "there is no \"\(word)\".\n\(usage)")
  }
} catch let error as UsageError {
  fail(error.sentence, status: 2)
} catch {
  fail("\(error)", status: 1)
}
