import Document
import Files

extension AtomicFile {
  /// Replaces the file's content with `bytes`.
  /// - Throws: if the disk is full or fails; the file is unchanged then.
  // Inlining makes the optimiser of Swift 6.3 fail with an ownership error about the array's span.
  @inline(never)
  func commit(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes.span)
    try commitReplacing()
  }
}
