import Desktop

@testable import Fude

/// Claims without a server.
final class FakeClaims: ClaimAccess {
  /// Those of this window.
  var held: Set<Claim> = []
  /// Those of other windows.
  var others: Set<Claim> = []
  /// Whose windows were raised.
  var raised: [Claim] = []

  func claim(_ claim: Claim) -> Bool {
    if others.contains(claim) { return false }
    held.insert(claim)
    return true
  }

  func release(_ claim: Claim) { held.remove(claim) }
  func isHeldElsewhere(_ claim: Claim) -> Bool { others.contains(claim) }
  func showHolder(of claim: Claim) { raised.append(claim) }
}
