import Document
import Files
import Ink
import Library

extension Commands {
  /// Writes the list of all brushes: Fude's, then those in the folders of the user and of packages. Each file is
  /// read; those that cannot be used are reported and left out.
  static func listBrushes(isJSON: Bool) {
    let brushes = brushes(environment: Standard.environment) { Standard.error("fude: \($0)\n") }
    if isJSON {
      Standard.output("[\n" + brushes.map { "  " + $0.json }.joined(separator: ",\n") + "\n]\n")
    } else {
      Standard.output(brushes.map(\.line).joined())
    }
  }

  private static func brushes(environment: [String: String], report: (String) -> Void) -> [ListedBrush] {
    let library = BrushLibrary(environment: environment)
    for fault in library.faults { report(fault) }
    var brushes = library.names.map { name in
      ListedBrush(name: name, group: nil, engine: .fude, path: library.file(of: name))
    }
    let folders = BrushCatalogue.folders(environment: environment)
    for group in BrushCatalogue(folders: folders, taken: Set(library.names)).groups {
      for entry in group.entries {
        do throws(FileError) { _ = try BrushFile.brush(at: entry.path) } catch {
          report("\(error)")
          continue
        }
        let name = group.name.isEmpty ? nil : group.name
        brushes.append(ListedBrush(name: entry.name, group: name, engine: entry.format, path: entry.path))
      }
    }
    return brushes
  }
}
