import Geometry

/// Content of another program, or the reason for none: the result of `Window.paste`, or a drop on
/// the window.
public struct SelectionDelivery: Sendable, Equatable {
  /// The request: a paste or a drop.
  public enum Occasion: Sendable, Equatable {
    /// `Window.paste` for this type.
    case paste(ClipboardOffer.Kind)
    /// A drop at a position in window px; nil if unknown.
    case drop(Point?)
  }

  /// The content.
  public enum Content: Sendable, Equatable {
    /// The bytes of a PNG, JPEG or WebP image, not checked yet.
    case picture([UInt8])
    case text(String)
    /// The bytes of layers of another window of Fude, not checked yet.
    case layers([UInt8])
    /// Files of this machine, dropped or copied, by their absolute paths (`PathText`); not empty.
    /// They may not exist.
    case files([String])
    case nothing(Fault)
  }

  /// The reason for no content.
  public enum Fault: Sendable, Hashable {
    /// Nothing was copied.
    case empty
    /// The content is text instead of a picture.
    case isText
    /// The picture's format is not supported; its name ("image/jpeg").
    case otherPicture(String)
    /// The content has another type.
    case otherThing
    /// The drop is no file of this machine.
    case notHere
    /// The other program was silent for `ClipboardService.timeout`.
    case silent
    /// The other program ended before the transfer did.
    case gone
    /// The content is larger than this limit, bytes.
    case tooLarge(Int)
    /// The content is not in the requested form.
    case garbled
    /// Cancelled by `Window.cancelFetches`.
    case cancelled
    /// No second connection to the server, or no thread.
    case unavailable
  }

  /// The request: a paste or a drop.
  public let occasion: Occasion
  /// The content.
  public let content: Content

  /// A delivery by its parts.
  public init(_ content: Content, for occasion: Occasion) { (self.occasion, self.content) = (occasion, content) }
}
