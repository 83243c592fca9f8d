/// A stroke from an index, with what tells that it is still the same.
public struct KnownStroke: Sendable {
  /// The stroke, with places on the canvas.
  let stroke: ListedStroke
  private let content: EditContent

  /// - Parameter content: that of its edit.
  package init(_ stroke: ListedStroke, _ content: EditContent) { (self.stroke, self.content) = (stroke, content) }

  /// Strokes as they are in a drawing now, oldest first; nil if it does not have all of them.
  static func strokes(_ known: [KnownStroke], in document: borrowing Document) -> [ListedStroke]? {
    let wanted = Set(known.map { ObjectIdentifier($0.content) })
    var places: [ObjectIdentifier: Int] = [:]
    for (index, edit) in document.history.done.enumerated() {
      let content = ObjectIdentifier(edit.content)
      if wanted.contains(content) { places[content] = index }
    }
    var strokes: [ListedStroke] = []
    for one in known {
      guard let index = places[ObjectIdentifier(one.content)] else { return nil }
      var stroke = one.stroke
      stroke.edit = index
      strokes.append(stroke)
    }
    return strokes.sorted { $0.key < $1.key }
  }
}
