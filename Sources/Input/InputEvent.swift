import Geometry
import Ink

/// Something that the user did with a pen, mouse, wheel or keyboard, decoded: free of X and of device numbers.
///
/// Positions are window px from the window's upper left corner, with fractions, possibly outside the window while a
/// button is held. All events of one device arrive in the order in which they happened.
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
  /// Text was typed where text is taken: by a key, composed of several, or by an input method. Never empty.
  case text(String)
}

/// The keys that change the meaning of other input while held.
public struct Modifiers: OptionSet, Sendable, Hashable {
  /// One bit a key, as named below.
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

/// A pointer's buttons by what they do, not by number.
public enum PointerButton: UInt8, Sendable, Hashable {
  /// The pen's tip or the mouse's left button (X button 1).
  case contact
  /// The middle button, or the pen's lower side button as most drivers map it (X button 2).
  case middle
  /// The right button, or the pen's upper side button (X button 3).
  case secondary
  /// Thumb button "back" (X button 8).
  case back
  /// Thumb button "forward" (X button 9).
  case forward
}

/// One step in the life of a pointer over the window.
///
/// The life: `hover`* -> `down` -> `drag`* -> `up` -> `hover`* ... -> `left`. Between `down` and `up` there are no events
/// of other pointers and every stroke that got a `down` gets exactly one `up`, whatever happens to its device.
/// Buttons other than the contact come as `press` and `release`, also during a stroke; each `press` gets one `release`.
/// A drag with such a button is told as `hover`.
public struct PointerEvent: Sendable, Hashable {
  /// What happened.
  public enum Phase: Sendable, Hashable {
    /// Moved without touching.
    case hover
    /// Touched: the sample is where the stroke starts.
    case down
    /// Moved while touching.
    case drag
    /// Lifted, or the stroke ended otherwise. The sample repeats the last one: an end adds no point.
    case up(StrokeEnd)
    /// A button other than the contact went down.
    case press(PointerButton)
    /// A button other than the contact went up.
    case release(PointerButton)
    /// The pointer left the window or the pen went out of proximity. Told once; not told of a device whose place was
    /// taken by another's stroke.
    case left
  }

  /// What happened.
  public var phase: Phase
  /// Where and how the pointer was held; position in window px.
  public var sample: PenSample
  /// Keys held.
  public var modifiers: Modifiers
  /// The slave device it came from, as X numbers it; 0 for the core pointer.
  public var source: Int

  /// An event by its parts.
  public init(_ phase: Phase, _ sample: PenSample, modifiers: Modifiers = [], source: Int = 0) {
    self.phase = phase
    self.sample = sample
    self.modifiers = modifiers
    self.source = source
  }
}

/// Why a stroke ended. In every case the stroke is kept.
public enum StrokeEnd: Sendable, Hashable {
  /// The tip was lifted.
  case lifted
  /// The tip is up, but its release never arrived (seen from a motion with the button's bit clear, or a second press).
  case releaseLost
  /// The pen left the surface's reach while touching.
  case proximityLost
  /// The device disappeared or was disabled.
  case deviceRemoved
  /// The window lost the pointer: a grab by another program, the window hidden, or the program closing.
  case windowLost
  /// It was a finger's that is to count for nothing: a hand was laid down, as a pen came near or it lies there like a palm;
  /// or the finger was on the interface when something else began. What it drew is taken back, what it pressed not done.
  case overruled
}

/// A turn of a wheel.
public struct ScrollEvent: Sendable, Hashable {
  /// Notches to the right; fractions from smooth devices.
  public var dx: Double
  /// Notches down (towards the user); one notch of a wheel turned away from the user is -1.
  public var dy: Double
  /// Where the pointer was, window px.
  public var position: Point
  /// Keys held.
  public var modifiers: Modifiers
  /// Whether it came from a device that scrolls in fractions (a touchpad), so that it pans rather than zooms.
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
  /// The keysym of the key with the modifiers applied, as X defines it (keysymdef.h).
  public var keysym: UInt32
  /// The keysym that the same key has, without modifiers, in the first Latin layout: so that Ctrl+Z works where the
  /// active layout is Cyrillic or Greek. Equal to the plain keysym on Latin layouts.
  public var latin: UInt32
  /// The text that the key types, UTF-8; empty for none.
  public var text: String
  /// Keys held, this one not counted.
  public var modifiers: Modifiers
  /// True on the way down.
  public var isDown: Bool
  /// True where the keyboard repeats a key that is held.
  public var isRepeat: Bool

  /// An event by its parts.
  public init(
    keysym: UInt32, latin: UInt32? = nil, text: String = "", modifiers: Modifiers = [], isDown: Bool = true,
    isRepeat: Bool = false
  ) {
    self.keysym = keysym
    self.latin = latin ?? keysym
    self.text = text
    self.modifiers = modifiers
    self.isDown = isDown
    self.isRepeat = isRepeat
  }
}
