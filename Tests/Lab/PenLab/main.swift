import Files
import Glibc

/// Runs the command. Returns the exit status: 0 done, 1 failed, 2 usage error.
func runProgram() -> Int32 {
  do {
    try Subcommand.run(Array(CommandLine.arguments.dropFirst()))
    return 0
  } catch let error as UsageError {
    Standard.error("penlab: \(error)\n")
    return UsageError.status
  } catch {
    Standard.error("penlab: \(error)\n")
    return 1
  }
}

exit(runProgram())
