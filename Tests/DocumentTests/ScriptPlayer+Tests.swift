import Paint

@testable import Document
@testable import Library
@testable import Storage

extension ScriptPlayer {
  /// A player for tests: without brushes and pictures unless they are given.
  init(
    _ script: [UInt8], on document: Document, filler: CoverageFiller, recordsAll: Bool = true, ink: MacroInk? = nil,
    brushes: BrushLibrary? = nil,
    picture: @escaping (String) throws(Missing) -> Clipping = { _ throws(Missing) in throw Missing("no picture") }
  ) {
    self.init(
      script, on: document, filler: filler, recordsAll: recordsAll, ink: ink,
      brush: { (name) throws(Missing) in
        guard let brush = brushes?[name] else { throw Missing("no brush \(name)") }
        return brush
      }, picture: picture)
  }

  /// Performs all elements that are left.
  mutating func performAll() throws(Fault) { while try performNext() {} }
}
