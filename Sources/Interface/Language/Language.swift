import CGettext
import Glibc

/// The language of messages: English, or that of a gettext catalogue (gettext is part of glibc).
/// Numbers always use the locale "C".
///
/// A program calls `begin` once, before its first message and before it has threads. Until then,
/// all messages are English.
public enum Language {
  /// The name of the catalogues: LANGUAGE/LC_MESSAGES/fude.mo.
  static let domain = "fude"

  /// Selects the language of the environment, like gettext: LANGUAGE, LC_ALL, LC_MESSAGES, LANG.
  /// English in LANGUAGE ends the list, although it has no catalogue.
  /// - Parameter folder: the folder of the catalogues; nil for English.
  public static func begin(folder: String? = CatalogueFolder.path()) {
    guard let folder, takeLocale() else { return }
    let wanted = variable("LANGUAGE").split(separator: ":")
    if let english = wanted.firstIndex(where: isEnglish), english < wanted.count - 1 {
      setenv("LANGUAGE", wanted[...english].joined(separator: ":"), 1)
    }
    bind(folder)
  }

  /// Selects a language that the user has chosen, before the environment's.
  /// - Parameter code: the language as in LANGUAGE: "de", "ja", "en".
  public static func choose(_ code: String, folder: String? = CatalogueFolder.path()) {
    guard let folder, takeLocale() || setFallbackLocale() else { return }
    setenv("LANGUAGE", code, 1)
    bind(folder)
  }

  /// The current language's ISO 639 code ("ja"); nil for English. Text rendering needs it: Han
  /// characters look different in Japanese and Chinese.
  public static var code: String? {
    let code = translated("en", context: "this catalogue's language, as its file is called")
    return code == "en" ? nil : code
  }

  /// The decimal separator of numbers for display. Files and commands always use a full stop.
  public static var decimalSeparator: String {
    translated(".", context: "between a number's whole part and its decimals")
  }

  /// Returns to English.
  public static func end() { _ = setlocale(LC_MESSAGES, "C") }

  private static func bind(_ folder: String) {
    bindtextdomain(domain, folder)
    // Messages are UTF-8, whatever the locale's encoding is.
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Applies the user's locale to messages only; returns false for "C" and "POSIX". If the system
  /// does not have the locale, another one is used with LANGUAGE set from its name.
  private static func takeLocale() -> Bool {
    if let taken = setlocale(LC_MESSAGES, "") {
      let name = String(cString: taken)
      return name != "C" && name != "POSIX"
    }
    let wanted = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.map(variable).first { !$0.isEmpty }
    guard let wanted, setFallbackLocale() else { return false }
    if variable("LANGUAGE").isEmpty { setenv("LANGUAGE", wanted, 1) }
    return true
  }

  /// Applies any locale in which gettext reads LANGUAGE: not C, nor C.UTF-8 from glibc 2.39 on.
  private static func setFallbackLocale() -> Bool {
    ["de_DE.UTF-8", "ja_JP.UTF-8", "en_US.UTF-8", "en_GB.UTF-8", "C.UTF-8"].contains { (name: String) in
      setlocale(LC_MESSAGES, name) != nil
    }
  }

  private static func isEnglish(_ name: Substring) -> Bool {
    ["en", "C", "POSIX"].contains(String(name.prefix { $0 != "_" && $0 != "." && $0 != "@" }))
  }

  private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}

/// Finds the folder of the catalogues.
public enum CatalogueFolder {
  /// PREFIX/share/locale for a program PREFIX/bin/fude, or build/locale in a folder above the
  /// program; nil if neither exists.
  public static func path() -> String? {
    guard let executable = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(executable) }
    return path(besideExecutable: String(cString: executable))
  }

  /// The same for a program at an absolute path.
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
