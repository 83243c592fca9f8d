/// What a part of the program may do with the claims of all windows.
public protocol ClaimAccess: AnyObject {
  /// Takes a claim unless another window holds it. Returns whether this window holds it now.
  func claim(_ claim: Claim) -> Bool
  /// Releases a claim of this window.
  func release(_ claim: Claim)
  /// Whether another window holds a claim.
  func isHeldElsewhere(_ claim: Claim) -> Bool
  /// Raises the window that holds a claim.
  func showHolder(of claim: Claim)
}
