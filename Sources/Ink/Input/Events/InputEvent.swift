import Geometry
import Ink

/// A decoded action of the user with a pen, mouse, wheel or keyboard, independent of X and device
/// numbers.
///
/// Positions are window px from the window's upper left corner, with fractions; they may be outside
/// the window while a button is held. Events of one device are in order.
public enum InputEvent: Sendable, Hashable {
  /// A pen, mouse or other pointer moved, touched or lifted.
  case pointer(PointerEvent)
  /// Fingers on a touch screen hold the canvas.
  case touch(TouchEvent)
  /// Fingers on a touchpad pinch.
  case pinch(PinchEvent)
  /// A wheel, a touchpad's two fingers or a tilt wheel turned.
  case scroll(ScrollEvent)
  /// A button, ring or strip of a tablet was used.
  case pad(PadEvent)
  /// A key went down or up.
  case key(KeyEvent)
  /// Text was typed: by a key, a sequence, or an input method. Never empty.
  case text(String)
}

/// Held keys that modify other input.
public struct Modifiers: OptionSet, Sendable, Hashable {
  /// A bit for each key, as named below.
  public let rawValue: UInt8
  /// A set by its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Shift.
  public static let shift = Modifiers(rawValue: 1)
  /// Control.
  public static let control = Modifiers(rawValue: 2)
  /// Alt (Mod1).
  public static let alt = Modifiers(rawValue: 4)
  /// The logo key (Mod4).
  public static let `super` = Modifiers(rawValue: 8)
}

/// A pointer's buttons by function, not by number.
public enum PointerButton: UInt8, Sendable, Hashable {
  /// The pen's tip or the mouse's left button (X button 1).
  case contact
  /// The middle button, or a pen's lower side button as most drivers map it (X button 2).
  case middle
  /// The right button, or a pen's upper side button (X button 3).
  case secondary
  /// Thumb button "back" (X button 8).
  case back
  /// Thumb button "forward" (X button 9).
  case forward
}

/// An event of a pointer over the window.
///
/// The order is `hover`* -> `down` -> `drag`* -> `up` -> `hover`* ... -> `left`. Between `down` and
/// `up` there are no events of other pointers, and every `down` gets exactly one `up`, whatever
/// happens to its device. Buttons other than the contact come as `press` and `release`, also during
/// a stroke; each `press` gets one `release`. A drag with such a button is reported as `hover`.
public struct PointerEvent: Sendable, Hashable {
  /// What happened.
  public enum Phase: Sendable, Hashable {
    /// Moved without touching.
    case hover
    /// Touched: the sample is the start of the stroke.
    case down
    /// Moved while touching.
    case drag
    /// Lifted, or the stroke ended otherwise. The sample repeats the last one, so an end adds no
    /// point.
    case up(StrokeEnd)
    /// A button other than the contact went down.
    case press(PointerButton)
    /// A button other than the contact went up.
    case release(PointerButton)
    /// The pointer left the window or the pen went out of proximity. Reported once; not reported of
    /// a device whose pointer was taken by another device's stroke.
    case left
  }

  /// What happened.
  public var phase: Phase
  /// The pointer's sample; position in window px.
  public var sample: PenSample
  /// The held keys.
  public var modifiers: Modifiers
  /// The slave device, by X's number; 0 for the core pointer.
  public var source: Int

  /// An event by its parts.
  public init(_ phase: Phase, _ sample: PenSample, modifiers: Modifiers = [], source: Int = 0) {
    self.phase = phase
    self.sample = sample
    self.modifiers = modifiers
    self.source = source
  }
}

/// Why a stroke ended. The stroke is kept, except after `overruled`.
public enum StrokeEnd: Sendable, Hashable {
  /// The tip was lifted.
  case lifted
  /// The tip is up, but its release never arrived: detected by a motion with the button's bit
  /// clear, or by a second press; or a pen has touched while a mouse drew.
  case releaseLost
  /// The pen left the tablet's reach while touching.
  case proximityLost
  /// The device disappeared or was disabled.
  case deviceRemoved
  /// The window lost the pointer: a grab by another program, the window hidden, or the program
  /// closing.
  case windowLost
  /// A touch that is to be ignored: of a hand near a pen, as broad as a palm, or on a panel when
  /// something else began. Its stroke is undone, its press has no effect.
  case overruled
}

/// A turn of a wheel.
public struct ScrollEvent: Sendable, Hashable {
  /// Notches to the right; fractions from smooth devices.
  public var dx: Double
  /// Notches down (towards the user); a notch away from the user is -1.
  public var dy: Double
  /// The pointer's position, window px.
  public var position: Point
  /// The held keys.
  public var modifiers: Modifiers
  /// Whether the device scrolls in fractions (a touchpad), so that it pans instead of zooming.
  public var isSmooth: Bool

  /// An event by its parts.
  public init(dx: Double, dy: Double, position: Point, modifiers: Modifiers = [], isSmooth: Bool = false) {
    self.dx = dx
    self.dy = dy
    self.position = position
    self.modifiers = modifiers
    self.isSmooth = isSmooth
  }
}

/// A key that went down or up.
public struct KeyEvent: Sendable, Hashable {
  /// The keysym with the modifiers applied, as X defines it (keysymdef.h).
  public var keysym: UInt32
  /// The keysym of the same key, without modifiers, in the first Latin layout, so that Ctrl+Z works
  /// on Cyrillic or Greek layouts. Equal to the plain keysym on Latin layouts.
  public var latin: UInt32
  /// The text that the key types; empty for none.
  public var text: String
  /// The other held keys.
  public var modifiers: Modifiers
  /// Whether the key went down.
  public var isDown: Bool
  /// Whether the keyboard repeats a held key.
  public var isRepeat: Bool
  /// When it happened, s on the server's clock, which starts again from 0 after 49.7 days.
  public var time: Double

  /// An event by its parts.
  public init(
    keysym: UInt32, latin: UInt32? = nil, text: String = "", modifiers: Modifiers = [], isDown: Bool = true,
    isRepeat: Bool = false, time: Double = 0
  ) {
    self.keysym = keysym
    self.latin = latin ?? keysym
    self.text = text
    self.modifiers = modifiers
    self.isDown = isDown
    self.isRepeat = isRepeat
    self.time = time
  }
}
