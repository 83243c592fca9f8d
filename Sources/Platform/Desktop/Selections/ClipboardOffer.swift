import Synchronization
import Threads

/// A copied text, picture or layers for other programs. A picture and layers are encoded at the first request.
///
/// It is made at a copy and passed to `Window.copy`. Its bytes are encoded on a thread of their
/// own, and kept while they are few or in use. It lives until something else is copied and the last
/// reader is done. Any thread may use it.
public final class ClipboardOffer: Sendable {
  /// The state of the bytes.
  private enum Content {
    case unmade, making
    case made([UInt8])
    case impossible
  }

  /// The type of the content.
  public enum Kind: Sendable, Hashable {
    /// Text, UTF-8.
    case text
    /// A picture, PNG. A request for it also takes layers.
    case picture
    /// Layers, for other windows of Fude.
    case layers
  }

  /// The content.
  public let kind: Kind
  private let make: @Sendable () -> [UInt8]?
  private let content: Mutex<Content>

  /// The most bytes that are kept for the next request.
  static let mostKept = 8_000_000

  /// A text.
  public init(text: String) {
    kind = .text
    make = { nil }
    content = Mutex(.made(Array(text.utf8)))
  }

  /// A picture.
  /// - Parameter png: encodes a PNG image; nil on failure. Called on a thread of its own, perhaps
  ///   again.
  public init(png: @escaping @Sendable () -> [UInt8]?) {
    kind = .picture
    make = png
    content = Mutex(.unmade)
  }

  /// Layers.
  /// - Parameter layers: encodes them; nil on failure. Called like `png`.
  public init(layers: @escaping @Sendable () -> [UInt8]?) {
    kind = .layers
    make = layers
    content = Mutex(.unmade)
  }

  /// The text; nil for other kinds.
  public var text: String? {
    guard kind == .text, case .made(let bytes) = content.withLock({ $0 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The offered targets.
  var targets: [AtomName] {
    switch kind {
    case .text: [.utf8String, .plainText]
    case .picture: [.png]
    case .layers: [.layers]
    }
  }

  /// The progress of the bytes.
  enum Progress: Sendable {
    case ready([UInt8])
    /// Not made yet: `then` will be called.
    case pending
    case impossible
  }

  /// The bytes, if made. Otherwise a thread makes them and calls `then`.
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
    let worker = Worker(priority: .leisurely) { [self] in
      let bytes = make()
      content.withLock { $0 = bytes.map { .made($0) } ?? .impossible }
      then()
    }
    if worker != nil { return .pending }
    content.withLock { $0 = .unmade }
    return .impossible
  }

  /// Frees large bytes that no one reads.
  func forgetLarge() {
    guard kind != .text else { return }
    content.withLock { if case .made(let bytes) = $0, bytes.count > Self.mostKept { $0 = .unmade } }
  }
}
