import Synchronization
import Threads

/// Copied content for other programs: text, or a picture that is encoded on the first request.
///
/// A picture's bytes are made on a separate thread, and kept while they are small or in transfer.
/// Any thread may use an offer.
public final class ClipboardOffer: Sendable {
  private enum Content {
    case unmade, making
    case made([UInt8])
    case impossible
  }

  /// The format of the content.
  public enum Kind: Sendable, Hashable {
    /// Text, UTF-8.
    case text
    /// A picture, PNG.
    case picture
  }

  /// The format of the content.
  public let kind: Kind
  private let make: @Sendable () -> [UInt8]?
  private let content: Mutex<Content>

  /// Maximum size in bytes of a picture that is kept after a transfer.
  static let mostKept = 8_000_000

  /// Creates a text offer.
  public init(text: String) {
    kind = .text
    make = { nil }
    content = Mutex(.made(Array(text.utf8)))
  }

  /// Creates a picture offer.
  /// - Parameter png: encodes a PNG image, or returns nil on failure. It is called on a separate
  ///   thread, possibly several times.
  public init(png: @escaping @Sendable () -> [UInt8]?) {
    kind = .picture
    make = png
    content = Mutex(.unmade)
  }

  /// The text; nil for a picture.
  public var text: String? {
    guard kind == .text, case .made(let bytes) = content.withLock({ $0 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The selection targets in which the content is available.
  var targets: [AtomName] {
    switch kind {
    case .text: [.utf8String, .plainText]
    case .picture: [.png]
    }
  }

  /// The result of a request for the bytes.
  enum Progress: Sendable {
    case ready([UInt8])
    /// `then` will be called.
    case pending
    case impossible
  }

  /// Returns the bytes if they are ready; otherwise a thread makes them and then calls `then`.
  func request(then: @escaping @Sendable () -> Void) -> Progress {
    let (progress, begins) = content.withLock { content -> (Progress, Bool) in
      switch content {
      case .made(let bytes): return (.ready(bytes), false)
      case .making: return (.pending, false)
      case .impossible: return (.impossible, false)
      case .unmade:
        content = .making
        return (.pending, true)
      }
    }
    guard begins else { return progress }
    let worker = Worker(manner: .leisurely) { [self] in
      let bytes = make()
      content.withLock { $0 = bytes.map { .made($0) } ?? .impossible }
      then()
    }
    if worker != nil { return .pending }
    content.withLock { $0 = .unmade }
    return .impossible
  }

  /// Releases the bytes of a large picture; call it when no transfer needs them.
  func forgetLarge() {
    guard kind == .picture else { return }
    content.withLock { if case .made(let bytes) = $0, bytes.count > Self.mostKept { $0 = .unmade } }
  }
}
