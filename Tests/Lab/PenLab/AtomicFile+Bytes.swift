import Document
import Files

extension AtomicFile {
  /// Writes `bytes` and commits the file.
  /// - Throws: if the disk is full or fails; nothing is changed then.
  ///
  /// Not inlined: Swift 6.3's optimiser fails with an ownership error if a span of an array is
  /// passed in a function with that much cleanup.
  @inline(never)
  func commit(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes.span)
    try commitReplacing()
  }
}
