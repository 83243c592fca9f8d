/// What a drawing keeps for the code that reads and writes its file. The drawing only carries it, and loses the past
/// when edits after it are lost.
package struct FileBaggage: Sendable {
  /// An object: with a value of unknown size in it, each copy of a drawing would cost a call.
  package typealias Item = any AnyObject & Sendable

  /// The history in the file, which comes before `Document.history`; nil for none.
  package var past: Item?
  /// What the file has that no drawing has; nil for nothing.
  package var foreign: Item?
}
