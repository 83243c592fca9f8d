import Foundation
import Testing

@testable import Language

/// Messages: translation, placeholders and plural forms.
@Suite struct TranslationTests {
  /// Fails if a placeholder is not found, also repeated or beside other braces, or depends on the
  /// order.
  @Test func valuesReplaceTheirNames() {
    #expect(filled("{a} and {b}", ["b": 2, "a": "one"]) == "one and 2")
    #expect(filled("{b}{a}{b}", ["a": 1.5, "b": "x"]) == "x1.5x")
    #expect(filled("nothing", ["a": 1]) == "nothing")
    #expect(filled("", ["a": 1]) == "")
    #expect(filled("{a", ["a": 1]) == "{a")
    #expect(filled("a}{a}", ["a": "ü"]) == "a}ü")
    #expect(filled("{日本} {a}", ["a": "語"]) == "{日本} 語")
    #expect(filled("{{a}}", ["a": "x"]) == "{x}")
  }

  /// Fails if braces in an inserted text act as placeholders.
  @Test func valuesAreNotExpandedAgain() {
    #expect(filled("{path}: {fault}", ["path": "{fault}", "fault": "{path}"]) == "{fault}: {path}")
  }

  /// Fails if a message without a catalogue is not its English text.
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

@Suite struct LineBreakingTests {
  /// Fails if a line ends within a Latin word, before a full stop or after an opening bracket.
  @Test(
    arguments: [
      ("日", "本", true), ("本", "。", false), ("（", "注", false), ("注", "）", false), ("A", "B", false), ("A", "日", true),
      ("日", "A", true),
      ("日", " ", false), (" ", "日", false), ("ー", "プ", true), ("プ", "ー", false), ("キ", "ャ", false), ("é", "a", false),
    ] as [(Character, Character, Bool)])
  func aLineMayEndBesideAWideCharacter(_ left: Character, _ right: Character, _ isAllowed: Bool) {
    #expect(LineBreaking.isAllowed(between: left, and: right) == isAllowed)
  }

  /// Fails if a wide character counts as one column, or a letter as two.
  @Test func wideCharactersTakeTwoColumns() {
    #expect(LineBreaking.columns(of: "fude") == 4)
    #expect(LineBreaking.columns(of: "筆 a。") == 6)
    #expect(LineBreaking.columns(of: "„ü“") == 3)
    #expect(LineBreaking.columns(of: "") == 0)
  }
}

@Suite struct CatalogueFolderTests {
  private func folder(_ paths: [String]) throws -> String {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    for path in paths {
      try FileManager.default.createDirectory(atPath: root + "/" + path, withIntermediateDirectories: true)
    }
    return root
  }

  /// Fails if an installed program uses the catalogues of a build folder above it, or none.
  @Test func anInstalledProgramHasThoseBesideIt() throws {
    let root = try folder(["usr/bin", "usr/share/locale", "build/locale"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(CatalogueFolder.path(besideExecutable: root + "/usr/bin/fude") == root + "/usr/share/locale")
  }

  /// Fails if a program in a build folder does not find the compiled catalogues.
  @Test(arguments: ["build/fude", ".build/x86_64/debug/fude", ".build/release-tests/release/fude"])
  func aProgramThatWasBuiltHasThoseAbove(_ program: String) throws {
    let root = try folder(["build/locale", ".build/x86_64/debug"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(CatalogueFolder.path(besideExecutable: root + "/" + program) == root + "/build/locale")
  }

  /// Fails if a missing folder is returned.
  @Test func withoutAFolderThereIsNone() throws {
    let root = try folder(["usr/bin"])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(CatalogueFolder.path(besideExecutable: root + "/usr/bin/fude") == nil)
    #expect(CatalogueFolder.path(besideExecutable: "/no-such-folder/fude") == nil)
    #expect(CatalogueFolder.path(besideExecutable: "/fude") == nil)
  }
}

/// Lookup in real catalogues and locales by another program (`LanguageHelper`), since a process has
/// one language.
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

  /// The program's output with these catalogues. Creates the locales of the environment, since few
  /// are installed.
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

  /// Fails if a message, context, order or plural form is not found, or numbers get commas.
  @Test func aLocaleBringsItsLanguage() throws {
    #expect(
      try said(["LANG": "de_DE.UTF-8"]) == [
        "Öffnen", "Offen", "(it is a folder) {fault} ist nicht lesbar", "0 Striche", "1 Strich", "2 Striche",
        "von 7 Ebenen 3", "Später", "Later 1.5 C",
      ])
  }

  /// Fails if an untranslated message is not English with its plurals, or shows its context.
  @Test func untranslatedMessagesAreEnglish() throws {
    #expect(
      try said(["LC_ALL": "ja_JP.UTF-8"]) == [
        "開く", "Open", "cannot read {fault}: it is a folder", "0 ストローク", "1 ストローク", "2 ストローク", "3 layers of 7", "Later",
        "Later 1.5 C",
      ])
  }

  /// Fails if the variables' precedence differs from gettext's.
  @Test func theEnvironmentCountsAsGettextSays() throws {
    #expect(try said(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"])[0] == "開く")
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": "ja"])[0] == "開く")
    #expect(try said(["LANG": "ja_JP.UTF-8", "LANGUAGE": "xx:de"])[0] == "Öffnen")
    #expect(try said(["LC_ALL": "C", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"]) == english)
    #expect(try said([:]) == english)
  }

  /// Fails if the user's choice does not override the environment, or cannot be English.
  @Test func aChoiceCountsMore() throws {
    #expect(try said(["LANG": "de_DE.UTF-8"], choosing: "ja")[0] == "開く")
    #expect(try said(["LANG": "de_DE.UTF-8"], choosing: "en") == english)
  }

  /// Fails if a choice has an effect only with a locale in the environment (such as `MADE`).
  @Test(arguments: [
    [:], ["LC_ALL": "C"], ["LC_ALL": "POSIX", "LANGUAGE": "ja"], ["LANG": "C.UTF-8"], ["LANG": "xx_YY"],
  ])
  func aChoiceNeedsNoLocaleOfItsLanguage(_ environment: [String: String]) throws {
    #expect(try said(environment.merging(["MADE": "de_DE.UTF-8"]) { $1 }, choosing: "de")[0] == "Öffnen")
    #expect(try said(environment.merging(["MADE": "de_DE.UTF-8"]) { $1 }, choosing: "en") == english)
  }

  /// Fails if users who prefer English get their second language.
  @Test(arguments: ["en:de", "en_GB:en:de", "C:de", "en_US.UTF-8:ja"])
  func englishIsALanguageLikeAnother(_ languages: String) throws {
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": languages]) == english)
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": "ja:" + languages])[0] == "開く")
  }

  /// Fails if an empty LANGUAGE differs from none.
  @Test func anEmptyListOfLanguagesIsNone() throws {
    #expect(try said(["LANG": "de_DE.UTF-8", "LANGUAGE": ""])[0] == "Öffnen")
    #expect(
      try said(["LANG": "de_AT.UTF-8", "LANGUAGE": "", "MADE": "ja_JP.UTF-8"], without: "de_AT.UTF-8")[0] == "Öffnen")
  }

  /// Fails if a missing locale gives anything but English, or ends the program. (Before glibc 2.39
  /// its language is found through C.UTF-8.)
  @Test func aLocaleThatIsMissingDoesNoHarm() throws {
    let open = try said(["LANG": "de_DE.UTF-8"], hasLocales: false)[0]
    #expect(open == "Open" || open == "Öffnen")
    #expect(try said(["LANG": "xx_YY.UTF-8"], hasLocales: false) == english)
  }
}
