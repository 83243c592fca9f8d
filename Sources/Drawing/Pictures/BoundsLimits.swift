/// Limits on reading a picture for its bounds alone, so that a small file takes neither long nor much memory.
public enum BoundsLimits {
  /// The greatest number of pixels of an interlaced image, which is kept as a whole.
  static let interlaced = 1 << 24
  /// The greatest uncompressed size of an image in an archive, bytes.
  public static let entry = 128 << 20

  /// The greatest number of pixels of all pictures of a file. A file of colours and opacity has at most 300 for each
  /// byte, since deflate packs up to 1032 bytes into one.
  /// - Parameter bytes: the size of the file.
  public static func pixels(ofFile bytes: Int) -> Int { 1 << 27 + 300 * min(bytes, 1 << 40) }

  /// Whether an image is too large.
  public static func exclude(_ width: Int, _ height: Int, isInterlaced: Bool, atMost most: Int) -> Bool {
    width * height > (isInterlaced ? min(most, interlaced) : most)
  }
}
