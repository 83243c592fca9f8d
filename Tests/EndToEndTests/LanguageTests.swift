import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The program in each of its languages, with the catalogues compiled from Resources/po (`make
  /// test` compiles them first).
  @Suite struct LanguageTests {
    struct Language: Sendable, CustomTestStringConvertible {
      var locale: String
      var title: String
      /// A part of the message for a file that does not exist.
      var missing: String
      var usage: String
      var testDescription: String { locale }
    }

    static let languages = [
      Language(
        locale: "de_DE", title: "Zeichnung - Fude", missing: "ist nicht lesbar: es gibt keine solche Datei",
        usage: "Aufruf: fude"),
      Language(locale: "ja_JP", title: "無題 - Fude", missing: "を読み込めません: そのようなファイルはありません", usage: "使い方: fude"),
    ]

    /// The environment of a user with a locale. localedef compiles the locale into the folder, because
    /// few systems have all of them.
    private func environment(_ locale: String, in folder: TemporaryFolder) throws -> [String: String] {
      let made = try folder.makeFolder("locales")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/localedef")
      process.arguments = ["-i", locale, "-f", "UTF-8", "\(made)/\(locale).UTF-8"]
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw RigError("localedef could not compile the locale \(locale).") }
      return ["LANG": locale + ".UTF-8", "LOCPATH": made]
    }

    /// Fails if the title, a message or the help is not translated, a shortcut changes, or numbers
    /// in files get decimal commas.
    @Test(arguments: languages) func theProgramSpeaksTheUsersLanguage(_ language: Language) throws {
      let folder = try TemporaryFolder()
      let environment = try environment(language.locale, in: folder)

      let help = try Program(try TestSession.fude(), ["--help"], environment: environment)
      #expect(try help.waitForExit(seconds: 20) == .exited(0))
      #expect(help.output.hasPrefix(language.usage), "\(help.output.prefix(80))")

      let reading = try Program(try TestSession.fude(), ["info", "/no-such-file"], environment: environment)
      #expect(try reading.waitForExit(seconds: 20) == .exited(1))
      #expect(
        reading.errors.contains("/no-such-file") && reading.errors.contains(language.missing), "\(reading.errors)")

      var arrangement = TestSession.Arrangement()
      arrangement.environment = environment
      arrangement.folder = folder
      arrangement.hasPanels = true
      let session = try TestSession(arrangement)
      #expect(session.screen.title(of: session.window) == language.title)
      try session.line(from: (200, 200), to: (400, 240))
      #expect(session.screen.title(of: session.window) == "\u{2022} " + language.title)
      // This makes the brush's size a fraction, which the settings must store with a point.
      for _ in 0..<3 { try session.key("bracketright") }
      try session.key("ctrl+z")
      #expect(session.screen.title(of: session.window) == language.title)
      try session.bench.keyboard.tap("ctrl+q")
      #expect(try session.program.waitForExit() == .exited(0))
      let settings = try String(contentsOfFile: session.path("config/fude/settings"), encoding: .utf8)
      let size = settings.split(separator: "\n").first { $0.hasPrefix("brush.pen.width = ") }
      #expect(size.map { $0.contains(".") && !$0.contains(",") } ?? false, "\(settings)")
    }

    /// Fails if output for other programs is translated.
    @Test(arguments: languages) func machineOutputIsNotTranslated(_ language: Language) throws {
      let folder = try TemporaryFolder()
      let environment = try environment(language.locale, in: folder)
      try "GIMP Palette\nName: Ink\n1 2 3 Blue\n".write(
        toFile: folder.path + "/a.gpl", atomically: false, encoding: .utf8)
      for arguments in [
        ["info", folder.path + "/a.gpl"], ["info", folder.path + "/a.gpl", "--json"], ["--completions", "zsh"],
      ] {
        let english = try Program(try TestSession.fude(), arguments)
        let other = try Program(try TestSession.fude(), arguments, environment: environment)
        #expect(try english.waitForExit(seconds: 20) == .exited(0))
        #expect(try other.waitForExit(seconds: 20) == .exited(0))
        #expect(!english.output.isEmpty && other.output == english.output)
      }
    }
  }
}
