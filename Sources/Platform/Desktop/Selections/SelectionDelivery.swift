import Geometry

/// What another program gave, or why it gave nothing: the answer to `Window.paste`, or what was dropped on the window.
public struct SelectionDelivery: Sendable, Equatable {
  /// Why it was wanted.
  public enum Occasion: Sendable, Equatable {
    /// `Window.paste` asked for that.
    case paste(ClipboardOffer.Kind)
    /// It was dropped on the window, at a place in window px; nil where the source named none.
    case drop(Point?)
  }

  /// What it is.
  public enum Content: Sendable, Equatable {
    /// The bytes of what the other program calls a PNG image; nobody has looked at them.
    case picture([UInt8])
    /// Text.
    case text(String)
    /// Files of this machine that were dropped, or copied where a picture was wanted, by their paths from the root (`PathText`); not
    /// empty. Whether they are there is not known.
    case files([String])
    /// Nothing.
    case nothing(Fault)
  }

  /// Why there is nothing.
  public enum Fault: Sendable, Hashable {
    /// Nobody has copied anything.
    case empty
    /// What is there is text, where a picture was wanted.
    case isText
    /// What is there is a picture of a kind that is not read, named so ("image/jpeg").
    case otherPicture(String)
    /// What is there is something else.
    case otherThing
    /// What was dropped is no file of this machine.
    case notHere
    /// The other program did not answer, or not go on, for `ClipboardService.timeout`.
    case silent
    /// The other program went away before all was here.
    case gone
    /// It is larger than so many bytes.
    case tooLarge(Int)
    /// What came is not of the form that was asked for.
    case garbled
    /// It is not wanted any more (`Window.cancelFetches`).
    case cancelled
    /// There is no second connection to the server, or no thread.
    case unavailable
  }

  /// Why it was wanted.
  public let occasion: Occasion
  /// What it is.
  public let content: Content

  /// A delivery by its parts.
  public init(_ content: Content, for occasion: Occasion) { (self.occasion, self.content) = (occasion, content) }
}
