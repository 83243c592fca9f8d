import Raster

/// A layer of a drawing: its pixels and how they are composited.
public struct Layer: Sendable, Equatable {
  /// Identifies a layer in its drawing, even after moving or renaming; IDs are never reused.
  public struct ID: Hashable, Sendable {
    /// 1 or higher, in the order of creation; 0 for a layer outside any drawing.
    public let number: UInt64
    /// Creates an ID from its number.
    public init(_ number: UInt64) { self.number = number }
  }

  /// How what a group contains is composited.
  public enum Group: Sendable {
    /// By itself; the result is then composited like a layer's pixels.
    case isolated
    /// With what is below the group, as if there were no group.
    case passThrough
  }

  /// The layer's ID.
  public internal(set) var id = ID(0)
  /// The name chosen by the user; any text.
  public var name: String
  /// Whether the layer is visible.
  public var isVisible = true
  /// Whether painting, clearing and deleting are prevented.
  public var isLocked = false
  /// Whether it shows only where its base does: the nearest layer below it in its group that is not
  /// clipped (`LayerTree.clippingBases`). Without a base it has no effect.
  public var isClipped = false
  /// Whether painting keeps the alpha of its pixels (`AlphaLock`). It has no effect on a mask or a group.
  public var isAlphaLocked = false
  /// Whether the mask hides pixels. It has no effect without a mask.
  public var isMaskOn = true
  /// The opacity, 0...1; shown in steps of 1/255.
  public var opacity = 1.0
  /// The blend mode or operator.
  public var blend = CompositeOperator.sourceOver
  /// The colour that marks it in the list of layers.
  public var label = Label.none
  /// How what it contains is composited; nil for a layer that contains paint.
  public package(set) var group: Group?
  /// The number of groups that contain it, one inside the other (`LayerTree`).
  public package(set) var depth = 0
  /// The pixels, and the mask if there is one. An array, since its elements are changed in place.
  private(set) var planes: [TileGrid]

  /// The pixels; as large as the document, and empty if it is a group.
  public var image: TileGrid {
    _read { yield planes[0] }
    _modify { yield &planes[0] }
  }

  /// The mask, as large as the document; nil without one. Where it is black the layer is hidden, where
  /// it is white or transparent it shows (`MaskShare`). A group that passes through is isolated by its mask.
  public internal(set) var mask: TileGrid? {
    get { planes.count > 1 ? planes[1] : nil }
    set { planes = [planes[0]] + [newValue].compactMap(\.self) }
  }

  /// Creates an empty layer: source over, opaque. Sizes are in px, at least 1.
  public init(name: String, width: Int, height: Int) {
    self.name = name
    planes = [TileGrid(width: width, height: height)]
  }

  /// Whether a mask hides some of it.
  public var isMasked: Bool { isMaskOn && planes.count > 1 }

  /// Whether it contains other layers instead of paint.
  public var isGroup: Bool { group != nil }

  /// Whether it has these pixels. A group has no paint.
  func has(_ plane: SurfaceID.Plane) -> Bool { plane == .pixels ? !isGroup : plane.rawValue < planes.count }

  /// Its pixels, which must exist.
  subscript(plane: SurfaceID.Plane) -> TileGrid {
    _read { yield planes[plane.rawValue] }
    _modify { yield &planes[plane.rawValue] }
  }

  /// Whether painting keeps the alpha of these pixels.
  func keepsAlpha(of plane: SurfaceID.Plane) -> Bool { isAlphaLocked && plane == .pixels }

  /// All its pixels.
  var surfaces: [SurfaceID] { SurfaceID.Plane.allCases.filter { has($0) }.map { SurfaceID(id, $0) } }

  /// Replaces all its pixels, also the empty ones of a group.
  mutating func replaceAll(_ body: (SurfaceID, TileGrid) -> TileGrid) {
    for plane in SurfaceID.Plane.allCases where plane.rawValue < planes.count {
      self[plane] = body(SurfaceID(id, plane), self[plane])
    }
  }

  /// The opacity, 0...255.
  var alpha: UInt32 { alpha(times: 1) }
  /// The opacity times a share of 0...1, 0...255.
  func alpha(times share: Double) -> UInt32 { UInt32((min(1, max(0, opacity)) * share * 255).rounded()) }
  var isPlain: Bool { blend == .sourceOver && alpha == 255 }
  /// The mode with which it is composited. A group that passes through has none.
  var mode: CompositeOperator { group == .passThrough ? .sourceOver : blend }
}

extension Collection<Layer> {
  /// All pixels of the layers.
  var surfaces: [SurfaceID] { flatMap(\.surfaces) }
}

extension MutableCollection<Layer> {
  /// Replaces all pixels.
  mutating func replaceAll(_ body: (SurfaceID, TileGrid) -> TileGrid) {
    for index in indices { self[index].replaceAll(body) }
  }
}
