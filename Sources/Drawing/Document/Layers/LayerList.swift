import Geometry
import Journal
import Language
import Pictures
import Pixels
import Raster

/// The layers and the paper of a drawing as a journal stores them. Tiles and the size of the canvas
/// are stored separately.
struct LayerList: Sendable {
  /// The size of the canvas, px.
  let width: Int
  let height: Int
  let resolution: Resolution
  /// `Document.canvasMap`; the identity for a list that was read.
  private(set) var canvasMap = Affine.identity
  /// The layers. Their pixels may be removed (`withoutPixels`).
  var layers: LayerTree
  var active: Int
  var plane: SurfaceID.Plane
  var paper: UInt32
  var isPaperShown: Bool
  var next: UInt64

  init(of document: borrowing Document) {
    (layers, active, plane) = (document.layers, document.activeLayer, document.activePlane)
    (paper, isPaperShown, next) = (document.paper, document.isPaperShown, document.nextLayer)
    (width, height, resolution) = (document.width, document.height, document.resolution)
    canvasMap = document.canvasMap
  }

  /// The list of layers that are in no drawing, with IDs from 1.
  init(_ layers: LayerTree, width: Int, height: Int) {
    (self.layers, self.width, self.height) = (layers, width, height)
    (active, plane, paper, isPaperShown, resolution) = (0, .pixels, 0, false, Resolution())
    next = UInt64(layers.count + 1)
  }

  /// The same list without pixels, which would keep memory alive.
  var withoutPixels: LayerList {
    var list = self
    let blank = TileGrid(width: 1, height: 1)
    list.layers.replaceAll { _, _ in blank }
    return list
  }

  /// The version of the records that have the list: 2 if a layer has what flat lists of layers lack.
  var version: UInt8 {
    plane != .pixels
      || layers.contains { $0.isGroup || $0.mask != nil || !$0.isMaskOn || $0.isClipped || $0.isAlphaLocked }
      || layers.contains { $0.label != .none } ? 2 : 1
  }

  /// Bits of a layer in a list of version 2.
  private enum Flag {
    static let group: UInt64 = 1
    static let passThrough: UInt64 = 2
    static let mask: UInt64 = 4
    static let clipped: UInt64 = 8
    static let alphaLocked: UInt64 = 16
    /// The mask hides nothing.
    static let maskOff: UInt64 = 32
    /// The label follows the depth.
    static let label: UInt64 = 64
    static let all: UInt64 = 127
  }

  /// Writes the list in its version.
  func write(to writer: inout ByteWriter) {
    let version = version
    writer.writeCompact(UInt64(paper))
    writer.write(isPaperShown)
    writer.writeCompact(next)
    writer.writeCompact(UInt64(active))
    writer.writeCompact(UInt64(layers.count))
    for layer in layers {
      writer.writeCompact(layer.id.number)
      writer.write(layer.name)
      writer.write(layer.isVisible)
      writer.write(layer.isLocked)
      writer.write(layer.opacity)
      writer.write(layer.blend.rawValue)
      guard version > 1 else { continue }
      var flags: UInt64 = layer.mask == nil ? 0 : Flag.mask
      if let group = layer.group { flags |= group == .passThrough ? Flag.group | Flag.passThrough : Flag.group }
      if layer.isClipped { flags |= Flag.clipped }
      if layer.isAlphaLocked { flags |= Flag.alphaLocked }
      if !layer.isMaskOn { flags |= Flag.maskOff }
      if layer.label != .none { flags |= Flag.label }
      writer.writeCompact(flags)
      writer.writeCompact(UInt64(layer.depth))
      if layer.label != .none { writer.writeCompact(UInt64(layer.label.rawValue)) }
    }
    if version > 1 { writer.write(UInt8(plane.rawValue)) }
  }

  /// Reads a list in a record of this version, 1 or 2. The layers are empty.
  /// - Throws: if it is damaged.
  init(
    _ reader: inout ByteReader, version: UInt8, width: Int, height: Int, resolution: Resolution = Resolution()
  ) throws(PayloadError) {
    (self.width, self.height, self.resolution) = (width, height, resolution)
    let (paper, isPaperShown, next) = (try reader.readCompact(), try reader.readBool(), try reader.readCompact())
    let (active, count) = (try reader.readCompact(), try reader.readCount(ofSize: 13))
    // The limit for `next` leaves enough IDs for new layers.
    guard paper <= 0xFF_FFFF, active < UInt64(count), next < 1 << 61 else {
      throw PayloadError(translated("a list of layers is invalid"))
    }
    // Limits the memory that a damaged record can claim.
    guard count <= Document.mostLayers(width: width, height: height) else {
      throw PayloadError(translated("there are too many layers"))
    }
    (self.paper, self.isPaperShown, self.next) = (UInt32(paper), isPaperShown, next)
    (self.active, plane) = (Int(active), .pixels)
    var layers: [Layer] = []
    for _ in 0..<count {
      let id = try reader.readCompact()
      var layer = Layer(name: try reader.readText(), width: width, height: height)
      layer.id = Layer.ID(id)
      (layer.isVisible, layer.isLocked) = (try reader.readBool(), try reader.readBool())
      layer.opacity = try reader.readDouble(in: 0...1)
      guard let blend = CompositeOperator(rawValue: try reader.readText()) else {
        throw PayloadError(translated("a layer's blend mode is unknown"))
      }
      layer.blend = blend
      if version > 1 { try Self.readTree(&reader, into: &layer) }
      guard (1..<max(2, next)).contains(id) else { throw PayloadError(translated("a layer's number is invalid")) }
      layers.append(layer)
    }
    self.layers = try LayerTree(layers)
    guard version > 1 else { return }
    guard let plane = SurfaceID.Plane(rawValue: Int(try reader.read(UInt8.self))) else {
      throw PayloadError(translated("a list of layers is invalid"))
    }
    self.plane = plane
  }

  private static func readTree(_ reader: inout ByteReader, into layer: inout Layer) throws(PayloadError) {
    let (flags, depth) = (try reader.readCompact(), try reader.readCompact())
    guard flags & ~Flag.all == 0, depth <= UInt64(LayerTree.mostDepth) else {
      throw PayloadError(translated("a list of layers is invalid"))
    }
    if flags & Flag.group != 0 { layer.content = .group(flags & Flag.passThrough == 0 ? .isolated : .passThrough) }
    if flags & Flag.mask != 0 { layer.mask = TileGrid(width: layer.image.width, height: layer.image.height) }
    (layer.isClipped, layer.isAlphaLocked) = (flags & Flag.clipped != 0, flags & Flag.alphaLocked != 0)
    layer.isMaskOn = flags & Flag.maskOff == 0
    layer.depth = Int(depth)
    guard flags & Flag.label != 0 else { return }
    guard let label = Layer.Label(rawValue: UInt8(clamping: try reader.readCompact())) else {
      throw PayloadError(translated("a list of layers is invalid"))
    }
    layer.label = label
  }
}

extension Document {
  mutating func take(_ list: LayerList) {
    setSize(width: list.width, height: list.height)
    resolution = list.resolution
    setStack(
      list.layers, active: list.active, plane: list.plane, paper: list.paper, isPaperShown: list.isPaperShown)
    nextLayer = list.next
  }
}
