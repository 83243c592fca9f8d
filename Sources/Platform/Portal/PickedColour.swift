import Language

/// The result of a `ColourPicker`.
public enum PickedColour: Sendable, Hashable {
  /// The user chose this colour, 0xRRGGBB in sRGB.
  case chosen(UInt32)
  /// The user cancelled, or the request was cancelled.
  case cancelled
  /// There was no picker, with the reason; nil if the desktop has no portal.
  case unavailable(String?)
  /// The portal did not answer in time.
  case unanswered
  /// The picker ended without an answer. The reason calls the picker "it".
  case lost(String)

  /// Reads the answer of a portal. Levels outside 0...1, which portals of wide gamuts send, are
  /// clamped.
  init(_ answer: PortalAnswer) {
    switch answer {
    case .cancelled: self = .cancelled
    case .unavailable(let reason): self = .unavailable(reason)
    case .unanswered: self = .unanswered
    case .lost(let reason): self = .lost(reason)
    case .results(let results):
      let levels = (results["color"]?.elements ?? []).compactMap(\.double)
      guard levels.count == 3, levels.allSatisfy(\.isFinite) else {
        self = .lost(translated("it returned no colour"))
        return
      }
      self = .chosen(levels.reduce(0) { $0 << 8 | UInt32((max(0, min(1, $1)) * 255).rounded()) })
    }
  }
}
