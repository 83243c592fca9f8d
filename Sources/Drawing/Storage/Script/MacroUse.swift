import Geometry

/// How a script is performed as a macro.
struct MacroUse: Sendable {
  /// Whether the drawing is open in a window: results and numbers of layers do not count then.
  var isLive = false
  /// How far its positions are moved, whole px.
  var shift = Vector.zero
  /// The colour and the size in use, which count instead of recorded ones; nil for these.
  var ink: MacroInk?
}

/// The colour and the size of strokes in use.
package struct MacroInk: Sendable, Hashable {
  /// 0xRRGGBB.
  package var colour: UInt32
  /// The width at full pressure, canvas px.
  package var width: Double

  package init(colour: UInt32, width: Double) { (self.colour, self.width) = (colour, width) }
}
