import Foundation
import Testing

@testable import Fude

/// Runs the completions in their shells. A missing shell is skipped, and the output says so.
@Suite struct CompletionTests {
  /// The typed words, of which the last is completed, and all expected offers.
  struct Case: Sendable, CustomTestStringConvertible {
    var words: [String]
    var offers: Set<String>
    var testDescription: String { words.joined(separator: " ") }
  }

  /// Files: a.ora, B.PNG, c.txt, d.pen, e.svg, a folder f, and a folder g with only h.txt.
  static let cases = [
    Case(words: ["fude", "exp"], offers: ["export"]),
    Case(words: ["fude", "edit", "--s"], offers: ["--strokes", "--set", "--scale"]),
    Case(words: ["fude", "re"], offers: ["record", "replay"]),
    Case(
      words: ["fude", ""],
      offers: [
        "export", "edit", "replay", "timelapse", "thumbnail", "record", "pens", "brushes", "info", "a.ora", "B.PNG",
        "f", "g",
      ]),
    Case(words: ["fude", "--fu"], offers: ["--fullscreen"]),
    Case(words: ["fude", "--completions", ""], offers: ["bash", "zsh", "fish"]),
    Case(words: ["fude", "--canvas", ""], offers: []),
    // Only the first word can be a command.
    Case(words: ["fude", "--fullscreen", "e"], offers: ["e.svg"]),
    Case(words: ["fude", "--fullscreen", ""], offers: ["a.ora", "B.PNG", "f", "g"]),
    Case(words: ["fude", "export", ""], offers: ["a.ora", "B.PNG", "f", "g"]),
    Case(words: ["fude", "export", "a.ora", "--s"], offers: ["--scale"]),
    Case(words: ["fude", "export", "a.ora", "-o", ""], offers: ["a.ora", "B.PNG", "e.svg", "f", "g"]),
    Case(words: ["fude", "export", "a.ora", "--output", "e"], offers: ["e.svg"]),
    Case(words: ["fude", "replay", ""], offers: ["d.pen", "a.ora", "f", "g"]),
    Case(words: ["fude", "replay", "d.pen", "--frames", ""], offers: ["f", "g"]),
    Case(words: ["fude", "replay", "--smoother", "m"], offers: ["midpoint", "modelled"]),
    Case(
      words: ["fude", "info", "--"],
      offers: ["--strokes", "--history", "--from", "--to", "--results", "--json", "--help"]),
    Case(words: ["fude", "record", "c"], offers: ["c.txt"]),
    // If no file has a fitting name, every file is offered: the content decides, not the name.
    Case(words: ["fude", "info", "g/"], offers: ["g/h.txt"]),
  ]

  /// A folder with the script and the files of the cases.
  private final class Place {
    let folder: URL
    let script: URL
    init(_ shell: Completions) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "fude-completion-\(UUID().uuidString)")
      for name in ["home", "files/f", "files/g"] {
        try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      for name in ["a.ora", "B.PNG", "c.txt", "d.pen", "e.svg", "g/h.txt"] {
        try Data().write(to: folder.appending(path: "files/" + name))
      }
      script = folder.appending(path: shell.fileName)
      try shell.script.write(to: script, atomically: false, encoding: .utf8)
    }
    deinit { try? FileManager.default.removeItem(at: folder) }

    func run(_ command: [String]) throws -> Shell.Result? {
      try Shell.run(
        command, in: folder.appending(path: "files"), environment: ["HOME": folder.path + "/home", "LC_ALL": "C.UTF-8"])
    }

    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: false, encoding: .utf8)
      return file.path
    }
  }

  private func leaveOut(_ shell: Completions) {
    print("Completions are not tried in \(shell), which is not installed.")
  }

  /// Removes the slashes that a shell adds to folders.
  private func offers(_ text: String) -> Set<String> {
    Set(text.split(separator: "\n").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) })
  }

  @Test(arguments: Completions.allCases)
  func scriptsAreWellFormed(_ shell: Completions) throws {
    let place = try Place(shell)
    guard let result = try place.run([shell.rawValue, "-n", place.script.path]) else { return leaveOut(shell) }
    #expect(result.status == 0 && result.output == "" && result.errors == "")
  }

  @Test(arguments: cases)
  func bashOffers(_ case: Case) throws {
    let place = try Place(.bash)
    let ask = """
      source "$1" || exit; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _fude
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    guard
      let result = try place.run(
        ["bash", "--norc", "--noprofile", "-c", ask, "bash", place.script.path] + `case`.words)
    else { return leaveOut(.bash) }
    #expect(result.errors == "")
    #expect(offers(result.output) == `case`.offers)
  }

  /// Fails if a value attached to its option is not completed. bash splits "--smoother=m" into
  /// three words.
  @Test func bashTakesAttachedValues() throws {
    try bashOffers(Case(words: ["fude", "replay", "--smoother", "=", "mo"], offers: ["modelled"]))
    try bashOffers(
      Case(
        words: ["fude", "replay", "--smoother", "="],
        offers: ["linear", "midpoint", "cubic", "smoothed", "catmull-rom", "modelled", "steady"]))
  }

  /// Fails if an option that was given is offered again, or if options are offered after "--".
  @Test func bashOffersNothingInVain() throws {
    try bashOffers(Case(words: ["fude", "export", "--crop", "a.ora", "--c"], offers: []))
    try bashOffers(Case(words: ["fude", "--", "--fu"], offers: []))
    try bashOffers(Case(words: ["fude", "pens", ""], offers: []))
  }

  @Test(arguments: cases)
  func fishOffers(_ case: Case) throws {
    let place = try Place(.fish)
    let line = `case`.words.joined(separator: " ")
    let ask = "source $argv[1]; complete -C $argv[2]"
    guard let result = try place.run(["fish", "--no-config", "-c", ask, place.script.path, line]) else {
      return leaveOut(.fish)
    }
    #expect(result.errors == "")
    // A tab separates each offer from its description.
    let words = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: "\n")
    #expect(offers(words) == `case`.offers)
  }

  /// Runs an interactive zsh that writes its offers to a file before it shows them.
  @Test(arguments: cases)
  func zshOffers(_ case: Case) throws {
    let place = try Place(.zsh)
    let inner = try place.write(
      #"""
      autoload -Uz compinit
      compinit -D -u
      source $1
      typeset -g fude_output=$2
      compadd() {
          # With these it only asks what would fit.
          if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
              local -a fitting
              builtin compadd -A fitting "$@"
              print -rl -- $fitting >> $fude_output
          fi
          builtin compadd "$@"
      }
      bindkey '^I' complete-word
      fude_done() { print -r -- FUDE""DONE }
      comppostfuncs=(fude_done)
      print -r -- FUDE""READY
      """#, "inner.zsh")
    let outer = try place.write(
      #"""
      zmodload zsh/zpty || exit 3
      zpty user zsh -f -i
      zpty -w user "PROMPT=; unsetopt zle_bracketed_paste; source ${(q)1} ${(q)2} ${(q)3}"
      zpty -r -m user seen '*FUDE''READY*' || exit 4
      zpty -w -n user "$4"$'\t'
      zpty -r -m user seen '*FUDE''DONE*' || exit 5
      zpty -d user
      """#, "outer.zsh")
    let output = try place.write("", "offers")
    let line = `case`.words.joined(separator: " ")
    guard let result = try place.run(["zsh", "-f", outer, inner, place.script.path, output, line]) else {
      return leaveOut(.zsh)
    }
    #expect(result.status == 0 && result.errors == "")
    var words = offers(try String(contentsOf: URL(filePath: output), encoding: .utf8))
    // For a path, zsh offers the last component.
    if let folder = `case`.words.last, folder.hasSuffix("/") { words = Set(words.map { folder + $0 }) }
    #expect(words == `case`.offers)
  }
}
