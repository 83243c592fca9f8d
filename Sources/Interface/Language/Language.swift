import CGettext
import Glibc

/// The language that people are spoken to in: English, or that of a catalogue, by gettext, which is part of glibc.
///
/// A program begins it once, before it says anything and before it has threads; until then, and where there is no locale or no
/// catalogue, all is English. Only words depend on it: numbers are written and read as in the locale "C" for ever.
public enum Language {
  /// What the catalogues are called: LANGUAGE/LC_MESSAGES/fude.mo.
  static let domain = "fude"

  /// Takes up the language that the environment asks for: LANGUAGE, LC_ALL, LC_MESSAGES, LANG, as gettext does. But English in LANGUAGE is
  /// a language like another: what stands behind it there does not count, though no catalogue of English is found.
  /// - Parameter folder: where the catalogues are; nil for English.
  public static func begin(folder: String? = CatalogueFolder.path()) {
    guard let folder, takeLocale() else { return }
    let wanted = variable("LANGUAGE").split(separator: ":")
    if let english = wanted.firstIndex(where: isEnglish), english < wanted.count - 1 {
      setenv("LANGUAGE", wanted[...english].joined(separator: ":"), 1)
    }
    bind(folder)
  }

  /// Takes up a language that the user has chosen, before all that the environment says.
  /// - Parameter code: as LANGUAGE has it: "de", "ja", "en".
  public static func choose(_ code: String, folder: String? = CatalogueFolder.path()) {
    guard let folder, takeLocale() || takeStandIn() else { return }
    setenv("LANGUAGE", code, 1)
    bind(folder)
  }

  /// The language that is spoken, as ISO 639 has it ("ja"); nil for English. Han characters look other in Japanese than in Chinese, so
  /// who draws them needs to know.
  public static var code: String? {
    let code = translated("en", context: "this catalogue's language, as its file is called")
    return code == "en" ? nil : code
  }

  /// What stands between a number's whole part and its decimals where people read it. Files and commands have a full stop always.
  public static var decimalSeparator: String {
    translated(".", context: "between a number's whole part and its decimals")
  }

  /// Goes back to English.
  public static func end() { _ = setlocale(LC_MESSAGES, "C") }

  private static func bind(_ folder: String) {
    bindtextdomain(domain, folder)
    // Our text is UTF-8 whatever the locale's is.
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Makes the user's locale that of messages, and of nothing else; false where it is that of English without a catalogue.
  ///
  /// Where the system does not have it (a small one has hardly any) gettext would say nothing of the language either. Then
  /// another stands in, and the language alone is taken from the name.
  private static func takeLocale() -> Bool {
    if let taken = setlocale(LC_MESSAGES, "") {
      let name = String(cString: taken)
      return name != "C" && name != "POSIX"
    }
    let wanted = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.map(variable).first { !$0.isEmpty }
    guard let wanted, takeStandIn() else { return false }
    if variable("LANGUAGE").isEmpty { setenv("LANGUAGE", wanted, 1) }
    return true
  }

  /// Makes any locale that of messages in which LANGUAGE counts: in C it does not, nor, from glibc 2.39 on, in C.UTF-8, which alone is
  /// always there.
  private static func takeStandIn() -> Bool {
    ["de_DE.UTF-8", "ja_JP.UTF-8", "en_US.UTF-8", "en_GB.UTF-8", "C.UTF-8"].contains { (name: String) in
      setlocale(LC_MESSAGES, name) != nil
    }
  }

  private static func isEnglish(_ name: Substring) -> Bool {
    ["en", "C", "POSIX"].contains(String(name.prefix { $0 != "_" && $0 != "." && $0 != "@" }))
  }

  /// What the environment says; empty where it says nothing.
  private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}

/// Where catalogues are.
public enum CatalogueFolder {
  /// PREFIX/share/locale where the program is installed as PREFIX/bin/fude, or build/locale above the folder that it was built in; nil where
  /// there is neither.
  public static func path() -> String? {
    guard let executable = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(executable) }
    return path(besideExecutable: String(cString: executable))
  }

  /// The same for a program of that path, absolute.
  static func path(besideExecutable executable: String) -> String? {
    var parts = executable.split(separator: "/").dropLast()
    func folder(_ name: String) -> String? {
      let path = parts.map { "/" + $0 }.joined() + "/" + name
      return access(path, X_OK) == 0 ? path : nil
    }
    let isInstalled = parts.last == "bin"
    if isInstalled {
      parts.removeLast()
      return folder("share/locale")
    }
    while !parts.isEmpty {
      if let built = folder("build/locale") { return built }
      parts.removeLast()
    }
    return nil
  }
}
