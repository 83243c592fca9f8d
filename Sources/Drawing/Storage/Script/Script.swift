import Archive
import Journal
import Language

/// The operations of a drawing as text: a JSON list (RFC 8259) with an object for each one, on a line of its own.
package struct ScriptText {
  private var list: OperationList
  private var brushes = ScriptBrushes()
  private var isBegun = false
  /// The numbers of the operations that are written.
  private let range: ClosedRange<Int>

  /// - Parameter range: the numbers of the operations that are written, from 1.
  package init(_ list: OperationList, _ range: ClosedRange<Int>) { (self.list, self.range) = (list, range) }

  /// Returns the next elements, without line ends; nil at the end.
  /// - Throws: if a record of the drawing is damaged.
  package mutating func nextElements() throws(PayloadError) -> [[UInt8]]? {
    if !isBegun {
      isBegun = true
      if range.lowerBound == 1, let beginning = try Self.within({ () throws(ArchiveError) in try list.beginning() }) {
        return [beginning]
      }
    }
    while let (writing, before) = try list.nextOperation(), let number = writing.number, number <= range.upperBound {
      guard number >= range.lowerBound else { continue }
      var next = brushes
      let elements = try Self.within { () throws(ArchiveError) in try writing.elements(on: before, &next) }
      brushes = next
      return elements
    }
    return nil
  }

  private static func within<Result>(_ body: () throws(ArchiveError) -> Result) throws(PayloadError) -> Result {
    do throws(ArchiveError) { return try body() } catch { throw PayloadError(error.description) }
  }
}
