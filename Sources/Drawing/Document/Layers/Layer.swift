import Raster

/// One sheet of a drawing: its pixels, and how they are laid on what is under it.
public struct Layer: Sendable, Equatable {
  /// Which layer of its drawing it is, however it is moved or renamed; never given to another one of the same drawing.
  public struct ID: Hashable, Sendable {
    /// From 1 in the order in which layers were made; 0 for a layer that belongs to no drawing yet.
    public let number: UInt64
    /// An id by its number.
    public init(_ number: UInt64) { self.number = number }
  }

  /// Which one it is.
  public internal(set) var id = ID(0)
  /// What the user calls it; any text.
  public var name: String
  /// Whether it is shown.
  public var isVisible = true
  /// Whether it is protected from being drawn on, emptied and deleted.
  public var isLocked = false
  /// How much of it is shown, 0 ... 1. Shown in steps of 1/255.
  public var opacity = 1.0
  /// How it is combined with what is under it.
  public var blend = CompositeOperator.sourceOver
  /// Its pixels, of the document's size.
  public var image: TileGrid

  /// An empty sheet, normal and opaque. Both sizes in px, at least 1.
  public init(name: String, width: Int, height: Int) {
    self.name = name
    image = TileGrid(width: width, height: height)
  }

  /// `opacity` in steps, 0 ... 255.
  var alpha: UInt32 { UInt32((min(1, max(0, opacity)) * 255).rounded()) }
  /// Whether it covers what is under it just as its pixels say.
  var isPlain: Bool { blend == .sourceOver && alpha == 255 }
}
