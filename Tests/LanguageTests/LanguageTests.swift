import Foundation
import Testing

@testable import Language

/// What a message becomes: its words, what is put in, and forms that depend on a number.
@Suite struct TranslationTests {
  /// Would break if a name were not found, found twice in a row or next to braces of other things, or an order were presumed.
  @Test func whatIsPutInStandsWhereItsNameDoes() {
    #expect(filled("{a} and {b}", ["b": 2, "a": "one"]) == "one and 2")
    #expect(filled("{b}{a}{b}", ["a": 1.5, "b": "x"]) == "x1.5x")
    #expect(filled("nothing", ["a": 1]) == "nothing")
    #expect(filled("", ["a": 1]) == "")
    #expect(filled("{a", ["a": 1]) == "{a")
    #expect(filled("a}{a}", ["a": "ü"]) == "a}ü")
    #expect(filled("{日本} {a}", ["a": "語"]) == "{日本} 語")
    #expect(filled("{{a}}", ["a": "x"]) == "{x}")
  }

  /// Would break if a file's name with braces in it could take the place of another thing.
  @Test func whatIsPutInIsNotLookedAtAgain() {
    #expect(filled("{path}: {fault}", ["path": "{fault}", "fault": "{path}"]) == "{fault}: {path}")
  }

  /// Would break if a message without a catalogue were not its own words.
  @Test func withoutACatalogueItIsEnglish() {
    #expect(translated("Undo") == "Undo")
    #expect(translated("Undo", context: "key") == "Undo")
    #expect(translated("say \"{word}\"", ["word": "ah"]) == "say \"ah\"")
    #expect(translated("{count} stroke", other: "{count} strokes", count: 1) == "1 stroke")
    #expect(translated("{count} stroke", other: "{count} strokes", count: 0) == "0 strokes")
    #expect(
      translated("{count} of {all}", other: "{count} of all {all}", count: 2, context: "x", ["all": 7]) == "2 of all 7")
    #expect(translated(name: "Gamboge", of: "colour of a palette") == "Gamboge")
    #expect(Message("Later", context: "x").translation == "Later")
    #expect(Message("Later").english == "Later")
  }
}

/// Where lines may end in scripts without blanks.
@Suite struct LineBreakingTests {
  /// Would break if a line could end within a Latin word, at a blank twice, before a full stop or behind an opening bracket.
  @Test(
    arguments: [
      ("日", "本", true), ("本", "。", false), ("（", "注", false), ("注", "）", false), ("A", "B", false), ("A", "日", true),
      ("日", "A", true),
      ("日", " ", false), (" ", "日", false), ("ー", "プ", true), ("プ", "ー", false), ("キ", "ャ", false), ("é", "a", false),
    ] as [(Character, Character, Bool)])
  func aLineMayEndBesideAWideCharacter(_ left: Character, _ right: Character, _ isAllowed: Bool) {
    #expect(LineBreaking.isAllowed(between: left, and: right) == isAllowed)
  }

  /// Would break if a wide character took one column, or a letter two.
  @Test func wideCharactersTakeTwoColumns() {
    #expect(LineBreaking.columns(of: "fude") == 4)
    #expect(LineBreaking.columns(of: "筆 a。") == 6)
    #expect(LineBreaking.columns(of: "„ü“") == 3)
    #expect(LineBreaking.columns(of: "") == 0)
  }
}

/// Where catalogues are looked for.
@Suite struct CatalogueFolderTests {
  private func folder(_ paths: [String]) throws -> String {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    for path in paths {
      try FileManager.default.createDirectory(atPath: root + "/" + path, withIntermediateDirectories: true)
    }
    return root
  }

  /// Would break if an installed program took those of a build folder above it, or none.
  @Test func anInstalledProgramHasThoseBesideIt() throws {
    let root = try folder(["usr/bin", "usr/share/locale", "build/locale"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(CatalogueFolder.path(besideExecutable: root + "/usr/bin/fude") == root + "/usr/share/locale")
  }

  /// Would break if a program in one of the build folders did not find what make has compiled.
  @Test(arguments: ["build/fude", ".build/x86_64/debug/fude", ".build/release-tests/release/fude"])
  func aProgramThatWasBuiltHasThoseAbove(_ program: String) throws {
    let root = try folder(["build/locale", ".build/x86_64/debug"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(CatalogueFolder.path(besideExecutable: root + "/" + program) == root + "/build/locale")
  }

  /// Would break if a folder that is not there were named.
  @Test func withoutAFolderThereIsNone() throws {
    let root = try folder(["usr/bin"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(CatalogueFolder.path(besideExecutable: root + "/usr/bin/fude") == nil)
    #expect(CatalogueFolder.path(besideExecutable: "/no-such-folder/fude") == nil)
    #expect(CatalogueFolder.path(besideExecutable: "/fude") == nil)
  }
}

/// Looking up in real catalogues and locales, by a program of its own (`LanguageHelper`): a process has one language.
@Suite struct LookupTests {
  private static let german = """
    msgid ""
    msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"
    msgid "Open"
    msgstr "Öffnen"
    msgctxt "door"
    msgid "Open"
    msgstr "Offen"
    msgid "cannot read {path}: {fault}"
    msgstr "({fault}) {path} ist nicht lesbar"
    msgid "{count} stroke"
    msgid_plural "{count} strokes"
    msgstr[0] "{count} Strich"
    msgstr[1] "{count} Striche"
    msgctxt "list"
    msgid "{count} layer of {all}"
    msgid_plural "{count} layers of {all}"
    msgstr[0] "von {all} eine"
    msgstr[1] "von {all} Ebenen {count}"
    msgid "Later"
    msgstr "Später"
    """
  private static let japanese = """
    msgid ""
    msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=1; plural=0;\\n"
    msgid "Open"
    msgstr "開く"
    msgid "{count} stroke"
    msgid_plural "{count} strokes"
    msgstr[0] "{count} ストローク"
    """

  private static func run(_ program: String, _ arguments: [String], _ environment: [String: String] = [:]) throws
    -> [String]
  {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(program: program, status: process.terminationStatus) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private struct Failure: Error {
    var program: String
    var status: Int32
  }

  /// What the program says, with these catalogues. The locales that the environment names are made, as few are there by themselves.
  private func said(
    _ environment: [String: String], hasLocales: Bool = true, without missing: String? = nil,
    choosing language: String? = nil
  ) throws -> [String] {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (language, text) in [("de", Self.german), ("ja", Self.japanese)] {
      let folder = "\(root)/locale/\(language)/LC_MESSAGES"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try text.write(toFile: folder + "/fude.po", atomically: false, encoding: .utf8)
      _ = try Self.run("/usr/bin/msgfmt", ["-o", folder + "/fude.mo", folder + "/fude.po"])
    }
    try FileManager.default.createDirectory(atPath: root + "/made", withIntermediateDirectories: true)
    let names =
      hasLocales ? environment.values.filter { $0.wholeMatch(of: /[a-z]+_[A-Z]+\.UTF-8/) != nil && $0 != missing } : []
    for name in names {
      _ = try Self.run("/usr/bin/localedef", ["-i", String(name.dropLast(6)), "-f", "UTF-8", "\(root)/made/\(name)"])
    }
    let hand = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "LanguageHelper").path
    return try Self.run(
      hand, [root + "/locale"] + (language.map { [$0] } ?? []), environment.merging(["LOCPATH": root + "/made"]) { $1 })
  }

  private let english = [
    "Open", "Open", "cannot read {fault}: it is a folder", "0 strokes", "1 stroke", "2 strokes", "3 layers of 7",
    "Later",
    "Later 1.5 C",
  ]

  /// Would break if a message, a context, an order or a form of the plural were not found, or numbers got commas.
  @Test func aLocaleBringsItsLanguage() throws {
    #expect(
      try said(["LANG": "de_DE.UTF-8"]) == [
        "Öffnen", "Offen", "(it is a folder) {fault} ist nicht lesbar", "0 Striche", "1 Strich", "2 Striche",
        "von 7 Ebenen 3", "Später", "Later 1.5 C",
      ])
  }

  /// Would break if what a catalogue leaves out were not English, with its own plurals, or its context were shown.
  @Test func whatIsNotTranslatedIsEnglish() throws {
    #expect(
      try said(["LC_ALL": "ja_JP.UTF-8"]) == [
        "開く", "Open", "cannot read {fault}: it is a folder", "0 ストローク", "1 ストローク", "2 ストローク", "3 layers of 7", "Later",
        "Later 1.5 C",
      ])
  }

  /// Would break if the variables counted in another order than gettext's.
  @Test func theEnvironmentCountsAsGettextSays() throws {
    #expect(try said(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"])[0] == "開く")
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": "ja"])[0] == "開く")
    #expect(try said(["LANG": "ja_JP.UTF-8", "LANGUAGE": "xx:de"])[0] == "Öffnen")
    #expect(try said(["LC_ALL": "C", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"]) == english)
    #expect(try said([:]) == english)
  }

  /// Would break if a choice of the user's did not come before the environment, or could not be English.
  @Test func aChoiceCountsMore() throws {
    #expect(try said(["LANG": "de_DE.UTF-8"], choosing: "ja")[0] == "開く")
    #expect(try said(["LANG": "de_DE.UTF-8"], choosing: "en") == english)
  }

  /// Would break if a choice counted only where the environment names a locale. (That of `MADE` is only there.)
  @Test(arguments: [
    [:], ["LC_ALL": "C"], ["LC_ALL": "POSIX", "LANGUAGE": "ja"], ["LANG": "C.UTF-8"], ["LANG": "xx_YY"],
  ])
  func aChoiceNeedsNoLocaleOfItsLanguage(_ environment: [String: String]) throws {
    #expect(try said(environment.merging(["MADE": "de_DE.UTF-8"]) { $1 }, choosing: "de")[0] == "Öffnen")
    #expect(try said(environment.merging(["MADE": "de_DE.UTF-8"]) { $1 }, choosing: "en") == english)
  }

  /// Would break if somebody who reads English best were spoken to in what they read second best.
  @Test(arguments: ["en:de", "en_GB:en:de", "C:de", "en_US.UTF-8:ja"])
  func englishIsALanguageLikeAnother(_ languages: String) throws {
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": languages]) == english)
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": "ja:" + languages])[0] == "開く")
  }

  /// Would break if LANGUAGE without a word were another thing than no LANGUAGE.
  @Test func anEmptyListOfLanguagesIsNone() throws {
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": ""])[0] == "Öffnen")
    #expect(
      try said(["LANG": "de_AT.UTF-8", "LANGUAGE": "", "MADE": "ja_JP.UTF-8"], without: "de_AT.UTF-8")[0] == "Öffnen")
  }

  /// Would break if a locale that the system does not have were more than English, or ended the program. (Before glibc 2.39 its language
  /// is nevertheless found, by way of C.UTF-8.)
  @Test func aLocaleThatIsMissingDoesNoHarm() throws {
    let open = try said(["LANG": "de_DE.UTF-8"], hasLocales: false)[0]
    #expect(open == "Open" || open == "Öffnen")
    #expect(try said(["LANG": "xx_YY.UTF-8"], hasLocales: false) == english)
  }
}
