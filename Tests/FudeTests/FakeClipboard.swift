import Desktop

@testable import Fude

/// A clipboard without a server.
final class FakeClipboard: ClipboardAccess {
  var copied: ClipboardOffer?
  var incoming: (start: ContinuousClock.Instant, bytes: Int)?
  /// Whether another program has copied something since.
  var isLate = false
  /// What was asked of other programs.
  var asked: [ClipboardOffer.Kind] = []
  var cancelCount = 0

  func copy(_ content: ClipboardOffer) -> Bool {
    if !isLate { copied = content }
    return !isLate
  }

  func paste(_ kind: ClipboardOffer.Kind) -> Bool {
    asked.append(kind)
    return true
  }

  func cancelFetches() { cancelCount += 1 }
}
