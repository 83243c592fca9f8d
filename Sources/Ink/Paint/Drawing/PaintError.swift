import CCairo
import Language

/// A drawing operation failed.
public enum PaintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The size is invalid: each side must be 1 to 32767 px.
  case size(width: Int, height: Int)
  /// The rows of the caller's memory are too short for the width, or not aligned to 4 bytes.
  case stride(Int, width: Int)
  /// Cairo failed; the text is Cairo's own.
  case cairo(String)
  /// A file could not be read or written; the text is Cairo's own.
  case file(path: String, String)

  /// One sentence that names the fault.
  public var description: String {
    switch self {
    case .size(let width, let height):
      translated(
        "An image of {width} x {height} px is outside 1 to 32767 px a side.", ["width": width, "height": height])
    case .stride(let stride, let width):
      translated("Rows of {stride} bytes do not fit an image {width} px wide.", ["stride": stride, "width": width])
    case .cairo(let reason): translated("Drawing failed: {reason}.", ["reason": reason])
    case .file(let path, let reason): "\(path): \(reason)."
    }
  }

  /// Throws unless `status` is success.
  static func check(_ status: cairo_status_t) throws(PaintError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw .cairo(String(cString: cairo_status_to_string(status)))
  }
}
