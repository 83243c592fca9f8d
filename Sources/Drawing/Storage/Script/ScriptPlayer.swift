import Archive
import Document
import Geometry
import Ink
import Journal
import Language
import Paint
import Raster

/// Performs the elements of a script on a drawing, each as one step.
package struct ScriptPlayer {
  /// What is wrong with an element, in the words of a message.
  package struct Fault: Error {
    /// Where the wrong part begins: its line and its column in characters, both from 1.
    package let line, column: Int
    package let fault: String
    /// Whether the element can be left out, and the rest done: the drawing refuses it, or a layer or a brush is missing.
    package let canGoOn: Bool
  }

  /// The drawing after the elements that were performed.
  package private(set) var document: Document
  /// The pixels that may have changed.
  package private(set) var region = Region()
  /// The colour and the size in use, for macros that take them.
  private let ink: MacroInk?
  private var use = MacroUse()
  /// How many steps were performed.
  package private(set) var stepCount = 0
  /// The greatest number of lists and objects around a value.
  static let depth = 16
  private var brushes: ScriptBrushes
  private let picture: (String) throws(ScriptFault) -> Clipping
  private let context: OperationContext
  private var reader: JSONReader
  private var isBegun = false

  /// Why a brush or a picture cannot be used, for a message.
  package struct Missing: Error {
    let fault: String

    package init(_ fault: String) { self.fault = fault }

    /// Returns what a body gives; the operation that needs it is refused without.
    fileprivate static func refusing<Result>(
      _ body: () throws(Missing) -> Result
    ) throws(ScriptFault) -> Result {
      do throws(Missing) { return try body() } catch { throw ScriptFault(error.fault, isRefusal: true) }
    }
  }

  /// - Parameters:
  ///   - script: UTF-8; any bytes are safe.
  ///   - recordsAll: whether operations that change nothing are steps too. Else the drawing is open in a window: its
  ///     journal follows what is performed, so results and numbers of layers in the script do not count.
  ///   - ink: the colour and the size in use, for macros that take them; nil if there are none.
  ///   - brush: the brush with a name in the library.
  ///   - picture: the picture in a file, whose path may begin at the script's folder.
  package init(
    _ script: [UInt8], on document: Document, filler: CoverageFiller, recordsAll: Bool = true, ink: MacroInk? = nil,
    brush: @escaping (String) throws(Missing) -> Brush, picture: @escaping (String) throws(Missing) -> Clipping
  ) {
    self.document = document
    reader = JSONReader(script, depth: Self.depth)
    self.ink = ink
    use.isLive = !recordsAll
    context = OperationContext(filler: filler, recordsAll: recordsAll)
    brushes = ScriptBrushes { (name) throws(ScriptFault) in
      try Missing.refusing { () throws(Missing) in try brush(name) }
    }
    self.picture = { (path) throws(ScriptFault) in
      try Missing.refusing { () throws(Missing) in try picture(path) }
    }
  }

  /// Performs the next element. Returns whether there was one.
  /// - Throws: if it is wrong or does not fit the drawing, which then stays.
  package mutating func performNext() throws(Fault) -> Bool {
    let element: JSONValue?
    do throws(JSONFault) { element = try reader.nextElement() } catch {
      switch error {
      case .notJSON(let byte):
        throw fault(
          reader.isEnd(byte) ? translated("the text ends too early") : translated("this is no JSON"), byte)
      case .tooDeep(let byte, let limit):
        throw fault(translated("its values are nested more than {count} times", ["count": limit]), byte)
      }
    }
    guard let element else {
      if reader.isBlank { throw fault(translated("the script is empty"), 0) }
      return false
    }
    let start = reader.elementPlace
    let reading: ScriptReading
    do throws(ScriptFault) { reading = try read(element) } catch {
      throw fault(error.fault, reader.place(of: error.steps, from: start), canGoOn: error.isRefusal)
    }
    isBegun = true
    if let header = reading.header { take(header) }
    do throws(ScriptFault) { try perform(reading) } catch {
      throw fault(error.fault, reader.place(of: error.steps, from: start), canGoOn: true)
    }
    if !reading.operations.isEmpty, !reading.isJoined { stepCount += 1 }
    return true
  }

  private mutating func take(_ header: MacroHeader) {
    use = MacroUse(
      isLive: use.isLive, shift: header.shift(on: document), ink: header.ink == .current ? ink : nil)
  }

  private func fault(_ text: String, _ byte: Int, canGoOn: Bool = false) -> Fault {
    let (line, column) = reader.position(of: byte)
    return Fault(line: line, column: column, fault: text, canGoOn: canGoOn)
  }

  private mutating func read(_ element: JSONValue) throws(ScriptFault) -> ScriptReading {
    let reading = try ScriptReading(element, on: document, &brushes, use, picture)
    if reading.beginning != nil, isBegun || use.isLive || document.undoCount > 0 {
      throw ScriptFault(translated("a drawing can only begin with this"), at: [.member("op")])
    }
    return reading
  }

  private mutating func perform(_ reading: ScriptReading) throws(ScriptFault) {
    // One operation that does not fit changes nothing. Of several, a part may be done by then. A copy costs the time of a
    // list of all edits.
    let kept = reading.operations.count > 1 ? document : nil
    let nextLayer = document.nextLayer
    do throws(ScriptFault) { region.add(try Self.perform(reading, on: &document, context)) } catch {
      if let kept { document = kept }
      document.nextLayer = nextLayer
      throw error
    }
  }

  private static func perform(
    _ reading: ScriptReading, on document: inout Document, _ context: OperationContext
  ) throws(ScriptFault) -> Region {
    if let beginning = reading.beginning {
      do throws(PayloadError) { document = try beginning.first() } catch { throw ScriptFault(error.fault) }
      return Region(document.bounds)
    }
    if reading.nextLayer > 0 {
      guard document.layers.allSatisfy({ $0.id.number < reading.nextLayer }) else {
        throw ScriptFault(translated("a layer's number is invalid"), at: [.member("new-layer")])
      }
      document.nextLayer = reading.nextLayer
    }
    let clock = document.clock
    if let time = reading.time { document.clock = { time } }
    defer { document.clock = clock }
    if reading.isJoined, document.history.joining == .none {
      document.history.joining = .withLast
      defer { document.history.joining = .none }
      return try performAll(reading, on: &document, context)
    }
    return try document.joinEdits { (document) throws(ScriptFault) in try performAll(reading, on: &document, context) }
  }

  private static func performAll(
    _ reading: ScriptReading, on document: inout Document, _ context: OperationContext
  ) throws(ScriptFault) -> Region {
    var region = Region()
    for operation in reading.operations { region.add(try perform(operation, reading, on: &document, context)) }
    return region
  }

  private static func perform(
    _ operation: Operation, _ reading: ScriptReading, on document: inout Document, _ context: OperationContext
  ) throws(ScriptFault) -> Region {
    if let refusal = refusal(of: operation, on: document, reading, isLive: !context.recordsAll) {
      throw ScriptFault(refusal)
    }
    document.history.time = document.clock?()
    if case .change(let change) = operation {
      do throws(PayloadError) {
        let change = try change.completed(on: document)
        var results: [Int: RecordedResult]?
        if let bytes = reading.result {
          results = [:]
          for (distance, bytes) in try RecordedResult(bytes).changed {
            results?[distance] = try RecordedResult(bytes)
          }
        }
        do throws(ChangeFault) { return try document.perform(change, results: results, context) } catch {
          throw PayloadError(fault(of: change, on: document, error))
        }
      } catch { throw ScriptFault(error.fault) }
    }
    var result: OperationResult?
    if let bytes = reading.result {
      do throws(PayloadError) {
        var reader = ByteReader(bytes)
        let read = try RecordedResult.read(&reader, width: document.width, height: document.height)
        try reader.finish()
        result = try read?.result(of: operation, on: document)
      } catch {
        throw ScriptFault(
          translated("{key}: {fault}", ["key": "result", "fault": error.fault]), at: [.member("result")])
      }
    }
    guard let region = document.perform(operation, context, result: result) else {
      if case .fill(let fill) = operation, let fault = fault(of: fill.place, fill.selection, on: document) {
        throw ScriptFault(fault, at: [.member("at")])
      }
      throw ScriptFault(translated("this does not fit the drawing"))
    }
    if let surface = operation.paintedSurface { _ = document.activate(surface.layer, surface.plane) }
    return region
  }

  /// Why a change of the drawing's past is not possible.
  private static func fault(of change: Change, on document: Document, _ fault: ChangeFault) -> String {
    switch fault {
    case .memoryIsShort: return translated("there is not enough memory for drawing")
    case .isUnreadable: return translated("a part of its history cannot be read")
    case .doesNotFit, .isCancelled: break
    }
    if change.items.allSatisfy(\.operation.isSelection) { return translated("the selection cannot be made so") }
    let done = document.history.done
    let isElsewhere = change.items.contains { item in
      item.operation.paintedSurface.map { $0 != done[done.count - item.distance].surface } ?? false
    }
    return isElsewhere
      ? translated("the strokes cannot be drawn on that layer: it was not there yet, or they became figures")
      : translated("the strokes cannot be drawn so")
  }

  /// Why a fill cannot begin at a place; nil if it can.
  private static func fault(of place: Point, _ selection: Mask?, on document: Document) -> String? {
    guard Rect(document.bounds).contains(place) else { return translated("at is outside of the canvas") }
    let isSelected = selection?[Int(place.x), Int(place.y)] ?? true
    return isSelected ? nil : translated("at is outside of the selection")
  }

  /// Why an operation is refused; nil if it is not.
  private static func refusal(
    of operation: Operation, on document: Document, _ reading: ScriptReading, isLive: Bool
  ) -> String? {
    switch operation {
    case .layer(let operation): document.refusal(of: operation)
    case .canvas(let operation): document.refusal(of: operation)
    default:
      operation.strokes.lazy.compactMap { $0.brush.absence }.first
        ?? (reading.isForced
          ? nil
          : operation.paintedSurface.flatMap {
            isLive ? document.refusalOfDrawing(on: $0) : document.refusalOfPainting(on: $0)
          })
    }
  }
}
