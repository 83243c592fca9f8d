import Ink
import Language

/// The brushes of a script by their names.
///
/// A script defines a brush before the first stroke with it: `{"define": "pen", "brush": {…}}`. Strokes then name it and
/// have their own size and smoothing. A name that is not defined means a brush of the library.
struct ScriptBrushes {
  /// The sizes and smoothings of defined brushes, which strokes replace.
  private static let size = 12.0

  private var defined: [String: Brush] = [:]
  private var names: [Brush: String] = [:]
  /// The brush with a name in the library; throws a message if there is none.
  private let library: (String) throws(ScriptFault) -> Brush
  private var found: [String: Brush] = [:]

  init(library: @escaping (String) throws(ScriptFault) -> Brush = { _ throws(ScriptFault) in Brush() }) {
    self.library = library
  }

  /// The brush with a name.
  /// - Throws: if it is not defined, and the library has none of this name.
  mutating func brush(named name: String) throws(ScriptFault) -> Brush {
    if let brush = defined[name] ?? found[name] { return brush }
    let brush = try library(name)
    found[name] = brush
    return brush
  }

  mutating func define(_ name: String, as brush: Brush) { defined[name] = brush }

  /// The name of a stroke's brush.
  /// - Returns: also the brush to be defined first; nil if it is defined.
  mutating func name(of brush: Brush) -> (name: String, new: Brush?) {
    let alike = Self.alike(brush)
    if let name = names[alike] { return (name, nil) }
    var (name, number) = (brush.name, 1)
    while defined[name] != nil {
      number += 1
      name = "\(brush.name) \(number)"
    }
    (names[alike], defined[name]) = (name, alike)
    return (name, alike)
  }

  /// What all strokes with a brush have in common.
  static func alike(_ brush: Brush) -> Brush {
    var alike = brush
    alike.size = size
    if !brush.hasOwnStrength { alike.strength = Brush.defaultStrength }
    return alike
  }
}
