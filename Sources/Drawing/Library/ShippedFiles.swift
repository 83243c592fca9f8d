import Files
import Language

/// The brushes and palettes that come with the program.
public enum ShippedFiles {
  /// The message for the user if the brushes or palettes are missing, as beside a binary that was copied by itself; else nil.
  public static var absence: String? { ResourceFolder.executable.flatMap { absence(besideExecutable: $0) } }

  /// The same for a program by its path.
  public static func absence(besideExecutable executable: String) -> String? {
    let program = FileError.printable(executable)
    func isThere(_ name: String) -> Bool { ResourceFolder.path(name, besideExecutable: executable) != nil }
    return switch (isThere("brushes"), isThere("palettes")) {
    case (true, true): nil
    case (true, false):
      translated(
        "The palettes of Fude are not beside {program}. Install Fude with its files, or start it where they are.",
        ["program": program])
    case (false, let hasPalettes):
      hasPalettes
        ? translated(
          "The brushes of Fude are not beside {program}, so there are only the pen, the eraser and your own. Install Fude with its files, or start it where they are.",
          ["program": program])
        : translated(
          "The brushes and palettes of Fude are not beside {program}, so there are only the pen, the eraser and your own. Install Fude with its files, or start it where they are.",
          ["program": program])
    }
  }
}
