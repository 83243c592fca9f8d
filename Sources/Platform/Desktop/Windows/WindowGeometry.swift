internal import CX11
import Language

/// A window's size and position in the form of the option --geometry: "800x600", "800x600+10-20",
/// "+0+0".
public struct WindowGeometry: Hashable, Sendable {
  /// A distance from one of a screen's two opposite edges.
  public struct Offset: Hashable, Sendable {
    /// Distance in px; negative is outside the screen.
    public var distance: Int
    /// Whether it is measured from the right or lower edge to the window's right or lower edge.
    public var isFromFarEdge: Bool

    /// An offset by its parts.
    public init(_ distance: Int, isFromFarEdge: Bool = false) {
      self.distance = distance
      self.isFromFarEdge = isFromFarEdge
    }

    /// The window's left or upper edge on a screen of `screen` px, for a window of `size` px.
    func place(size: Int, screen: Int) -> Int { isFromFarEdge ? screen - size - distance : distance }
  }

  /// Width and height in px, 1...32767; nil if not given.
  public var size: (width: Int, height: Int)? {
    if let width, let height { (width, height) } else { nil }
  }
  private var width: Int?
  private var height: Int?
  /// The horizontal offset; nil if not given.
  public var x: Offset?
  /// The vertical offset; nil if not given.
  public var y: Offset?

  /// Parses X's notation, `[WIDTHxHEIGHT][{+-}X{+-}Y]`. Throws if `text` has another form, a size
  /// is not within 1...32767 or an offset not within +-32767.
  public init(parsing text: String) throws(DesktopError) {
    let fault = DesktopError(
      translated("\"{text}\" is not a window geometry such as 1280x800 or 1280x800+100-50", ["text": text]))
    // XParseGeometry overflows on long numbers, and a NUL would end its text.
    let longest = text.utf8.split(whereSeparator: { !(0x30...0x39).contains($0) }).map(\.count).max() ?? 0
    guard longest <= 5, !text.utf8.contains(0) else { throw fault }
    var x: Int32 = 0
    var y: Int32 = 0
    var width: UInt32 = 0
    var height: UInt32 = 0
    let found = XParseGeometry(text, &x, &y, &width, &height)
    let hasSize = found & (WidthValue | HeightValue)
    let hasPlace = found & (XValue | YValue)
    guard hasSize | hasPlace != 0 else { throw fault }
    guard hasSize == 0 || hasSize == WidthValue | HeightValue, hasPlace == 0 || hasPlace == XValue | YValue else {
      throw fault
    }
    if hasSize != 0 {
      guard (1...32767).contains(width), (1...32767).contains(height) else {
        throw DesktopError(
          translated("the window size in \"{text}\" is not between 1x1 and 32767x32767 pixels", ["text": text]))
      }
      self.width = Int(width)
      self.height = Int(height)
    }
    if hasPlace != 0 {
      guard (-32767...32767).contains(x), (-32767...32767).contains(y) else {
        throw DesktopError(translated("the window place in \"{text}\" is more than 32767 pixels away", ["text": text]))
      }
      let fromRight = found & XNegative != 0
      let fromBottom = found & YNegative != 0
      self.x = Offset(fromRight ? -Int(x) : Int(x), isFromFarEdge: fromRight)
      self.y = Offset(fromBottom ? -Int(y) : Int(y), isFromFarEdge: fromBottom)
    }
  }

  /// The corner from which the position is measured, which window managers need to place the frame.
  var gravity: Int32 {
    switch (x?.isFromFarEdge ?? false, y?.isFromFarEdge ?? false) {
    case (false, false): NorthWestGravity
    case (true, false): NorthEastGravity
    case (false, true): SouthWestGravity
    case (true, true): SouthEastGravity
    }
  }
}
