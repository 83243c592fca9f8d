import Document
import Ink
import Language

/// The names that scripts have for the layers of a drawing.
enum ScriptLayers {
  /// The name of a layer if no higher one has it too; else its number as `#3`.
  static func name(of id: Layer.ID, in document: Document) -> String {
    guard let layer = document.layer(id), !layer.name.isEmpty, !layer.name.hasPrefix("#"),
      document.layers.last(where: { $0.name == layer.name })?.id == id
    else { return "#\(id.number)" }
    return layer.name
  }

  /// The topmost layer of a name, or that of a number as `#3`.
  /// - Throws: if there is none.
  static func layer(named name: String, in document: Document) throws(ScriptFault) -> Layer.ID {
    if let found = document.layers.last(where: { $0.name == name }) { return found.id }
    if name.hasPrefix("#"), let number = UInt64(name.dropFirst()), document.layer(Layer.ID(number)) != nil {
      return Layer.ID(number)
    }
    if name == Document.paperName {
      throw ScriptFault(
        translated(
          "there is no layer {name}; the paper has an operation of its own, {example}",
          ["name": ScriptFault.shown(name), "example": "{\"op\": \"paper\"}"]), isRefusal: true)
    }
    throw ScriptFault(translated("there is no layer {name}", ["name": ScriptFault.shown(name)]), isRefusal: true)
  }
}
