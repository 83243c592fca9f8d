import Pixels
import Raster

/// A layer of a drawing: its pixels and how they are composited.
@dynamicMemberLookup public struct Layer: Sendable, Equatable {
  /// Identifies a layer in its drawing, even after moving or renaming; IDs are never reused.
  public struct ID: Hashable, Sendable {
    /// 1 or higher, in the order of creation; 0 for a layer outside any drawing.
    public let number: UInt64
    /// Creates an ID from its number.
    public init(_ number: UInt64) { self.number = number }
  }

  /// The layer's ID.
  public package(set) var id = ID(0)
  /// The name, opacity and other properties; also members of the layer: `layer.opacity`.
  public var properties: Properties
  /// What it contains.
  public package(set) var content = Content.paint
  /// The number of groups that contain it, one inside the other (`LayerTree`).
  public package(set) var depth = 0
  /// The pixels, and the mask if there is one. An array, since its elements are changed in place.
  package private(set) var planes: [TileGrid]

  /// The pixels; as large as the document, and empty unless it contains paint.
  public var image: TileGrid {
    _read { yield planes[0] }
    _modify { yield &planes[0] }
  }

  /// The mask, as large as the document; nil without one. Where it is black the layer is hidden, where
  /// it is white or transparent it shows (`MaskShare`). A group that passes through is isolated by its mask.
  public package(set) var mask: TileGrid? {
    get { planes.count > 1 ? planes[1] : nil }
    set { planes = [planes[0]] + [newValue].compactMap(\.self) }
  }

  /// Creates an empty layer: source over, opaque. Sizes are in px, at least 1.
  public init(name: String, width: Int, height: Int) {
    properties = Properties(name: name)
    planes = [TileGrid(width: width, height: height)]
  }

  /// Whether a mask hides some of it.
  public var isMasked: Bool { properties.isMaskOn && planes.count > 1 }

  @inlinable public subscript<Value>(dynamicMember property: WritableKeyPath<Properties, Value>) -> Value {
    get { properties[keyPath: property] }
    set { properties[keyPath: property] = newValue }
  }

  /// Whether it has these pixels.
  package func has(_ plane: SurfaceID.Plane) -> Bool { plane == .pixels ? isPaint : plane.rawValue < planes.count }

  /// Its pixels, which must exist.
  package subscript(plane: SurfaceID.Plane) -> TileGrid {
    _read { yield planes[plane.rawValue] }
    _modify { yield &planes[plane.rawValue] }
  }

  /// Whether painting keeps the alpha of these pixels.
  func keepsAlpha(of plane: SurfaceID.Plane) -> Bool { properties.isAlphaLocked && plane == .pixels }

  /// All its pixels.
  public var surfaces: [SurfaceID] { SurfaceID.Plane.allCases.filter { has($0) }.map { SurfaceID(id, $0) } }

  /// Replaces all its pixels, also the empty ones of a group.
  mutating func replaceAll(_ body: (SurfaceID, TileGrid) -> TileGrid) {
    for plane in SurfaceID.Plane.allCases where plane.rawValue < planes.count {
      self[plane] = body(SurfaceID(id, plane), self[plane])
    }
  }

  /// The opacity, 0...255.
  public var alpha: UInt32 { alpha(times: 1) }
  /// The opacity times a share of 0...1, 0...255.
  public func alpha(times share: Double) -> UInt32 {
    UInt32((min(1, max(0, properties.opacity)) * share * 255).rounded())
  }
  /// An opacity in its range; 1 for no number.
  package static func clampedOpacity(_ opacity: Double) -> Double { max(0, min(1, opacity.isNaN ? 1 : opacity)) }

  public var isPlain: Bool { properties.blend == .sourceOver && alpha == 255 }
  /// The mode with which it is composited. A group that passes through has none.
  public var mode: CompositeOperator { group == .passThrough ? .sourceOver : properties.blend }
}

extension Collection<Layer> {
  /// All pixels of the layers.
  public var surfaces: [SurfaceID] { flatMap(\.surfaces) }
}

extension MutableCollection<Layer> {
  /// Replaces all pixels.
  package mutating func replaceAll(_ body: (SurfaceID, TileGrid) -> TileGrid) {
    for index in indices { self[index].replaceAll(body) }
  }
}
