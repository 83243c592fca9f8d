import Archive
import Document
import Geometry
import Ink
import Raster

/// An operation of a drawing as a script has it.
struct ScriptWriting {
  /// The operation.
  let operation: Operation
  /// When it was done, s since 1970; nil if that is not known.
  var time: Double?
  /// The number of the first layer that it makes; 0 where it follows from the drawing.
  var nextLayer: UInt64 = 0
  /// What it did; nil where doing it again gives the same.
  var result: [UInt8]?
  /// Whether it is one step with the operation before.
  var isJoined = false
  /// The members that are left out, which a reader then takes from the drawing.
  var hidden: Set<String> = []
  /// Its number among the operations of the drawing, from 1; nil for none.
  var number: Int?
  /// What it painted on, canvas px; nil if it paints nothing, or that is not known.
  var bounds: Rect?

  /// The elements of a script: definitions of brushes that were not defined yet, then the operation.
  /// - Parameters:
  ///   - document: the drawing before the operation; its pixels do not count.
  ///   - brushes: the brushes so far; then also those of the operation.
  /// - Throws: if memory is short.
  func elements(on document: Document, _ brushes: inout ScriptBrushes) throws(ArchiveError) -> [[UInt8]] {
    var writer = ScriptWriter(document, brushes)
    let (text, next) = try writer.object { (writer) throws(ArchiveError) in
      writer.hidden = hidden
      writer.write(operation.scriptKind, "op")
      if let number { writer.write(Double(number), "number") }
      if let text = time.flatMap(ScriptTime.text) { writer.write(text, "time") }
      if let bounds = bounds.flatMap(Self.values) { writer.write(bounds, "bounds") }
      if nextLayer > 0, nextLayer != document.nextLayer { writer.write(Double(nextLayer), "new-layer") }
      if operation.paintedSurface.flatMap({ document.refusalOfDrawing(on: $0) }) != nil { writer.write(true, "force") }
      if isJoined { writer.write(true, "joined") }
      if operation.replacesLast { writer.write(true, "replaces") }
      try Self.write(operation, on: document, to: &writer)
      if let result { writer.write(bytes: result, "result") }
    }
    brushes = next
    return writer.definitions + [text]
  }

  /// Left edge, upper edge, width and height to 1/100 px; nil if they are beyond all canvases.
  static func values(_ bounds: Rect) -> [Double]? {
    let values = [bounds.minX, bounds.minY, bounds.width, bounds.height]
    return values.allSatisfy { abs($0) < 1e12 } ? values.map { ($0 * 100).rounded() / 100 } : nil
  }

  private static func write(
    _ operation: Operation, on document: Document, to writer: inout ScriptWriter
  ) throws(ArchiveError) {
    switch operation {
    case .select(let mask, let recipe): try SelectingScript.write(mask, recipe, to: &writer)
    case .place(let placing) where !placing.isPaste: try placing.write(to: &writer)
    case .layer(.set(let id, let property)): try LayerOperation.write(property, of: id, to: &writer)
    case .layer(.setPaper(var colour)): try writer.code(color: &colour, "color")
    case .layer(.setPaperShown(let isShown)): writer.write(isShown, "visible")
    default:
      if case .layer(.duplicate) = operation { writer.hidden.insert("count") }
      if case .layer(.paste) = operation { writer.usesNumbers = true }
      if case .fill(let fill) = operation, fill.limit == document.bounds { writer.hidden.formUnion(Filling.limitKeys) }
      var operation = operation
      try operation.visitScript(&writer)
    }
  }
}

extension Filling {
  /// The keys of the part of the canvas in which it searches.
  static let limitKeys: Set<String> = ["left", "top", "right", "bottom"]
}
