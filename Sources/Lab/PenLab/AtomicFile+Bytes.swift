import Document
import Files

extension AtomicFile {
  /// Makes the file hold exactly `bytes` and puts it in its place.
  /// - Throws: where the disk is full or fails; nothing is changed then.
  // Not inlined: Swift 6.3's optimiser ends with an ownership error where a span of an array is
  // lent within a function that has that much else to clean up.
  @inline(never)
  func commit(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes.span)
    try commitReplacing()
  }
}
