import Geometry

/// The result of `Window.paste` or of a drop: received content or a fault.
public struct SelectionDelivery: Sendable, Equatable {
  /// What caused the transfer.
  public enum Occasion: Sendable, Equatable {
    /// A `Window.paste` of this kind.
    case paste(ClipboardOffer.Kind)
    /// A drop on the window, at a position in window px; nil if the source sent none.
    case drop(Point?)
  }

  /// The received content.
  public enum Content: Sendable, Equatable {
    /// The bytes of a PNG image, not validated.
    case picture([UInt8])
    /// A text.
    case text(String)
    /// Absolute paths of local files (`PathText`) that were dropped, or copied when a picture was
    /// requested. Not empty. The files may not exist.
    case files([String])
    /// No content.
    case nothing(Fault)
  }

  /// The reason why there is no content.
  public enum Fault: Sendable, Hashable {
    /// The clipboard is empty.
    case empty
    /// The clipboard contains text, but a picture was requested.
    case isText
    /// The clipboard contains an unsupported image type, named here ("image/jpeg").
    case otherPicture(String)
    /// The clipboard contains something else.
    case otherThing
    /// The dropped items are not local files.
    case notHere
    /// The other program did not respond for `ClipboardService.patience` seconds.
    case silent
    /// The other program exited during the transfer.
    case gone
    /// The content is larger than this number of bytes.
    case tooLarge(Int)
    /// The received data has the wrong form.
    case garbled
    /// The fetch was cancelled (`Window.cancelFetches`).
    case cancelled
    /// The clipboard service has no connection or no thread.
    case unavailable
  }

  /// What caused the transfer.
  public let occasion: Occasion
  /// The received content, or the reason why there is none.
  public let content: Content

  /// Creates a delivery.
  public init(_ content: Content, for occasion: Occasion) { (self.occasion, self.content) = (occasion, content) }
}
