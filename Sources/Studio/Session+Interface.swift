import Document
import Geometry
import Ink
import Paint

/// What panels show of a session, and what they set.
extension Session {
  /// What the pen's writing end does.
  public var tool: CanvasTool { isErasing ? .eraser : .brush }
  /// The ink's colour, 0xRRGGBB.
  public var colour: UInt32 { style.color }
  /// The other colour, 0xRRGGBB.
  public var background: UInt32 { document.paper }
  /// The ink's opacity, 0...1.
  public var opacity: Double { Double(style.opacity) / 255 }
  /// Whether strokes are repeated in mirrors or turned round.
  public var isSymmetric: Bool { false }

  /// Uses another tool.
  public func choose(_ tool: CanvasTool) -> Effects {
    switch tool {
    case .brush: isErasing = false
    case .eraser: isErasing = true
    default: return Effects(.message("This tool is not there yet."))
    }
    return Effects()
  }

  /// Draws with another brush, by its file's name.
  public func choose(brush name: String) -> Effects { choose(name) }

  /// Repeats strokes in mirrors, or stops it.
  public func toggleSymmetry() -> Effects { Effects(.message("Symmetry is not there yet.")) }

  /// Sets the diameter of the brush or eraser in use, canvas px; clamped.
  public func setSize(_ size: Double) -> Effects {
    if isErasing { eraser = eraser.resized(to: size) } else { brush = brush.resized(to: size) }
    return Effects()
  }

  /// Sets the ink's opacity, 0...1.
  public func setOpacity(_ share: Double) -> Effects {
    if share.isFinite { style.opacity = UInt8((max(0, min(1, share)) * 255).rounded()) }
    return Effects()
  }

  /// Sets the ink's colour, 0xRRGGBB.
  public func setColour(_ rgb: UInt32) -> Effects {
    style.color = rgb & 0xFF_FFFF
    return Effects()
  }

  /// Sets the other colour, 0xRRGGBB.
  public func setBackground(_ rgb: UInt32) -> Effects { Effects() }
}
