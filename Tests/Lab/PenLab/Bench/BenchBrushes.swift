import Document
import Ink
import Library
import Rig

/// The brushes that Fude ships, which benches draw with.
enum BenchBrushes {
  /// All brushes by name.
  /// - Throws: `RigError` if there are none: with another brush the figures would not be comparable.
  static func all() throws -> [(name: String, brush: Brush)] {
    let library = BrushLibrary(folder: BrushLibrary.systemFolder())
    let brushes = library.names.compactMap { name in library[name].map { (name, $0) } }
    if brushes.isEmpty {
      throw RigError(
        "The folder of brushes is missing, so the figures would not be comparable. Run the program from its build folder."
      )
    }
    return brushes
  }
}
