import Document
import Files

/// Opens the files with which journals begin (`DrawingRecords`). The formats of files are above this module.
public struct DrawingOpener: Sendable {
  /// Opens a file as a drawing; nil for a journal. Throws if it cannot be read.
  let open: @Sendable (String) throws(FileError) -> Document?

  /// An opener by a function.
  public init(_ open: @escaping @Sendable (String) throws(FileError) -> Document?) { self.open = open }
}
