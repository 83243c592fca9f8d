import Glibc
import Journal
import RandomSource

// Writes a journal, for tests of recovery.
//
// `JournalHelper FOLDER SEED COUNT [LIMIT]` creates a journal in a folder and prints its path. It
// appends COUNT records and prints after each sync how many are on the disk. The seed determines
// the records (see `Hand.contents` in the tests). LIMIT is the largest file size in bytes; errors
// are printed, and appending continues without the limit.
//
// `JournalHelper claim PATH` prints whether it could claim the journal, and holds it until it reads
// a line.

let words = CommandLine.arguments.dropFirst()

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

/// Sets how large files may become; nil for no limit.
func limitFiles(to limit: UInt?) {
  signal(SIGXFSZ, SIG_IGN)
  var limits = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
  limits.rlim_cur = limit ?? limits.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
}

func run() throws(JournalError) {
  if words.first == "claim", let path = words.last {
    let file = try JournalFile.claim(path)
    say(file == nil ? "taken" : "mine")
    _ = readLine()
    withExtendedLifetime(file) {}
    return
  }
  let numbers = words.dropFirst().compactMap { Int($0) }
  guard let folder = words.first, numbers.count >= 2 else {
    say("usage: JournalHelper FOLDER SEED COUNT [LIMIT]")
    exit(2)
  }
  let writer = try JournalFolder(folder).create()
  say(writer.file.path)
  if numbers.count > 2 { limitFiles(to: UInt(numbers[2])) }
  var rng = RandomSource(numbers[0])
  var group = 1
  for number in 0..<numbers[1] {
    let type = UInt8(rng.roll(1...255))
    let payload = (0..<rng.roll(0...2000)).map { _ in UInt8(rng.roll(0...255)) }
    do throws(JournalError) { try writer.append(type, payload.span) } catch {
      say("\(error)")
      limitFiles(to: nil)
      try writer.append(type, payload.span)
    }
    group -= 1
    if group == 0 || number == numbers[1] - 1 {
      try writer.sync()
      say("\(writer.syncedCount)")
      group = 1 + number % 5
    }
  }
  say("done")
}

do throws(JournalError) { try run() } catch {
  say("\(error)")
  exit(1)
}
