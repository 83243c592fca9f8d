import Ink

/// The class of a device: decides whether it draws, with which tool, and what its events mean.
public enum DeviceClass: UInt8, Sendable, Hashable, CaseIterable {
  /// The writing end of a pen.
  case stylus
  /// The eraser end of a pen.
  case eraser
  /// A tablet's puck: moves like a mouse, without pressure.
  case cursor
  /// A tablet's buttons, strips and rings: never points, so never draws.
  case pad
  /// Fingers on a screen or on a tablet.
  case touch
  /// A mouse, touchpad, trackball, or anything else that moves the pointer.
  case mouse
  /// Keys.
  case keyboard

  /// The tool that its contact draws with; nil for devices that do not draw.
  public var tool: Tool? {
    switch self {
    case .stylus: .pen
    case .eraser: .eraser
    case .cursor, .mouse: .mouse
    case .pad, .touch, .keyboard: nil
    }
  }

  /// Whether it is an end of a pen.
  public var isPen: Bool { self == .stylus || self == .eraser }
}
