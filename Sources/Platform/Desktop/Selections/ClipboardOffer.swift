import Synchronization
import Threads

/// What was copied for other programs to paste: a text, or a picture that is only made when somebody wants it.
///
/// Its life: made at a copy, and given to `Window.copy`; its bytes are made at the first request, on a thread of their own,
/// and kept as long as they are few or on their way. It goes when something else was copied and the last who asked has got
/// all. Used by any thread.
public final class ClipboardOffer: Sendable {
  /// What is known of the bytes.
  private enum Content {
    case unmade, making
    case made([UInt8])
    case impossible
  }

  /// What the bytes are.
  public enum Kind: Sendable, Hashable {
    /// Text, UTF-8.
    case text
    /// A picture, PNG.
    case picture
  }

  /// What it is.
  public let kind: Kind
  private let make: @Sendable () -> [UInt8]?
  private let content: Mutex<Content>

  /// Bytes beyond which what was made is not kept for the next who asks.
  static let mostKept = 8_000_000

  /// A text.
  public init(text: String) {
    kind = .text
    make = { nil }
    content = Mutex(.made(Array(text.utf8)))
  }

  /// A picture.
  /// - Parameter png: makes the bytes of a PNG image, nil where that cannot be; called by a thread of its own, perhaps again.
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

  /// The forms in which it can be had.
  var targets: [AtomName] {
    switch kind {
    case .text: [.utf8String, .plainText]
    case .picture: [.png]
    }
  }

  /// How far the bytes are.
  enum Progress: Sendable {
    case ready([UInt8])
    /// `then` will be called.
    case pending
    case impossible
  }

  /// The bytes, if they are made; else a thread makes them, and calls `then`.
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

  /// Gives up bytes that take much memory, once nobody reads them.
  func forgetLarge() {
    guard kind == .picture else { return }
    content.withLock { if case .made(let bytes) = $0, bytes.count > Self.mostKept { $0 = .unmade } }
  }
}
