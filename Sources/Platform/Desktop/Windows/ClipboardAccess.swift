/// What a part of the program may do with the clipboard of all programs.
public protocol ClipboardAccess: AnyObject {
  /// What this program copied last; nil if another one has copied something since.
  var copied: ClipboardOffer? { get }
  /// The transfer from another program: its start, and the bytes that have come; nil for none.
  var incoming: (start: ContinuousClock.Instant, bytes: Int)? { get }
  /// Offers content to other programs. Returns false where another program has copied something since.
  func copy(_ content: ClipboardOffer) -> Bool
  /// Asks for another program's content, which arrives as `DesktopEvent.delivered`. Returns false where that is not
  /// possible.
  func paste(_ kind: ClipboardOffer.Kind) -> Bool
  func cancelFetches()
}
